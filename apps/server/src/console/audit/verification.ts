import type { AuditVerification, ChainVerification } from '@signalbox/model/calls/audit'
import type { Tx } from '../../kit/database.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { chainEntries, getHash, getHead, lastSeqOf, listAnchors, seqBefore, seqFrom } from './chain-store.ts'
import { firstBrokenSeal } from '../../payments/core/record/event-seal-store.ts'
import { faultReasons, verifyChain } from './verify-chain.ts'
import { readWitnesses, type Witness } from './witness-files.ts'

/** Numbers of entries, or days in UTC; an absent side is open. */
export interface VerifyRange {
  readonly from?: string
  readonly to?: string
}

const dayMs = 24 * 60 * 60 * 1000
const isNumber = (text: string): boolean => /^\d+$/.test(text)

async function firstSeq(tx: Tx, chain: number, from: string | undefined): Promise<number | null> {
  if (from === undefined) return 1
  return isNumber(from) ? Math.max(1, Number(from)) : seqFrom(tx, chain, new Date(from))
}

/** Null: to the end of the chain, head included. */
async function lastSeq(tx: Tx, chain: number, to: string | undefined): Promise<number | null> {
  if (to === undefined) return null
  const end = await lastSeqOf(tx, chain)
  const wanted = isNumber(to)
    ? Number(to)
    : ((await seqBefore(tx, chain, new Date(Date.parse(to) + dayMs))) ?? 0)
  return wanted >= end ? null : wanted
}

const nothingThere = (chainId: number): ChainVerification => ({
  chainId,
  ok: true,
  fromSeq: 0,
  toSeq: 0,
  checkedEntries: 0,
  checkedAnchors: 0,
  checkedWitnesses: 0,
  brokenSeq: null,
  fault: null,
  reason: null,
})

async function verifyOne(
  tx: Tx,
  key: Buffer,
  chainId: number,
  { range, witnesses }: { range: VerifyRange; witnesses: readonly Witness[] },
): Promise<ChainVerification> {
  const fromSeq = await firstSeq(tx, chainId, range.from)
  const toSeq = await lastSeq(tx, chainId, range.to)
  if (fromSeq === null || (toSeq !== null && toSeq < fromSeq)) return nothingThere(chainId)
  const inRange = ({ lastSeq: seq }: { lastSeq: number }) =>
    seq >= fromSeq && (toSeq === null || seq <= toSeq)
  const verified = await verifyChain(
    {
      chainId,
      fromSeq,
      toSeq,
      previousHash: fromSeq === 1 ? null : await getHash(tx, chainId, fromSeq - 1),
      head: await getHead(tx, chainId),
      anchors: (await listAnchors(tx, chainId, fromSeq)).filter(inRange),
      witnesses: witnesses.filter((witness) => witness.chainId === chainId && inRange(witness)),
      entries: chainEntries(tx, chainId, fromSeq, toSeq ?? Number.MAX_SAFE_INTEGER),
    },
    key,
  )
  return verified.ok ? verifySealed(tx, verified) : verified
}

/** The entries hold; do the payments still have the events that were sealed with them? */
async function verifySealed(tx: Tx, verified: ChainVerification): Promise<ChainVerification> {
  const broken = await firstBrokenSeal(tx, verified.chainId, verified)
  if (!broken) return verified
  const fault = 'EVENTS_CHANGED'
  const which = broken.txId === null ? '' : ` Transaction ${broken.txId}.`
  return { ...verified, ok: false, brokenSeq: broken.seq, fault, reason: `${faultReasons[fault]}${which}` }
}

export interface VerifyOptions {
  readonly range?: VerifyRange
  /** Where this node keeps what the ends of the chains once were. */
  readonly folder?: string
  /** What was received elsewhere. */
  readonly witnesses?: readonly Witness[]
  readonly signal?: AbortSignal
}

/** Each chain is read as of one moment, so that entries written meanwhile are neither missing nor too many. */
export async function verifyChains(
  { db, auditKey, now }: Pick<KitDeps, 'db' | 'auditKey' | 'now'>,
  chains: readonly number[],
  { range = {}, folder, witnesses: received = [], signal }: VerifyOptions = {},
): Promise<AuditVerification> {
  // Before the database, because what is written down meanwhile could not be in there yet.
  const own = folder === undefined ? [] : await readWitnesses(folder, auditKey)
  const witnesses = [...own, ...received]
  const results: ChainVerification[] = []
  for (const chain of chains) {
    signal?.throwIfAborted()
    results.push(
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => verifyOne(tx, auditKey, chain, { range, witnesses })),
    )
  }
  return { ok: results.every(({ ok }) => ok), at: now().toISOString(), chains: results }
}
