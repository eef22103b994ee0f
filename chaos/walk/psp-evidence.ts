import { sql } from 'kysely'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { parseMoney } from '@signalbox/model/money/money-text'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { Rig } from '../round.ts'
import type { SandboxClient } from '../sandbox-client.ts'
import { owedFor } from './account-totals.ts'

const referenceOf = ({ merchantId, txId }: CaseSheet): string => txRefId(Number(merchantId), txId ?? 0)

/** What the PSP's own book says became of a transaction: the evidence every decision rests on. */
export async function evidenceOf(sandbox: SandboxClient, sheet: CaseSheet) {
  const operations = await sandbox.operationsOf(referenceOf(sheet))
  return {
    done: operations.find(({ state }) => state === 'approved' || state === 'authorized'),
    undecided: operations.find(({ state }) => state === 'pending' || state === 'confirmation'),
  }
}

export type Evidence = Awaited<ReturnType<typeof evidenceOf>>

/** Our side of a payment and everything that followed from it, per PSP. */
async function bookedFor({ db }: Rig, txId: number): Promise<bigint> {
  const { rows } = await sql<{ minor: string }>`select coalesce(sum(p.debit - p.credit), 0)::text as minor
    from transaction t join journal_entry e on e.merchant_id = t.merchant_id
      and e.source_type = 'TRANSACTION' and e.source_id = t.id::text
    join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where (t.id = ${txId} or t.origin_tx_id = ${txId}) and p.account like 'PSP\\_RECEIVABLE:%'`.execute(db)
  return BigInt(rows[0]?.minor ?? 0)
}

/** Whether a callback that could not be booked tells of money that moved and is missing in our books. */
export async function isMissing(rig: Rig, sandbox: SandboxClient, sheet: CaseSheet): Promise<boolean> {
  const { callback, txId } = sheet
  const told = callback?.amount && parseMoney(callback.amount.amount, callback.amount.currency)
  if (!told || txId === null) return false
  const theirs = owedFor(await sandbox.book(referenceOf(sheet)))
  const difference = theirs - (await bookedFor(rig, txId))
  const isPayout = sheet.txType?.endsWith('Withdrawal') === true
  const comesIn = callback?.subject === 'disputeResolved' || isPayout
  return comesIn ? difference >= told.minor : -difference >= told.minor
}
