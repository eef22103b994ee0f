import type { AuditAnchor } from '@signalbox/model/calls/audit'
import { sealOf } from '../../kit/audit.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { allChains, anchorsOfDay, heads, insertAnchor } from './chain-store.ts'

/**
 * Takes the day's anchor of every chain that has none yet and gives all anchors of the day. A head whose seal is wrong
 * gets no anchor: sealing it again would make a forgery genuine.
 */
export async function takeAnchors(
  { db, auditKey }: Pick<KitDeps, 'db' | 'auditKey'>,
  now: Date,
): Promise<AuditAnchor[]> {
  const day = now.toISOString().slice(0, 10)
  const forged: number[] = []
  for (const { chainId, lastSeq, lastHash, seal } of await heads(db, await allChains(db))) {
    if (lastSeq === 0) continue
    if (seal !== sealOf(auditKey, chainId, lastSeq, lastHash)) forged.push(chainId)
    else await insertAnchor(db, { chainId, day, lastSeq, hash: lastHash, seal, at: now.toISOString() })
  }
  if (forged.length > 0)
    throw new Error(`The head of audit chain ${forged.join(', ')} was not written with the key`)
  return anchorsOfDay(db, day)
}
