import type { AuditEntry } from '@signalbox/model/calls/audit'
import type { AuditWidgetData, ChangesWidgetData } from '@signalbox/model/calls/home'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { openSubjects } from '../../kit/subject-seal.ts'
import { wholeDiff, type LogReader } from './store.ts'
import { heads, latestAnchors, listVerifications } from './chain-store.ts'

export { takeAnchors } from './anchors.ts'
export { allChains, countBroken, saveVerification } from './chain-store.ts'
export { chainsInScope } from './chains-in-scope.ts'
export { HeadWatch } from './head-watch.ts'
export { verifyChains } from './verification.ts'
export { mailChannel, webhookChannel } from './witness-channels.ts'
export { auditFolder, writeAnchors, type Witness } from './witness-files.ts'
export { witnessesIn } from './witness-lines.ts'
export { WitnessSender, type WitnessDelivery } from './witness-sender.ts'

/** How each chain stands: its length, its newest anchor and what the last full check found. */
export async function chainStates(tx: Tx, chains: readonly number[]): Promise<AuditWidgetData['chains']> {
  const lengths = await heads(tx, chains)
  const anchors = await latestAnchors(tx, chains)
  const verifications = await listVerifications(tx, chains)
  const names = await tx
    .selectFrom('merchant')
    .select(['id', 'name'])
    .where('id', 'in', [...chains])
    .execute()
  return chains.map((chainId) => {
    const verified = verifications.find(({ result }) => result.chainId === chainId)
    return {
      chainId,
      name: names.find(({ id }) => id === chainId)?.name ?? String(chainId),
      lastSeq: lengths.find((head) => head.chainId === chainId)?.lastSeq ?? 0,
      verifiedAt: verified?.at ?? null,
      verification: verified?.result ?? null,
      anchor: anchors.find((anchor) => anchor.chainId === chainId) ?? null,
    }
  })
}

const mostEntries = 100

/** What was done to one thing, newest first. */
export async function entriesAbout(
  { tx, auditKey }: LogReader,
  merchants: readonly number[],
  { entityType, entityId }: { readonly entityType: string; readonly entityId: string },
): Promise<Pick<AuditEntry, EntryColumn>[]> {
  const rows = await tx
    .selectFrom('auditEntry')
    .select(['chainMerchantId as chainId', 'seq', 'at', 'actorName', 'actorType', 'action', 'result'])
    .select(['errorCode', 'note', 'diff'])
    .where('merchantId', 'in', [...merchants])
    .where('entityType', '=', entityType)
    .where('entityId', '=', entityId)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(mostEntries)
    .execute()
  const opened = await openSubjects(tx, auditKey, rows)
  return opened.map((row) => ({ ...row, diff: wholeDiff(row.diff) })) as Pick<AuditEntry, EntryColumn>[]
}

type EntryColumn =
  | 'chainId'
  | 'seq'
  | 'at'
  | 'actorName'
  | 'actorType'
  | 'action'
  | 'result'
  | 'errorCode'
  | 'note'
  | 'diff'

/** Nobody's configuration: people's own settings, and the seals the platform puts on what payments did. */
const noConfiguration = ['userdata', 'saved-view', 'tx-event-seal']
const mostCounted = 1_000

/** What was created, changed or deleted since an instant, newest first. */
export async function recentChanges(
  tx: Tx,
  merchants: readonly number[],
  since: Date,
  limit: number,
): Promise<ChangesWidgetData> {
  const changes = tx
    .selectFrom('auditEntry')
    .where('merchantId', 'in', [...merchants])
    .where('at', '>=', since.toISOString())
    .where('changeType', 'is not', null)
    .where('result', '=', 'OK')
    .where('entityType', 'not in', noConfiguration)
  const items = await changes
    .select(['chainMerchantId as chainId', 'seq', 'at', 'merchantId', 'actorName'])
    .select(['entityType', 'entityId', 'entityLabel', 'changeType', 'action'])
    .orderBy('at', 'desc')
    .orderBy('chainMerchantId', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  const { total } = await tx
    .selectFrom(
      changes
        .select(sql`1`.as('one'))
        .limit(mostCounted)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, items: items as ChangesWidgetData['items'] }
}
