import { Select } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DialogFooter } from './dialog-footer.tsx'
import { Dialog } from './dialog.tsx'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

const show = (content: ReactNode) => {
  render(<UiProvider>{content}</UiProvider>)
  return userEvent.setup()
}

const form = (onSubmit: () => void) => (
  <form
    id="question"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <textarea aria-label="Reason" />
  </form>
)

test('Ctrl+Enter in a reason sends the dialog, by the button that stands outside its form', async () => {
  const sent = vi.fn<() => void>()
  const user = show(
    <Dialog
      opened
      onClose={() => undefined}
      title="Deny"
      footer={
        <DialogFooter formId="question" running={false} onClose={() => undefined}>
          Deny
        </DialogFooter>
      }
    >
      {form(sent)}
    </Dialog>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'No papers{Control>}{Enter}{/Control}')
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a dialog without a form does what its verb says', async () => {
  const run = vi.fn<() => void>()
  const user = show(
    <Dialog
      opened
      onClose={() => undefined}
      title="Import"
      footer={
        <DialogFooter running={false} onRun={run} onClose={() => undefined}>
          Import
        </DialogFooter>
      }
    >
      <input aria-label="Name" />
    </Dialog>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Control>}{Enter}{/Control}')
  expect(run).toHaveBeenCalledTimes(1)
})

test('what is disabled is not sent', async () => {
  const sent = vi.fn<() => void>()
  const user = show(
    <>
      {form(sent)}
      <button type="submit" form="question" disabled>
        Send
      </button>
    </>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), '{Control>}{Enter}{/Control}')
  expect(sent).not.toHaveBeenCalled()
})

test('Ctrl+Enter in a select sends the form instead of opening the select', async () => {
  const sent = vi.fn<() => void>()
  const user = show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <Select label="Reason" data={['Bank statement', 'List of the PSP']} />
      <button type="submit">Send</button>
    </form>,
  )
  const select = screen.getByRole('combobox', { name: 'Reason' })
  select.focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toHaveBeenCalledTimes(1)
  expect(select.getAttribute('aria-expanded')).toBe('false')
})
