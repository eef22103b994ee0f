import type { RefObject } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { TableControl } from './table-keys.ts'
import type { ListPageModel } from './use-list-page.ts'

export interface ListKeys {
  /** Not while something else is in the place of the list. */
  readonly on: boolean
  readonly table: RefObject<TableControl | null>
  /** Null while it is open, so that the browser's own search is one more press away. */
  readonly find: (() => void) | null
  /** Null for whoever may not. */
  readonly exportCsv: (() => void) | null
}

const focusSearch = (): void => document.querySelector<HTMLElement>('input[data-list-search]')?.focus()

/** The keys every list understands. */
export function useListKeys(list: ListPageModel, { on, table, find, exportCsv }: ListKeys): void {
  const keys = [
    { keys: 'j', label: 'Next row', run: () => table.current?.step(1) },
    { keys: 'k', label: 'Previous row', run: () => table.current?.step(-1) },
    { keys: 'x', label: 'Select row', run: () => table.current?.toggleActive() },
    ...(exportCsv ? [{ keys: 'e', label: 'Export as CSV', run: exportCsv }] : []),
    { keys: '/', label: 'Search this list', run: focusSearch },
    { keys: 'f', label: 'Show or hide the filters', run: () => list.setPanelOpen(!list.panelOpen) },
    ...(find ? [{ keys: 'mod+F', label: 'Find in the rows of this page', run: find }] : []),
  ]
  useShortcuts(list.listing.plural, on ? keys : [])
}
