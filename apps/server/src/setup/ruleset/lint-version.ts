import { evaluationOrder } from '@signalbox/engine/effective-table'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Tx } from '../../kit/database.ts'
import { activeVersions, lineages, loadVersion, type VersionRef } from './active-rules-store.ts'
import { merchantAndBelow } from './catalogue-store.ts'
import { namesKnownTo } from './catalogue.ts'
import type { TrafficFinder } from './traffic.ts'
import type { OtherContent } from './ruleset-worker/find-unfit.ts'
import type { VersionToIndex } from './ruleset-worker/index-version.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

type Ref = Pick<VersionRef, 'merchantId' | 'rulesetId' | 'version' | 'revision'>

/** What is asked before and after a version when it decides: the other active rulesets of its table. */
async function othersOf(tx: Tx, ref: Ref, { identity, content }: VersionToIndex): Promise<OtherContent[]> {
  const chain = (await lineages(tx)).get(ref.merchantId) ?? [ref.merchantId]
  const active = await activeVersions(tx, { merchants: chain, table: identity.table })
  const stored = await Promise.all(
    active.filter(({ rulesetId }) => rulesetId !== ref.rulesetId).map((each) => loadVersion(tx, each)),
  )
  const placed = ({ identity: { merchantId, no }, content: text }: VersionToIndex) => ({
    ...(JSON.parse(text) as Pick<RulesetContent, 'inherit' | 'priority'>),
    merchantId,
    no,
    text,
  })
  const own = placed({ identity, content })
  const order = evaluationOrder(chain)
  return stored
    .flatMap((each) => (each ? [placed(each)] : []))
    .sort(order)
    .map((each) => ({ place: order(each, own) < 0 ? 'before' : 'after', content: each.text }))
}

/** What the checks find in a version as it is stored; undefined when that revision is no more. */
export async function lintOf(
  tx: Tx,
  worker: RulesetWorker,
  ref: Ref,
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
  const others = await othersOf(tx, ref, stored)
  return worker.run('lint', {
    table,
    others,
    content: stored.content,
    nowMs: now.getTime(),
    ...known,
    traffic,
    rates,
  })
}
