import type { InvoicesWidgetData } from '@signalbox/model/calls/home-areas'
import { sql } from 'kysely'
import { isSamePerson, peopleOf, type People } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Tx } from '../../kit/database.ts'
import type { InboxReader, WaitingItem, WorkSource } from '../../kit/work-source.ts'
import { overdueAt } from './invoice-store.ts'

export { findOverdue, overdueSource } from './billing-alerts.ts'
export { invoiceLinesOfPayment } from './of-payment-store.ts'

/** What wants a second person in billing. */
interface WaitingRow {
  readonly id: string
  readonly merchantId: number
  readonly title: string
  readonly part: 'draft' | 'write-off' | 'credit' | 'iban'
  readonly since: string
  readonly people: People
}

async function waitingRows({ tx, merchants }: Pick<InboxReader, 'tx' | 'merchants'>): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select id, merchant_id, title, 'draft' as part, updated_at as since, drafted_by_people as people from invoice
      where merchant_id = any(${[...merchants]}::integer[]) and state = 'DRAFT'
    union all
    select id, merchant_id, title, 'write-off', updated_at, write_off_people from invoice
      where merchant_id = any(${[...merchants]}::integer[]) and write_off_by is not null
    union all
    select id, merchant_id, title, 'credit', credit_at, credit_people from invoice
      where merchant_id = any(${[...merchants]}::integer[]) and credit_by is not null
    union all
    select id, merchant_id, name, 'iban', updated_at, pending_iban_people from legal_entity
      where merchant_id = any(${[...merchants]}::integer[]) and pending_iban is not null
    order by since, id`.execute(tx)
  return rows
}

const accessTo = {
  draft: 'invoice.edit',
  'write-off': 'invoice.correct',
  credit: 'invoice.correct',
  iban: 'legal-entity.edit',
} as const
const words = {
  draft: 'Draft to approve',
  'write-off': 'Write-off to confirm',
  credit: 'Credit to confirm',
  iban: 'New IBAN to confirm',
} as const

const itemOf = ({ id, merchantId, title, part, since }: WaitingRow): WaitingItem => ({
  id: `${part}:${id}`,
  record: id,
  part,
  merchantId,
  title: words[part],
  detail: title,
  since,
  dueAt: null,
  urgent: false,
})

/** What waits for this person: not what they wrote or asked for themselves. */
export const billingToDecide: WorkSource = async (reader) => {
  const own = peopleOf(reader.user)
  const rows = await waitingRows(reader)
  return rows
    .filter(({ part, people }) => mayAccess(accessTo[part], reader.user) && !isSamePerson(own, people))
    .map(itemOf)
}

/** Invoices that wait for somebody. */
export async function invoiceWork(
  tx: Tx,
  merchants: readonly number[],
  now: Date,
): Promise<InvoicesWidgetData> {
  const { rows } = await sql<InvoicesWidgetData>`
    select count(*) filter (where ${overdueAt(now)})::integer as overdue,
      count(*) filter (where state = 'DRAFT')::integer as drafts,
      count(*) filter (where state = 'APPROVED')::integer as approved
    from invoice where merchant_id = any(${[...merchants]}::integer[])
      and state in ('DRAFT', 'APPROVED', 'ISSUED', 'SENT', 'PARTLY_PAID')`.execute(tx)
  return rows[0] ?? { overdue: 0, drafts: 0, approved: 0 }
}
