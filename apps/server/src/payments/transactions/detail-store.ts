import { sql } from 'kysely'
import type {
  AttemptView,
  RelatedTransaction,
  TimelineEvent,
  TransactionApproval,
  TransactionCase,
  UserTotals,
} from '@signalbox/model/calls/transaction-detail'
import type { CallbackView, CallLogView, NotificationView } from '@signalbox/model/calls/transaction-external'
import { toWire } from '@signalbox/model/money/money-schema'
import { statusCodeOf, refusedStates } from '@signalbox/model/reference/status-codes'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import type { TransactionTables } from '../core/record/transaction-table.ts'
import type { Decision } from '../core/state/payment.ts'

interface ApprovalTable {
  merchantId: number
  txId: number
  level: number
  decision: string
  username: string
  at: string
  tagId: string | null
  info: string | null
  override: boolean
}

interface CaseTable {
  merchantId: number
  id: string
  txId: number | null
  type: string
  state: string
  severity: string
  assignee: string | null
  dueAt: string
  openedAt: string
}

interface CallbackTable extends CallbackView {
  merchantId: number
  txId: number | null
}

interface NotificationTable extends NotificationView {
  merchantId: number
  txId: number
}

type DetailTables = {
  approval: ApprovalTable
  investigationCase: CaseTable
  callback: CallbackTable
  notification: NotificationTable
} & { [K in keyof TransactionTables]: TransactionTables[K] }

/** Which payment: both parts of its key, taken from a row that was found in scope. */
export interface TxKey {
  readonly merchantId: number
  readonly id: number
}

const tables = (tx: Tx) => tx.withTables<DetailTables>()

const mostEvents = 1_000
const mostCalls = 200
const mostRelated = 200

