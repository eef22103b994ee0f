import { sql } from 'kysely'
import type { CaseCandidate } from '@signalbox/model/calls/case-sheet'
import { toWire } from '@signalbox/model/money/money-schema'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { Int8, Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { reportedAmount } from '../core/flow/packed-reading.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import type { StoredCallback } from './facts-store.ts'

const dayMs = 86_400_000
/** Of so many some are offered: most that are about the same amount cannot be meant. */
const mostLookedAt = 40

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

/** Payments at the same PSP that it calls the same, or that were about the same amount around that time, likeliest first. */
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
        where ${inScope} and psp_ref_id = ${pspRefId} order by id desc limit ${mostLookedAt}`.execute(tx)
    : { rows: [] }
  // What is over is seldom meant, so the open ones come first.
  const alike = amount
    ? await sql<CandidateRow>`select ${columns} from transaction
        where ${inScope} and id between ${first} and ${last} and psp_amount_minor = ${amount.minor}
          and psp_currency = ${amount.currency} and origin_tx_id is null
          and (${pspRefId} = '' or coalesce(psp_ref_id, '') in ('', ${pspRefId}))
        order by ${statusIs('status_no', 'SUCCESSFUL')}, abs(extract(epoch from created_at - ${receivedAt}::timestamptz))
        limit ${mostLookedAt}`.execute(tx)
    : { rows: [] }
  const alreadyNamed = new Set(named.rows.map(({ txId }) => txId))
  const found = [
    ...named.rows.map((row) => ({ row, why: 'Same PSP reference' })),
    ...alike.rows
      .filter(({ txId }) => !alreadyNamed.has(txId))
      .map((row) => ({ row, why: 'Same amount at the same PSP within a day' })),
  ]
  return found.map(({ row: { pspAmountMinor, pspCurrency, ...row }, why }) => ({
    ...row,
    why,
    pspAmount:
      pspAmountMinor === null || pspCurrency === null
        ? null
        : toWire({ minor: BigInt(pspAmountMinor), currency: pspCurrency }),
  }))
}
