import { sql } from 'kysely'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusIs } from '../../apps/server/src/kit/status-sql.ts'
import { receivablesOf } from '../receivables.ts'
import type { Rig } from '../round.ts'
import type { PspBookLine, SandboxClient } from '../sandbox-client.ts'
import { owedFor } from './account-totals.ts'

const referenceOf = ({ merchantId, txId }: CaseSheet): string => txRefId(Number(merchantId), txId ?? 0)

/** What was taken or paid out, else what is reserved. */
function movedIn(book: readonly PspBookLine[]): WireMoney | undefined {
  const taken = book.filter(({ movement }) => movement === 'captured' || movement === 'paidOut')
  const lines = taken.length > 0 ? taken : book.filter(({ movement }) => movement === 'authorized')
  const [first] = lines
  const minor = lines.reduce((sum, line) => sum + BigInt(line.minor), 0n)
  return first && toWire({ minor, currency: first.currency })
}

/** What the PSP's own book says became of a transaction: the evidence every decision rests on. */
export async function evidenceOf(sandbox: SandboxClient, sheet: CaseSheet) {
  const operations = await sandbox.operationsOf(referenceOf(sheet))
  return {
    moved: movedIn(await sandbox.book(referenceOf(sheet))),
    done: operations.find(({ state }) => state === 'approved' || state === 'authorized'),
    undecided: operations.find(({ state }) => state === 'pending' || state === 'confirmation'),
  }
}

export type Evidence = Awaited<ReturnType<typeof evidenceOf>>

/** Our side of a payment and everything that followed from it, per PSP. */
async function bookedFor({ db }: Rig, txId: number): Promise<bigint> {
  const { rows } = await sql<{ id: number }>`select id from transaction
    where id = ${txId} or origin_tx_id = ${txId}`.execute(db)
  const lines = await receivablesOf(
    db,
    rows.map(({ id }) => id),
  )
  return lines.reduce((sum, { minor }) => sum + BigInt(minor), 0n)
}

const toldAs: Readonly<Record<string, { readonly movement: string; readonly txType: string; sign: bigint }>> =
  {
    reversal: { movement: 'returned', txType: 'Reversal', sign: 1n },
    disputeFiled: { movement: 'disputed', txType: 'DisputeFiled', sign: 1n },
    disputeResolved: { movement: 'disputed', txType: 'DisputeResolved', sign: -1n },
  }

/** How often we booked that so much went back, or was won back, of a payment. */
async function timesBooked(
  { db }: Rig,
  { txId, subject, txType, minor }: { txId: number; subject: string; txType: string; minor: bigint },
): Promise<number> {
  const { rows } = await sql<{ times: number }>`select
    (select count(*)::integer from transaction where origin_tx_id = ${txId} and tx_type = ${txType}
      and abs(psp_amount_minor) = ${String(minor)}) +
    (select count(*)::integer from callback c join journal_entry e on e.merchant_id = c.merchant_id
      and e.source_type = 'ADJUSTMENT' and e.source_id = c.id::text
      where c.tx_id = ${txId} and c.reading->>'subject' = ${subject}
        and c.reading->'amount'->>0 = ${String(minor)}) as times`.execute(db)
  return rows[0]?.times ?? 0
}

/** Whether the PSP gave what a message tells of an id of its own: what has none did not move. */
async function isNamed({ db }: Rig, { callbackId }: CaseSheet): Promise<boolean> {
  const { rows } = await sql`select 1 from callback
    where id = ${callbackId} and reading->>'returnId' is not null`.execute(db)
  return rows.length > 0
}

/** Whether a callback that could not be booked tells of money that moved and is missing in our books. */
export async function isMissing(rig: Rig, sandbox: SandboxClient, sheet: CaseSheet): Promise<boolean> {
  const { callback, txId } = sheet
  const told = callback?.amount && parseMoney(callback.amount.amount, callback.amount.currency)
  const subject = callback?.subject ?? ''
  const kind = toldAs[subject]
  if (!told || !kind || txId === null || !(await isNamed(rig, sheet))) return false
  const book = await sandbox.book(referenceOf(sheet))
  const moved = book.filter(
    ({ movement, minor }) => movement === kind.movement && BigInt(minor) === kind.sign * told.minor,
  )
  const { txType } = kind
  const times = await timesBooked(rig, { txId, subject, txType, minor: told.minor })
  return moved.length > times && owedFor(book) !== (await bookedFor(rig, txId))
}

/** What was asked for about a payment and waits for somebody's approval: until then it may take what is left. */
export async function waitingForApproval({ db }: Rig, txId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from transaction
    where origin_tx_id = ${txId} and ${statusIs('status_no', 'WAITING_APPROVAL')} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