export const listApprovals = (tx: Tx, { merchantId, id }: TxKey): Promise<TransactionApproval[]> =>
  tables(tx)
    .selectFrom('approval')
    .select(['level', 'decision', 'username', 'at', 'tagId', 'info', 'override'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('level')
    .execute()

export async function openCase(tx: Tx, { merchantId, id }: TxKey): Promise<TransactionCase | null> {
  const found = await tables(tx)
    .selectFrom('investigationCase')
    .select(['id', 'type', 'state', 'severity', 'assignee', 'dueAt'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .where('state', '<>', 'RESOLVED')
    .orderBy('openedAt', 'desc')
    .executeTakeFirst()
  return found ?? null
}

export const listEvents = (tx: Tx, { merchantId, id }: TxKey): Promise<TimelineEvent[]> =>
  tables(tx)
    .selectFrom('txEvent')
    .select(['seq', 'at', 'type', 'step', 'fromNo', 'toNo', 'actor', 'summary', 'durationMs'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('seq')
    .limit(mostEvents)
    .execute()

export interface FactEvent {
  readonly seq: number
  readonly at: string
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly decisions: readonly Decision[] | null
}

/** What was known and decided, step by step. */
export async function listDecided(tx: Tx, { merchantId, id }: TxKey): Promise<FactEvent[]> {
  const rows = await tables(tx)
    .selectFrom('txEvent')
    .select(['seq', 'at', 'facts', 'decisions'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('seq')
    .limit(mostEvents)
    .execute()
  return rows.map((row) => ({ ...row, decisions: row.decisions as readonly Decision[] | null }))
}

/** Everything that is known of a payment by now. */
export async function lastFacts(
  tx: Tx,
  { merchantId, id }: TxKey,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<{ facts: Readonly<Record<string, unknown>> | null }>`
    select step_state->'facts' as facts from transaction
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]?.facts ?? {}
}

export async function listAttempts(tx: Tx, { merchantId, id }: TxKey): Promise<AttemptView[]> {
  const rows = await tables(tx)
    .selectFrom('txAttempt')
    .select(['no', 'reason', 'action', 'psp', 'pspAccount', 'pspVersion', 'amountMinor', 'currency'])
    .select(['ruleRef', 'requestedAt', 'answeredAt', 'latencyMs', 'outcome', 'statusNo', 'pspRefId'])
    .select(['pspStatusCode', 'pspStatusMessage', 'retryable'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('no')
    .execute()
  return rows.map(({ amountMinor, currency, ...row }) => ({
    ...row,
    amount: toWire({ minor: BigInt(amountMinor), currency }),
  }))
}

export async function listRelated(tx: Tx, { merchantId, id }: TxKey): Promise<RelatedTransaction[]> {
  const rows = await tables(tx)
    .selectFrom('transaction')
    .select(['id', 'originTxId', 'txType', 'method', 'statusNo', 'amountMinor', 'currency', 'psp'])
    .select('createdAt as created')
    .where('merchantId', '=', merchantId)
    .where((eb) => eb.or([eb('id', '=', id), eb('originTxId', '=', id), eb('rootTxId', '=', id)]))
    .orderBy('id')
    .limit(mostRelated)
    .execute()
  return rows.map(({ statusNo, amountMinor, currency, ...row }) => ({
    ...row,
    statusCodeNo: statusNo,
    state: statusCodeOf(statusNo)?.status ?? 'INCONSISTENT',
    amount: toWire({ minor: BigInt(amountMinor), currency }),
  }))
}

const mostCounted = 10_000
const monthsShown = 12

/** The months before and with the one of `now`, the oldest first: "2026-07". */
function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthsShown - 1 - index), 1))
      .toISOString()
      .slice(0, 7),
  )
}

async function monthsOf(
  tx: Tx,
  { merchantId, userId, now }: { readonly merchantId: number; readonly userId: string; readonly now: Date },
): Promise<UserTotals['months']> {
  const months = lastMonths(now)
  const { rows } = await sql<{ month: string; deposits: number; withdrawals: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
      count(*) filter (where method = 'DEPOSIT')::integer as deposits,
      count(*) filter (where method = 'WITHDRAWAL')::integer as withdrawals
    from (select method, created_at from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} and created_at >= ${`${months[0]}-01`}::timestamptz
        and ${statusIs('status_no', 'SUCCESSFUL')}
      order by id desc limit ${mostCounted}) own
    group by 1`.execute(tx)
  if (rows.length === 0) return []
  return months.map(
    (month) => rows.find((row) => row.month === month) ?? { month, deposits: 0, withdrawals: 0 },
  )
}

/** The user's payments at the merchant, newest first and counted no further than anybody needs to judge them. */
export async function userTotals(
  tx: Tx,
  user: { readonly merchantId: number; readonly userId: string; readonly now: Date },
): Promise<UserTotals> {
  const { merchantId, userId } = user
  interface Group {
    method: string
    currency: string
    successful: number
    failed: number
    minor: string
    first: string
    last: string
    counted: number
  }
  const { rows } = await sql<Group>`
    with own as materialized (
      select method, currency, status_no, amount_minor, created_at from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} order by id desc limit ${mostCounted})
    select method, currency,
      count(*) filter (where ${statusIs('status_no', 'SUCCESSFUL')})::integer as successful,
      count(*) filter (where ${statusIs('status_no', ...refusedStates)})::integer as failed,
      coalesce(sum(amount_minor) filter (where ${statusIs('status_no', 'SUCCESSFUL')}), 0)::text as minor,
      min(created_at) as first, max(created_at) as last, count(*)::integer as counted
    from own group by method, currency order by method, currency`.execute(tx)
  const accounts = await tables(tx)
    .selectFrom('transaction')
    .select(({ fn }) => fn.count<number>('accountHash').distinct().as('accounts'))
    .where('merchantId', '=', merchantId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const firsts = rows.map(({ first }) => first).sort()
  const lasts = rows.map(({ last }) => last).sort()
  return {
    firstSeen: firsts[0] ?? null,
    lastSeen: lasts.at(-1) ?? null,
    capped: rows.reduce((sum, { counted }) => sum + counted, 0) >= mostCounted,
    accounts: Number(accounts.accounts),
    months: await monthsOf(tx, user),
    methods: rows.map(({ method, currency, successful, failed, minor }) => ({
      method,
      currency,
      successful,
      failed,
      total: toWire({ minor: BigInt(minor), currency }),
    })),
  }
}

export const listCalls = (tx: Tx, { merchantId, id }: TxKey): Promise<CallLogView[]> =>
  tables(tx)
    .selectFrom('txLog')
    .select(['id', 'attemptNo', 'direction', 'target', 'method', 'url', 'requestHeaders', 'requestBody'])
    .select(['status', 'responseHeaders', 'responseBody', 'at', 'latencyMs'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .limit(mostCalls)
    .execute()

export const listCallbacks = (tx: Tx, { merchantId, id }: TxKey): Promise<CallbackView[]> =>
  tables(tx)
    .selectFrom('callback')
    .select(['id', 'psp', 'receivedAt', 'sourceIp', 'signatureOk', 'outcome', 'note', 'body'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('receivedAt')
    .limit(mostCalls)
    .execute()

export const listNotifications = (tx: Tx, { merchantId, id }: TxKey): Promise<NotificationView[]> =>
  tables(tx)
    .selectFrom('notification')
    .select(['id', 'kind', 'leg', 'target', 'status', 'attempt', 'nextAt', 'httpStatus', 'responseSnippet'])
    .select(['createdAt', 'sentAt', 'sequence'])
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('createdAt')
    .orderBy('sequence')
    .limit(mostCalls)
    .execute()

export interface NotifiedAt {
  readonly kind: string
  readonly at: string
}

/** When each kind of message about a payment was last sent. */
export async function lastTold(tx: Tx, { merchantId, id }: TxKey): Promise<NotifiedAt[]> {
  const { rows } =
    await sql<NotifiedAt>`select kind, max(coalesce(sent_at, created_at)) as at from notification
    where merchant_id = ${merchantId} and tx_id = ${id} group by kind order by kind`.execute(tx)
  return rows
}
