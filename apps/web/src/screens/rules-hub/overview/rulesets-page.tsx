import { rulesetOverview } from '@signalbox/model/entities/ruleset-overview'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { listingOf, type Row } from '../../../kit/list/listing.ts'
import { useListPage } from '../../../kit/list/use-list-page.ts'
import { subjectOf, useSession } from '../../../kit/session/session-store.ts'
import { mayAccess } from '@signalbox/model/access/policy'
import { overviewCells } from './overview-cells.tsx'
import { PartSwitch } from './part-switch.tsx'
import { PriorityDialog, type PriorityChange } from './priority-dialog.tsx'

const listing = listingOf(rulesetOverview)

const columns = [
  'priority',
  'state',
  'name',
  'category',
  'merchantId',
  'rulesEnabled',
  'hitsLastDay',
  'lintErrors',
  'rulesetVersion',
  'updatedBy',
  'updatedAt',
]

/** Only rulesets of one merchant and table are asked one after the other. */
const sameOrder = (a: Row, b: Row): boolean => a.category === b.category && a.merchantId === b.merchantId

/** The priority that puts a row where it was dropped: before or behind the row that is there now. */
function changeFor(rows: readonly Row[], from: number, to: number): PriorityChange | null {
  const [row, target] = [rows[from], rows[to]]
  if (!row || !target || !sameOrder(row, target)) return null
  const wanted = Number(target.priority) + (to < from ? -1 : 1)
  return { row, priority: Math.min(9999, Math.max(1, wanted)), beside: target }
}

function useMayEdit(): (row: Row) => boolean {
  const subject = subjectOf(useSession())
  return (row) => {
    const table = tableOfSlug(String(row.category))
    return table !== undefined && table.slug !== 'maintenance' && mayAccess(table.access.edit, subject)
  }
}

/** Rulesets are read and changed in the editor of their table. */
function OpenEditor({ row }: { readonly row: Row }) {
  const navigate = useNavigate()
  useEffect(() => {
    const route = tableOfSlug(String(row.category))?.route
    if (route)
      void navigate({
        to: route,
        search: () => ({ merchant: String(row.merchantId), ruleset: String(row.id) }),
        replace: true,
      })
  }, [navigate, row])
  return null
}

export function RulesetsPage() {
  const list = useListPage(listing, columns)
  const mayEdit = useMayEdit()
  const [change, setChange] = useState<PriorityChange | null>(null)
  const inOrder = list.state.sort === null
  const move = (from: number, to: number) => {
    const wanted = changeFor(list.rows, from, to)
    if (wanted && mayEdit(wanted.row)) setChange(wanted)
  }
  return (
    <ListPage
      list={list}
      title="Rules overview"
      permission="rules-hub.view"
      purpose="Rulesets of all tables. Each is edited in its table."
      cells={overviewCells}
      tools={<PartSwitch />}
      {...(inOrder && list.rows.some(mayEdit) && { onMove: move })}
    >
      {list.openedRow ? <OpenEditor row={list.openedRow} /> : null}
      {change ? <PriorityDialog change={change} onClose={() => setChange(null)} /> : null}
    </ListPage>
  )
}
