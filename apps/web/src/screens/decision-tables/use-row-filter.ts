import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { withHidden } from '../../kit/decision-grid/core/grid-state.ts'
import { hiddenRows, rowTexts, textTest, type RowTest } from '../../kit/decision-grid/core/row-filter.ts'
import type { RowMarks } from '../../kit/decision-grid/row-marks.ts'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useStable } from '../../kit/use-stable.ts'
import type { EditSession } from './edit-session.ts'

type Only = 'all' | 'changed' | 'problems'

export interface RowFilter {
  readonly text: string
  readonly setText: (text: string) => void
  readonly only: Only
  readonly setOnly: (only: Only) => void
  readonly active: boolean
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Leaves rows out of sight. It looks at the rows when it changes, not when they do: a row that is being edited must
 * not vanish because it no longer fits.
 */
export function useRowFilter(
  table: DecisionTable,
  session: EditSession,
  marks: RowMarks,
  address: { readonly text: string; readonly setText: (text: string) => void },
): RowFilter {
  const [only, setOnly] = useState<Only>('all')
  const [text, setText] = useState(address.text)
  const wanted = useDeferredValue(text)
  const textOf = useMemo(() => rowTexts(session.grid.deps.language, columnsOf(table)), [session, table])

  const apply = useStable(() => {
    const { grid } = session
    if (wanted.trim() === '' && only === 'all') {
      grid.update((state) => (state.hidden.size === 0 ? state : withHidden(state, none)))
      return
    }
    const { sections } = grid.document()
    const sectionOf = new Map(
      sections.flatMap(({ content }, index) => content.rules.map((row) => [row.id, index])),
    )
    const fitsText = textTest(wanted, textOf)
    const test: RowTest = (row) =>
      fitsText(row) &&
      (only !== 'changed' || session.changeOf(sectionOf.get(row.id) ?? -1, row) !== undefined) &&
      (only !== 'problems' || row.wrong !== undefined || marks.problemsOf(row.id).length > 0)
    grid.update((state) => withHidden(state, hiddenRows(grid.document(), test)))
  })

  useEffect(() => apply(), [apply, wanted, only])
  const { setText: setAddress } = address
  useEffect(() => {
    const timer = setTimeout(() => setAddress(wanted), 400)
    return () => clearTimeout(timer)
  }, [wanted, setAddress])

  return {
    text,
    setText,
    only,
    setOnly,
    active: text.trim() !== '' || only !== 'all',
    clear: () => {
      setText('')
      setOnly('all')
    },
  }
}
