import type { Finding } from '@signalbox/model/rules/finding'
import type { Tx } from '../../kit/database.ts'
import { loadVersion, type VersionRef } from './active-rules-store.ts'
import { merchantAndBelow } from './catalogue-store.ts'
import { namesKnownTo } from './catalogue.ts'
import type { TrafficFinder } from './traffic.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

/** What the checks find in a version as it is stored; undefined when that revision is no more. */
export async function lintOf(
  tx: Tx,
  worker: RulesetWorker,
  ref: Pick<VersionRef, 'merchantId' | 'rulesetId' | 'version' | 'revision'>,
  { now, findTraffic }: { readonly now: Date; readonly findTraffic: TrafficFinder },
): Promise<readonly Finding[] | undefined> {
  const stored = await loadVersion(tx, ref)
  if (!stored) return undefined
  const known = await namesKnownTo(tx, ref.merchantId)
  const merchants = (await merchantAndBelow(tx, ref.merchantId)).map(({ id }) => id)
  const { table } = stored.identity
  const { payments: traffic, rates } = await findTraffic(tx, {
    merchantId: ref.merchantId,
    merchants,
    table,
    now,
  })
  return worker.run('lint', {
    table,
    content: stored.content,
    nowMs: now.getTime(),
    ...known,
    traffic,
    rates,
  })
}
