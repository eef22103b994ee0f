import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchDialog } from './search-dialog.tsx'
import { listedShortcuts, useQuietKeys, useShortcuts } from './shortcuts.ts'
import { atFirstSight, pressKey } from './testing/at-first-sight.ts'
import { catchTyping, useTypedQuery } from './type-ahead.ts'
import { UiProvider } from './ui-provider.tsx'

// What is drawn because an answer came, not because somebody clicked: React runs its effects some time after the
// painting, and on a busy machine a key comes in between. The tools of tests run them at once and never show it.

const reactGlobals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: Root
let wasActing: boolean | undefined

beforeEach(() => {
  wasActing = reactGlobals.IS_REACT_ACT_ENVIRONMENT
  reactGlobals.IS_REACT_ACT_ENVIRONMENT = false
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  reactGlobals.IS_REACT_ACT_ENVIRONMENT = wasActing
})

const draw = (content: ReactNode) => root.render(<UiProvider>{content}</UiProvider>)

function Page({ text, run, quiet = false }: { text: string; run: (text: string) => void; quiet?: boolean }) {
  useShortcuts('Page', [{ keys: 'j', label: 'Next', run: () => run(text) }])
  useQuietKeys(quiet)
  return <p>{text}</p>
}

test('a shortcut works as soon as its screen shows, and acts on what it shows', async () => {
  const run = vi.fn<(text: string) => void>()
  const first = atFirstSight(/Loading/, () => pressKey('j'))
  draw(<Page text="Loading" run={run} />)
  await first
  const second = atFirstSight(/Ready/, () => pressKey('j'))
  draw(<Page text="Ready" run={run} />)
  await second
  expect(run.mock.calls).toEqual([['Loading'], ['Ready']])
})

test('single keys are quiet as soon as a dialog shows', async () => {
  const run = vi.fn<(text: string) => void>()
  const page = atFirstSight(/Page/, () => undefined)
  draw(<Page text="Page" run={run} />)
  await page
  await vi.waitFor(() => expect(listedShortcuts()).toHaveLength(1))
  const pressed = atFirstSight(/Question/, () => pressKey('j'))
  draw(<Page text="Question" run={run} quiet />)
  await pressed
  expect(run).not.toHaveBeenCalled()
})

test('Escape closes what lies over the page as soon as it shows', async () => {
  const close = vi.fn<() => void>()
  const pressed = atFirstSight(/Sure\?/, () => pressKey('Escape'))
  draw(
    <SearchDialog label="A question" onClose={close}>
      Sure?
    </SearchDialog>,
  )
  await pressed
  expect(close).toHaveBeenCalledOnce()
})

function Search() {
  const [query] = useTypedQuery()
  return <p>Search for {query}</p>
}

test('a search box keeps the key that comes between its drawing and its focus', async () => {
  catchTyping()
  const typed = atFirstSight(/Search for/, () => pressKey('b'))
  draw(<Search />)
  await typed
  await vi.waitFor(() => expect(document.body.textContent).toContain('Search for b'))
})
