import { useGridWords } from '../../kit/decision-grid/use-grid-words.ts'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import type { GridDocument } from '../../kit/decision-grid/core/grid-document.ts'
import { withColumns } from '../../kit/decision-grid/core/grid-state.ts'
import { usePageLook } from '../../kit/list/use-page-look.ts'
import { useStable } from '../../kit/use-stable.ts'
import { defaultColumns, fittedWidths, hiddenInUse, pickColumns, usedColumns } from './shown-columns.ts'
import type { EditSession } from './edit-session.ts'

const keepWidthsMs = 600

/** The columns a person sees: theirs if they chose some, else those in use. Widths are kept once the dragging ends. */
export function useShownColumns(table: DecisionTable, session: EditSession, document: GridDocument) {
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
  useEffect(() => session.grid.update((state) => withColumns(state, columns)), [session, columns])

  const formats = useGridWords()
  const [fitted] = useState(() =>
    fittedWidths(
      columnsOf(table),
      document.sections.map(({ content }) => content),
      formats,
    ),
  )
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>(look.widths ?? {})
  const widths = useMemo(() => ({ ...fitted, ...dragged }), [fitted, dragged])
  const keepWidths = useStable(() => {
    const kept = JSON.stringify(look.widths ?? {})
    if (JSON.stringify(dragged) !== kept) setLook({ widths: { ...dragged } })
  })
  useEffect(() => {
    const timer = setTimeout(keepWidths, keepWidthsMs)
    return () => clearTimeout(timer)
  }, [dragged, keepWidths])

  return {
    shown,
    used,
    widths,
    resize: (id: string, widthPx: number) => setDragged((last) => ({ ...last, [id]: widthPx })),
    choose: (ids: ReadonlySet<string>) => setLook({ columns: [...ids] }),
    reset: () => {
      setDefaults(defaultColumns(table, used))
      setDragged({})
      setLook({ columns: undefined, widths: undefined })
    },
    hiddenInUse: hiddenInUse(table, columns, used),
  }
}
