import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useStable } from '../use-stable.ts'
import { columnOfElement } from './cell-element.ts'
import { beginTyping } from './core/cell-commands.ts'
import { selectionOf } from './core/grid-state.ts'
import type { GridEditor } from './grid-editor.ts'
import { keyMeaning } from './grid-keys.ts'
import type { MenuPlace } from './grid-menu.tsx'

interface FocusOptions {
  readonly root: RefObject<HTMLElement | null>
  readonly editor: GridEditor
  readonly pageLines: number
  readonly onMenu: (place: MenuPlace) => void
}

/** Whether a key or click came from a control inside the grid that deals with it itself. */
const isElsewhere = (target: EventTarget): boolean =>
  (target as HTMLElement).closest('[data-cell-editor], [data-heading], [role="menu"], button, input') !== null

const menuAtCell = (root: HTMLElement | null): MenuPlace | null => {
  const box = root?.querySelector('[data-active]')?.getBoundingClientRect()
  return box ? { x: box.left + Math.min(24, box.width / 2), y: box.bottom } : null
}

/** When typing is over, the keys act on cells again. */
function useFocusAfterTyping(editor: GridEditor): void {
  useEffect(() => {
    let wasTyping = editor.get().editing !== null
    return editor.subscribe(() => {
      const isTyping = editor.get().editing !== null
      if (wasTyping && !isTyping) editor.focus()
      wasTyping = isTyping
    })
  }, [editor])
}

/** The grid holds the focus as a whole; keys act on the active cell. */
export function useGridFocus({ root, editor, pageLines, onMenu }: FocusOptions) {
  /** Escape sets it, so that nobody is held in the grid by a Tab that only ever goes to the next cell. */
  const tabLeaves = useRef(false)
  const onKeyDown = useStable((event: KeyboardEvent<HTMLDivElement>) => {
    const { key } = event
    // The button of a heading has the focus after its menu closed; the arrows go on in the grid.
    const leavesHeading =
      key.startsWith('Arrow') && (event.target as HTMLElement).closest('[data-heading]') !== null
    if (leavesHeading) root.current?.focus({ preventScroll: true })
    if ((isElsewhere(event.target) && !leavesHeading) || event.defaultPrevented) return
    if (key === 'Escape') {
      tabLeaves.current = true
      editor.update((state) => ({ ...state, announcement: 'Tab now leaves the table' }))
      return
    }
    if (key === 'Tab' && tabLeaves.current) return
    tabLeaves.current = false
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      const place = menuAtCell(root.current)
      if (place) onMenu(place)
      return
    }
    const state = editor.get()
    const line = state.lines.at(selectionOf(state).anchor.line)
    if (line?.kind === 'heading' && (key === 'Enter' || key === ' ')) {
      event.preventDefault()
      root.current
        ?.querySelector<HTMLElement>(`[data-line="${selectionOf(state).anchor.line}"] [aria-haspopup]`)
        ?.click()
      return
    }
    if (key === 'Dead' || key === 'Process') {
      // A letter that takes several keys: the editor has to be there before the letter is.
      flushSync(() => editor.update((now) => beginTyping(now, '')))
      return
    }
    const change = keyMeaning(event, state, pageLines)
    if (!change) return
    event.preventDefault()
    flushSync(() => editor.update(change))
  })

  const onContextMenu = useStable((event: MouseEvent<HTMLDivElement>) => {
    if (isElsewhere(event.target) || !(event.target as HTMLElement).closest('[data-line]')) return
    event.preventDefault()
    onMenu({ x: event.clientX, y: event.clientY })
  })

  const onDoubleClick = useStable((event: MouseEvent<HTMLDivElement>) => {
    const column = editor.get().columns[columnOfElement(event.target as HTMLElement) ?? -1]
    if (isElsewhere(event.target) || !column || column.kind === 'enabled') return
    editor.update((state) => beginTyping(state))
  })

  const onFocus = useStable((_event: FocusEvent) => {
    tabLeaves.current = false
  })

  useEffect(() => editor.shownIn(root.current), [editor, root])

  useFocusAfterTyping(editor)

  return { onKeyDown, onContextMenu, onDoubleClick, onFocus }
}
