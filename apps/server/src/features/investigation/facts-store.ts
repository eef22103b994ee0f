import { sql } from 'kysely'
import type { CaseCallback, CaseCandidate } from '@signalbox/model/calls/case-sheet'
import type { CaseFacts } from '@signalbox/model/investigation/suspected-cause'
import { toWire } from '@signalbox/model/money/money-schema'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { Int8, Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import { reportedAmount, type PackedReading } from '../../payments/flow/packed-reading.ts'

type Attempt = CaseFacts['attempts'][number]
type Callback = CaseFacts['callbacks'][number]

/** What was said to and by PSPs about some payments, by merchant and transaction. */
export interface Talk {
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>
  readonly callbacks: ReadonlyMap<string, readonly Callback[]>
}

export const talkKey = ({ merchantId, txId }: { merchantId: number; txId: number | null }): string =>
  `${merchantId} ${txId}`

interface Keyed {
  readonly merchantId: number
  readonly txId: number
}

function byPayment<R extends Keyed, T>(rows: readonly R[], read: (row: R) => T): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) found.set(talkKey(row), [...(found.get(talkKey(row)) ?? []), read(row)])
  return found
}

export const callbackFact = (psp: string, signatureOk: boolean, reading: PackedReading): Callback => {
  const amount = reportedAmount(reading)
  const { reference, statusNo } = reading
  return {
    psp,
    signatureOk,
    statusNo: typeof statusNo === 'number' ? statusNo : null,
    amount: amount && toWire(amount),
    reference: typeof reference === 'string' && reference !== '' ? reference : null,
  }
}

export async function readTalk(tx: Tx, keys: readonly Keyed[]): Promise<Talk> {
  if (keys.length === 0) return { attempts: new Map(), callbacks: new Map() }
  const wanted = sql`(select * from unnest(${keys.map(({ merchantId }) => merchantId)}::integer[],
    ${keys.map(({ txId }) => txId)}::bigint[]))`
  const attempts = await sql<
    Keyed & Attempt
  >`select merchant_id, tx_id, no, psp, status_no, latency_ms, psp_ref_id
    from tx_attempt where (merchant_id, tx_id) in ${wanted} order by no`.execute(tx)
  const callbacks = await sql<Keyed & { psp: string; signatureOk: boolean; reading: PackedReading }>`
    select merchant_id, tx_id, psp, signature_ok, reading from callback
    where (merchant_id, tx_id) in ${wanted} order by received_at limit 2000`.execute(tx)
  return {
    attempts: byPayment(attempts.rows, ({ no, psp, statusNo, latencyMs, pspRefId }) => ({
      no,
      psp,
      statusNo,
      latencyMs,
      pspRefId,
    })),
    callbacks: byPayment(callbacks.rows, ({ psp, signatureOk, reading }) =>
      callbackFact(psp, signatureOk, reading),
    ),
  }
}

type StoredCallback = Pick<
  CaseCallback,
  'id' | 'psp' | 'pspAccount' | 'receivedAt' | 'sourceIp' | 'outcome' | 'body'
> & { readonly reading: PackedReading }

export async function findCallback(
  tx: Tx,
  merchantId: number,
  id: string,
): Promise<StoredCallback | undefined> {
  const { rows } = await sql<StoredCallback>`
    select id, psp, psp_account, received_at, source_ip, outcome, body, reading from callback
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]
}

const dayMs = 86_400_000
const mostCandidates = 5

interface CandidateRow {
  readonly txId: number
  readonly merchantId: number
  readonly created: string
  readonly statusNo: number
  readonly userId: string
  readonly pspAmountMinor: Int8 | null
  readonly pspCurrency: string | null
  readonly pspRefId: string | null
}

/** Payments at the same PSP that it calls the same, or that were about the same amount around that time. */
export async function findCandidates(
  tx: Tx,
  { scope, user }: Pick<Work, 'scope' | 'user'>,
  { psp, receivedAt, reading }: Pick<StoredCallback, 'psp' | 'receivedAt' | 'reading'>,
): Promise<CaseCandidate[]> {
  const amount = reportedAmount(reading)
  const pspRefId = typeof reading.pspRefId === 'string' ? reading.pspRefId : ''
  const received = Date.parse(receivedAt)
  const [first, last] = [firstTxIdAt(received - dayMs), firstTxIdAt(received + dayMs)]
  const columns = sql`id as tx_id, merchant_id, created_at as created, status_no, user_id, psp_amount_minor,
    psp_currency, psp_ref_id`
  const seen =
    unlessRestricted(user.roles, { merchant: 'merchant_id', user: 'user_id' }) ?? sql<boolean>`true`
  const inScope = sql`merchant_id = any(${[...scope.effective]}::integer[]) and psp = ${psp} and ${seen}`
  const named = pspRefId
    ? await sql<CandidateRow>`select ${columns} from transaction
        where ${inScope} and psp_ref_id = ${pspRefId} order by id desc limit ${mostCandidates}`.execute(tx)
    : { rows: [] }
  // What is over is seldom meant, so the open ones come first.
  const alike = amount
    ? await sql<CandidateRow>`select ${columns} from transaction
        where ${inScope} and id between ${first} and ${last} and psp_amount_minor = ${amount.minor}
          and psp_currency = ${amount.currency} and origin_tx_id is null
        order by status_no between 0 and 99, abs(extract(epoch from created_at - ${receivedAt}::timestamptz))
        limit ${mostCandidates}`.execute(tx)
    : { rows: [] }
  const alreadyNamed = new Set(named.rows.map(({ txId }) => txId))
  const found = [
    ...named.rows.map((row) => ({ row, why: 'The PSP calls it the same' })),
    ...alike.rows
      .filter(({ txId }) => !alreadyNamed.has(txId))
      .map((row) => ({ row, why: 'The same amount at the same PSP within a day' })),
  ]
  return found.slice(0, mostCandidates).map(({ row: { pspAmountMinor, pspCurrency, ...row }, why }) => ({
    ...row,
    why,
    pspAmount:
      pspAmountMinor === null || pspCurrency === null
        ? null
        : toWire({ minor: BigInt(pspAmountMinor), currency: pspCurrency }),
  }))
}
