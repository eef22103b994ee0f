import { sql } from 'kysely'
import type { CaseEntry } from '@signalbox/model/calls/case-sheet'
import { caseDefaultSort, caseSorts } from '@signalbox/model/entities/case'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { People } from '@signalbox/model/access/people'
import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import { totalCap } from '@signalbox/model/field/paging'
import { invalid } from '@signalbox/model/text/refusal'
import { isUuid } from '@signalbox/model/field/validators'
import type { Int8, Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import type { CaseRecord } from '../core/cases/case-store.ts'
import { personColumns, type PersonColumns } from '../core/record/person-store.ts'
import type { PackedReading } from '../core/flow/packed-reading.ts'
import { isOverdue, severityNow } from './filter-store.ts'

/** A case with what its list shows of the payment or the callback it is about. */
export interface ListedCase extends CaseRecord, PersonColumns {
  readonly updatedAt: string
  readonly updatedBy: string
  readonly severityNow: CaseRecord['severity']
  readonly overdue: boolean
  readonly commentCount: number
  readonly psp: string | null
  readonly userId: string | null
  readonly statusNo: number | null
  readonly txType: string | null
  readonly pspRefId: string | null
  readonly currency: string | null
  readonly amountMinor: Int8 | null
  readonly pspAmountMinor: Int8 | null
  readonly pspCurrency: string | null
  readonly txVersion: number | null
  readonly attemptCount: number | null
  readonly txWorking: boolean
  readonly pspReported: WireMoney | null
  readonly asked: { readonly at: string; readonly kind: string } | null
  readonly pspApproved: boolean
  readonly suspense: boolean
  readonly merchantHasIt: boolean
  readonly callbackPsp: string | null
  readonly callbackOutcome: CallbackOutcome | null
  readonly reading: PackedReading | null
  /** Who proposed last to book a difference, which a second person confirms. */
  readonly proposedBy: People
}

const from = sql`investigation_case c
  left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
  left join callback cb on cb.merchant_id = c.merchant_id and cb.id = c.callback_id`

const selected = (
  now: Date,
) => sql`c.merchant_id, c.id, c.tx_id, c.callback_id, c.type, c.state, c.severity, c.cause,
  c.assignee_id, c.assignee, c.due_at, c.resolution, c.opened_at, c.resolved_at, c.version, c.updated_at, c.updated_by,
  ${severityNow(now)} as severity_now, ${isOverdue(now)} as overdue,
  (select count(*)::integer from case_entry e
    where e.merchant_id = c.merchant_id and e.case_id = c.id and e.kind = 'COMMENT') as comment_count,
  t.psp, t.user_id, t.status_no, t.tx_type, t.psp_ref_id, t.currency, t.amount_minor, t.psp_amount_minor, t.psp_currency,
  t.version as tx_version, t.attempt_count, t.next_step is not null as tx_working, t.step_state->'asked' as asked,
  t.step_state->'reported' as psp_reported,
  coalesce((t.step_state->>'pspApproved')::boolean, false) as psp_approved,
  coalesce(t.step_state->'toldMerchant' @> '{"word": "TRANSFER", "heard": true}', false) as merchant_has_it,
  coalesce((t.step_state->>'suspense')::boolean, false) as suspense, cb.psp as callback_psp,
  cb.outcome as callback_outcome, cb.reading, ${personColumns},
  array(select unnest(array[p.author_id::text, p.author]) from (select e.author_id, e.author from case_entry e
    where e.merchant_id = c.merchant_id and e.case_id = c.id and e.kind = 'PROPOSED'
    order by e.at desc, e.id desc limit 1) as p) as proposed_by`

export interface CaseSort {
  readonly column: 'due_at' | 'opened_at'
  readonly descending: boolean
}

const columns: Readonly<Record<string, CaseSort['column']>> = { dueAt: 'due_at', openedAt: 'opened_at' }

/** `dueAt:asc`; cases that are equal come by their id. */
export function readSort(text: string | undefined): CaseSort {
  const [name = '', direction = 'asc', ...rest] = (text ?? caseDefaultSort).split(':')
  const column = columns[name]
  const isFine = caseSorts.includes(name) && rest.length === 0
  if (!isFine || !column || (direction !== 'asc' && direction !== 'desc'))
    throw invalid({ field: 'sort', code: 'SORT', message: `Cannot sort by ${name}` })
  return { column, descending: direction === 'desc' }
}

/** The last row of a page. */
export interface Position {
  readonly at: string
  readonly id: string
}

export const positionOf = ({ column }: CaseSort, row: ListedCase): Position => ({
  at: column === 'due_at' ? row.dueAt : row.openedAt,
  id: row.id,
})

export const writeCursor = ({ at, id }: Position): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

export function readCursor(text: string): Position {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parts) && parts.length === 2) {
      const [at, id] = parts as unknown[]
      if (typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id))
        return { at: new Date(at).toISOString(), id }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}

export interface ListRequest {
  readonly merchants: readonly number[]
  readonly conditions: readonly Condition[]
  readonly now: Date
}

const whereClause = ({ merchants, conditions }: ListRequest): Condition =>
  sql<boolean>`${sql.join([sql`c.merchant_id = any(${[...merchants]}::integer[])`, ...conditions], sql` and `)}`

export async function listRows(
  tx: Tx,
  request: ListRequest,
  { column, descending }: CaseSort,
  page: { readonly limit: number; readonly offset: number; readonly after: Position | null },
): Promise<ListedCase[]> {
  const ref = sql.ref(`c.${column}`)
  const way = sql.raw(descending ? 'desc' : 'asc')
  const { after } = page
  const afterCursor = after
    ? sql`and (${ref}, c.id) ${sql.raw(descending ? '<' : '>')} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedCase>`select ${selected(request.now)} from ${from}
    where ${whereClause(request)} ${afterCursor}
    order by ${ref} ${way}, c.id ${way} limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

export async function countRows(tx: Tx, request: ListRequest): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from (
    select 1 from ${from} where ${whereClause(request)} limit ${totalCap + 1}) as counted`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function* rowBatches(
  tx: Tx,
  request: ListRequest,
  sort: CaseSort,
  size: number,
): AsyncGenerator<ListedCase[]> {
  let after: Position | null = null
  for (;;) {
    const rows: ListedCase[] = await listRows(tx, request, sort, { limit: size, offset: 0, after })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < size) return
    after = positionOf(sort, last)
  }
}

export async function findRow(tx: Tx, id: string, request: ListRequest): Promise<ListedCase | undefined> {
  const { rows } = await sql<ListedCase>`select ${selected(request.now)} from ${from}
    where ${whereClause(request)} and c.id = ${id}`.execute(tx)
  return rows[0]
}

const mostEntries = 500

export async function listEntries(
  tx: Tx,
  { merchantId, id }: Pick<CaseRecord, 'merchantId' | 'id'>,
): Promise<CaseEntry[]> {
  const { rows } = await sql<CaseEntry>`select id, kind, author, at, text, subject, reference from case_entry
    where merchant_id = ${merchantId} and case_id = ${id} order by at, id limit ${mostEntries}`.execute(tx)
  return rows
}

/** PSPs that occur among cases which are not resolved. */
export async function listPsps(tx: Tx, merchants: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ psp: string }>`select distinct coalesce(t.psp, cb.psp) as psp from ${from}
    where c.merchant_id = any(${[...merchants]}::integer[]) and c.state <> 'RESOLVED'
      and coalesce(t.psp, cb.psp) is not null order by 1 limit 200`.execute(tx)
  return rows.map(({ psp }) => psp)
}
