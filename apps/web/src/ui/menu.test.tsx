import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu, MenuItem, Popover } from './menu.tsx'

afterEach(cleanup)

function openable() {
  const chosen = vi.fn<(what: string) => void>()
  const around = { click: vi.fn<() => void>(), key: vi.fn<() => void>() }
  const user = userEvent.setup()
  render(
    <div role="presentation" onClick={around.click} onKeyDown={around.key}>
      <Menu label="Things" target={<button type="button">More</button>}>
        <MenuItem onSelect={() => chosen('open')}>Open</MenuItem>
        <MenuItem onSelect={() => chosen('delete')} refusal="It is still in use.">
          Delete
        </MenuItem>
        <MenuItem onSelect={() => chosen('copy')}>Copy</MenuItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </div>,
  )
  return { user, chosen, around, button: screen.getByRole('button', { name: 'More' }) }
}

const focused = () => document.activeElement?.textContent

test('a menu opens on its first item, and a choice gives the focus back to the button', async () => {
  const { user, chosen, button } = openable()
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Open')
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('open')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('arrows, ends and letters walk through it, and none of them reaches what lies around', async () => {
  const { user, around, button } = openable()
  button.focus()
  await user.keyboard('{ArrowDown}')
  around.key.mockClear()
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Copy')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Open')
  await user.keyboard('c')
  expect(focused()).toBe('Copy')
  await user.keyboard('{Home}{End}')
  expect(focused()).toBe('Copy')
  expect(around.key).not.toHaveBeenCalled()
})

test('what is not possible says why and does nothing', async () => {
  const { user, chosen, around, button } = openable()
  await user.click(button)
  around.click.mockClear()
  const item = screen.getByRole('menuitem', { name: /Delete/ })
  expect(item.textContent).toContain('It is still in use.')
  await user.click(item)
  expect(chosen).not.toHaveBeenCalled()
  expect(around.click).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeTruthy()
})

test('Escape, Tab and a press elsewhere close it', async () => {
  const { user, button } = openable()
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}{Tab}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('Elsewhere')
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('Tab stays in a panel until it is closed', async () => {
  const user = userEvent.setup()
  render(
    <Popover label="Views" target={<button type="button">Manage</button>}>
      <button type="button">One</button>
      <button type="button">Two</button>
    </Popover>,
  )
  await user.click(screen.getByRole('button', { name: 'Manage' }))
  expect(screen.getByRole('dialog', { name: 'Views' })).toBeTruthy()
  expect(focused()).toBe('One')
  await user.tab()
  await user.tab()
  expect(focused()).toBe('One')
  await user.tab({ shift: true })
  expect(focused()).toBe('Two')
})
