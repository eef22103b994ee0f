import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { GridDocument } from '../../kit/decision-grid/core/grid-document.ts'
import { withColumns } from '../../kit/decision-grid/core/grid-state.ts'
import { usePageLook } from '../../kit/use-page-look.ts'
import { useStable } from '../../kit/use-stable.ts'
import { defaultColumns, hiddenInUse, pickColumns, usedColumns } from './shown-columns.ts'
import type { TableWorkspace } from './table-workspace.ts'

const keepWidthsMs = 600

/** The columns a person sees: theirs if they chose some, else those in use. Widths are kept once the dragging ends. */
export function useShownColumns(table: DecisionTable, workspace: TableWorkspace, document: GridDocument) {
  const { look, setLook } = usePageLook(table.route)
  // Looking through all rows may wait until nobody is typing.
  const rows = useDeferredValue(document)
  const used = useMemo(() => usedColumns(rows.sections.map(({ content }) => content)), [rows])
  // Columns must not come and go while somebody types, so those in use are looked up once.
  const [usedAtFirst] = useState(used)
  const [defaults, setDefaults] = useState(() => defaultColumns(table, usedAtFirst))
  const chosen = look.columns
  const shown = useMemo(() => (chosen ? new Set(chosen) : defaults), [chosen, defaults])
  const columns = useMemo(() => pickColumns(table, shown), [table, shown])
  useEffect(() => workspace.grid.update((state) => withColumns(state, columns)), [workspace, columns])

  const [widths, setWidths] = useState<Readonly<Record<string, number>>>(look.widths ?? {})
  const keepWidths = useStable(() => {
    if (widths !== look.widths && Object.keys(widths).length > 0) setLook({ widths: { ...widths } })
  })
  useEffect(() => {
    const timer = setTimeout(keepWidths, keepWidthsMs)
    return () => clearTimeout(timer)
  }, [widths, keepWidths])

  return {
    shown,
    used,
    widths,
    resize: (id: string, widthPx: number) => setWidths((last) => ({ ...last, [id]: widthPx })),
    choose: (ids: ReadonlySet<string>) => setLook({ columns: [...ids] }),
    reset: () => {
      setDefaults(defaultColumns(table, used))
      setLook({ columns: undefined })
    },
    hiddenInUse: hiddenInUse(table, columns, used),
  }
}
