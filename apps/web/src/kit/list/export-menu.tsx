import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuHeading, MenuItem } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { requestFile, type Query } from '../api.ts'
import { reportFailure } from '../failure.ts'
import type { ListState } from './list-state.ts'
import type { Listing } from './listing.ts'
import { useFormats, useMay } from '../session/session-store.ts'
import { wireFilters } from './wire-query.ts'

type ExportFormat = 'csv' | 'json'

/** The shown columns with those that stand in their cells, each once. */
const exportedColumns = ({ exportedWith = {} }: Listing, shown: readonly string[]): string[] => [
  ...new Set(shown.flatMap((name) => [name, ...(exportedWith[name] ?? [])])),
]

/** Exports what is filtered, in the list's order, the shown columns as they stand. */
export function useExport(listing: Listing, state: ListState, columns: readonly string[]) {
  const formats = useFormats()
  const allowed = useMay(listing.exportAccess ?? 'signedIn')
  const [running, setRunning] = useState(false)
  const run = async (format: ExportFormat) => {
    if (running) return
    setRunning(true)
    try {
      const query: Query = {
        ...wireFilters(listing, state.filters, formats, new Date()),
        sort: state.sort,
        format,
        columns: exportedColumns(listing, columns).join(','),
      }
      const { name, content } = await requestFile(`/${listing.slug}/export`, query)
      saveFile(name, content)
    } catch (error) {
      reportFailure(error, { label: listing.plural, done: 'exported' })
    }
    setRunning(false)
  }
  return { allowed, run, running }
}

export type Exporting = ReturnType<typeof useExport>

export function ExportMenu({
  onExport,
  running,
}: {
  readonly onExport: (format: ExportFormat) => void
  readonly running: boolean
}) {
  return (
    <Menu label="Export" target={<IconButton icon="download" label="Export" bordered loading={running} />}>
      <MenuHeading>Filtered rows, visible columns</MenuHeading>
      <MenuItem onSelect={() => onExport('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => onExport('json')}>JSON</MenuItem>
    </Menu>
  )
}
