import { sql } from 'kysely'
import type { CaseCallback } from '@signalbox/model/calls/case-sheet'
import type { CaseFacts } from '@signalbox/model/investigation/suspected-cause'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Tx } from '../../kit/database.ts'
import { reportedAmount, type PackedReading } from '../core/flow/packed-reading.ts'

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
  const { reference, statusNo, subject } = reading
  return {
    psp,
    subject: typeof subject === 'string' ? subject : null,
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

export type StoredCallback = Pick<
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
