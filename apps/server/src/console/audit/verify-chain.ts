import type { AuditAnchor, ChainFault, ChainVerification } from '@signalbox/model/calls/audit'
import { entryHash, genesisHash, sealOf } from '../../kit/audit.ts'
import type { AuditEntryRow } from '../../kit/tables.ts'
import type { ChainHead } from './chain-store.ts'
import type { Witness } from './witness-files.ts'

export interface ChainToVerify {
  readonly chainId: number
  readonly fromSeq: number
  /** Null: to the end, where the head must agree. */
  readonly toSeq: number | null
  /** Hash of the entry before the first, null when that entry is missing. */
  readonly previousHash: string | null
  readonly entries: AsyncIterable<readonly AuditEntryRow[]>
  readonly head: ChainHead | null
  /** From the first entry on. */
  readonly anchors: readonly AuditAnchor[]
  /** The same from outside of the database. */
  readonly witnesses: readonly Witness[]
}

interface Break {
  readonly seq: number
  readonly fault: ChainFault
}

export const faultReasons: Record<ChainFault, string> = {
  ENTRY_CHANGED: 'The entry does not match its own hash.',
  ENTRY_MISSING: 'The entry is missing.',
  LINK_BROKEN: 'The entry is not linked to the previous entry.',
  HEAD_MISSING: 'The head of the chain is missing.',
  HEAD_MISMATCH: 'The head of the chain points to a different last entry.',
  HEAD_SEAL: 'The head of the chain was not written with the key; entries after it may be missing.',
  ANCHOR_MISMATCH: 'The entries up to an anchor do not match the anchor.',
  ANCHOR_SEAL: 'An anchor was not written with the key.',
  ANCHOR_MISSING: 'An anchor that is in a file is missing from the database, or another one is in its place.',
  EVENTS_CHANGED: 'The payment events sealed by this entry have changed.',
}

function entryBreak(entry: AuditEntryRow, previous: { seq: number; hash: string }): Break | null {
  if (entry.seq !== previous.seq + 1) return { seq: previous.seq + 1, fault: 'ENTRY_MISSING' }
  const { hash, ...content } = entry
  if (entryHash(content) !== hash) return { seq: entry.seq, fault: 'ENTRY_CHANGED' }
  if (entry.prevHash !== previous.hash) return { seq: entry.seq, fault: 'LINK_BROKEN' }
  return null
}

/** Where the chain ends: nothing may be missing behind the last entry, and the head must say the same. */
function endBreak(
  { chainId, head, anchors, witnesses, fromSeq }: ChainToVerify,
  last: { seq: number; hash: string },
  trusted: number,
  key: Buffer,
): Break | null {
  const next = last.seq + 1
  if ([...anchors, ...witnesses].some(({ lastSeq }) => lastSeq > last.seq))
    return { seq: next, fault: 'ENTRY_MISSING' }
  if (!head) return last.seq === 0 && fromSeq === 1 ? null : { seq: next, fault: 'HEAD_MISSING' }
  if (head.seal !== sealOf(key, chainId, head.lastSeq, head.lastHash))
    return { seq: next, fault: 'HEAD_SEAL' }
  if (head.lastSeq > last.seq) return { seq: next, fault: 'ENTRY_MISSING' }
  if (head.lastSeq < last.seq) return { seq: head.lastSeq + 1, fault: 'HEAD_MISMATCH' }
  // Consistent in itself, but not what the head was sealed for: written anew somewhere since the last anchor.
  return head.lastHash === last.hash ? null : { seq: trusted + 1, fault: 'HEAD_MISMATCH' }
}

function missingAnchor({ anchors, witnesses }: ChainToVerify): Break | null {
  const missing = witnesses.find(
    ({ day, hash }) =>
      day !== undefined && !anchors.some((anchor) => anchor.day === day && anchor.hash === hash),
  )
  return missing ? { seq: missing.lastSeq, fault: 'ANCHOR_MISSING' } : null
}

/** Anchors and witnesses as one list, in the order of the entries they vouch for. */
function vouchersOf({ anchors, witnesses }: ChainToVerify) {
  const all = [
    ...anchors.map((anchor) => ({ ...anchor, isAnchor: true })),
    ...witnesses.map((witness) => ({ ...witness, isAnchor: false })),
  ]
  return all.sort((a, b) => a.lastSeq - b.lastSeq)
}

/**
 * Goes through a chain in its order and stops at the first entry that cannot be trusted. Hashes show what was changed
 * in place, links what was left out or moved, the head what was cut off, anchors and witnesses what was written anew as
 * a whole or put back to an earlier state.
 */
export async function verifyChain(chain: ChainToVerify, key: Buffer): Promise<ChainVerification> {
  const { chainId, fromSeq, toSeq } = chain
  const before = fromSeq === 1 ? genesisHash : chain.previousHash
  let last = { seq: fromSeq - 1, hash: before ?? '' }
  let trusted = last.seq
  const checked = { anchors: 0, witnesses: 0 }
  const finish = (found: Break | null): ChainVerification => ({
    chainId,
    ok: found === null,
    fromSeq,
    toSeq: last.seq,
    checkedEntries: last.seq - fromSeq + 1,
    checkedAnchors: checked.anchors,
    checkedWitnesses: checked.witnesses,
    brokenSeq: found?.seq ?? null,
    fault: found?.fault ?? null,
    reason: found ? faultReasons[found.fault] : null,
  })
  if (before === null) return finish({ seq: fromSeq - 1, fault: 'ENTRY_MISSING' })

  const vouchers = vouchersOf(chain)
  let next = 0
  for await (const batch of chain.entries) {
    for (const entry of batch) {
      const broken = entryBreak(entry, last)
      if (broken) return finish(broken)
      last = { seq: entry.seq, hash: entry.hash }
      for (let voucher = vouchers[next]; voucher?.lastSeq === entry.seq; voucher = vouchers[++next]) {
        if (voucher.seal !== sealOf(key, chainId, voucher.lastSeq, voucher.hash))
          return finish({ seq: entry.seq, fault: 'ANCHOR_SEAL' })
        // The voucher is genuine, so the entries since the last one that agreed were written anew.
        if (voucher.hash !== entry.hash) return finish({ seq: trusted + 1, fault: 'ANCHOR_MISMATCH' })
        trusted = entry.seq
        checked[voucher.isAnchor ? 'anchors' : 'witnesses']++
      }
    }
  }
  if (toSeq === null) return finish(endBreak(chain, last, trusted, key) ?? missingAnchor(chain))
  return finish(last.seq < toSeq ? { seq: last.seq + 1, fault: 'ENTRY_MISSING' } : missingAnchor(chain))
}
