import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listedShortcuts, setSingleKeys, ShortcutLayer, useQuietKeys, useShortcuts } from './shortcuts.ts'

const run = vi.fn<(name: string) => void>()

function Page({ quiet = false, drawer = false }: { readonly quiet?: boolean; readonly drawer?: boolean }) {
  useShortcuts('Go to', [{ keys: 'g h', label: 'Home', run: () => run('home') }])
  useShortcuts('List', [
    { keys: 'j', label: 'Next row', run: () => run('next row') },
    { keys: 'mod+K', label: 'Search', run: () => run('search') },
  ])
  useQuietKeys(quiet)
  return (
    <>
      <input aria-label="Name" />
      {drawer ? (
        <ShortcutLayer value={1}>
          <Drawer />
        </ShortcutLayer>
      ) : null}
    </>
  )
}

function Drawer() {
  useShortcuts('Drawer', [{ keys: 'j', label: 'Next record', run: () => run('next record') }])
  return null
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init })

afterEach(() => {
  cleanup()
  setSingleKeys(true)
  run.mockReset()
})

test('a key and a sequence do what they say', () => {
  render(<Page />)
  press('j')
  press('g')
  press('h')
  expect(run.mock.calls).toEqual([['next row'], ['home']])
})

test('nothing fires while somebody types, except commands', () => {
  render(<Page />)
  const input = screen.getByLabelText('Name')
  press('j', {}, input)
  press('g', {}, input)
  press('h', {}, input)
  press('k', { ctrlKey: true }, input)
  expect(run.mock.calls).toEqual([['search']])
})

test('single keys can be switched off, commands stay', () => {
  setSingleKeys(false)
  render(<Page />)
  press('j')
  press('k', { metaKey: true })
  expect(run.mock.calls).toEqual([['search']])
})

test('an open dialog keeps single keys quiet', () => {
  render(<Page quiet />)
  press('j')
  expect(run).not.toHaveBeenCalled()
})

test('a drawer takes the keys of the list below it and gives them back', () => {
  const { rerender } = render(<Page drawer />)
  press('j')
  rerender(<Page />)
  press('j')
  expect(run.mock.calls).toEqual([['next record'], ['next row']])
})

test('the help sheet lists what works now', () => {
  const { unmount } = render(<Page />)
  expect(listedShortcuts().map(({ group, shortcuts }) => [group, shortcuts.map(({ keys }) => keys)])).toEqual(
    [
      ['Go to', ['g h']],
      ['List', ['j', 'mod+K']],
    ],
  )
  unmount()
  expect(listedShortcuts()).toEqual([])
})
