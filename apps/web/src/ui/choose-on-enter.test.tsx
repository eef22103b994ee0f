import { Select } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { UiProvider } from './ui-provider.tsx'

afterEach(cleanup)

function Currency() {
  const [value, setValue] = useState<string | null>('EUR')
  return (
    <Select
      label="Currency"
      data={[
        { value: 'EUR', label: 'EUR Euro' },
        { value: 'GBP', label: 'GBP British Pound' },
        { value: 'NOK', label: 'NOK Norwegian Krone' },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

const valueOf = (): string => screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency' }).value

test('what is typed into a select with a choice takes the place of it, by mouse and by keyboard', async () => {
  render(
    <UiProvider>
      <Currency />
    </UiProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Currency' }))
  await user.keyboard('GBP{Enter}')
  expect(valueOf()).toBe('GBP British Pound')
  await user.tab()
  await user.tab({ shift: true })
  await user.keyboard('krone{Enter}')
  expect(valueOf()).toBe('NOK Norwegian Krone')
})

test('Ctrl+Enter takes what is typed before it sends', async () => {
  const sent = vi.fn<(value: string | null) => void>()
  function Form() {
    const [value, setValue] = useState<string | null>('EUR')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(value)
        }}
      >
        <Select label="Currency" data={['EUR', 'GBP', 'NOK']} value={value} onChange={setValue} />
        <button type="submit">Send</button>
      </form>
    )
  }
  render(
    <UiProvider>
      <Form />
    </UiProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Currency' }))
  await user.keyboard('NOK{Control>}{Enter}{/Control}')
  expect(sent.mock.calls).toEqual([['NOK']])
})

test('a click selects the text only where it brings the focus', async () => {
  render(
    <UiProvider>
      <Currency />
    </UiProvider>,
  )
  const user = userEvent.setup()
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency' })
  await user.click(input)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 'EUR Euro'.length])
  await user.pointer({ target: input, offset: 3, keys: '[MouseLeft]' })
  expect([input.selectionStart, input.selectionEnd]).toEqual([3, 3])
})
