import { effectiveTable, type EffectiveTable } from '@signalbox/engine/effective-table'
import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { findToRead, maySeeVersion, mayView } from './access.ts'
import { activeVersions, lineages, type VersionRef } from './active-rules-store.ts'
import { VersionGone, type CompiledVersions } from './compiled-versions.ts'
import { findVersion } from './store.ts'

/** The tables of one merchant as somebody wants to see them: the active ones, some of them in another version. */
interface TrialRules {
  effective(merchantId: number, slug: string): Promise<EffectiveTable>
  edition(merchantId: number): Promise<string>
  effectiveIn(merchantId: number, edition: string, slug: string): Promise<EffectiveTable>
}

export type TrialRulesFinder = (
  tx: Tx,
  merchantId: number,
  instead: readonly VersionRef[],
) => Promise<TrialRules>

const staleDraft = 'The draft was saved again since you looked at it. Reload it.'

/** Versions the caller names, as far as they may see them. */
export async function versionsNamed(
  work: Pick<Work, 'tx' | 'scope' | 'user'>,
  named: readonly SimulatedVersion[],
): Promise<VersionRef[]> {
  if (new Set(named.map(({ rulesetId }) => rulesetId)).size < named.length)
    throw invalid({ field: 'rules', code: 'TWICE', message: 'Each ruleset may appear only once' })
  const refs: VersionRef[] = []
  for (const { rulesetId, version, revision } of named) {
    const ruleset = await findToRead(work, rulesetId)
    const row = ruleset && (await findVersion(work.tx, ruleset, version))
    if (!ruleset || !row || !maySeeVersion(work, ruleset, row)) throw new Refusal('NOT_FOUND')
    if (!mayView(work, ruleset.decisionTable)) throw new Refusal('NOT_FOUND')
    if (revision !== undefined && revision !== row.revision)
      throw new Refusal('VERSION_CONFLICT', {
        message: staleDraft,
        current: { version, revision: row.revision },
      })
    const { merchantId, decisionTable: table } = ruleset
    refs.push({ merchantId, rulesetId, table, version, revision: row.revision, contentHash: row.contentHash })
  }
  return refs
}

/** Read once for all tables of a flow: a payment asks two dozen of them. */
export const trialRules =
  (versions: CompiledVersions): TrialRulesFinder =>
  async (tx, merchantId, instead) => {
    const chain = (await lineages(tx)).get(merchantId) ?? [merchantId]
    const replaced = new Set(instead.map(({ rulesetId }) => rulesetId))
    const active = await activeVersions(tx, { merchants: chain })
    const wanted = [...active.filter(({ rulesetId }) => !replaced.has(rulesetId)), ...instead]
    const tables = new Map<string, Promise<EffectiveTable>>()
    const compile = async (slug: string): Promise<EffectiveTable> => {
      const table = decisionTables.find((each) => each.slug === slug)
      if (!table) throw new Error(`There is no table ${slug}`)
      const own = wanted.filter((ref) => ref.table === slug)
      try {
        const compiled = await Promise.all(own.map((ref) => versions.get(tx, ref)))
        return effectiveTable(table, chain, compiled)
      } catch (error) {
        if (error instanceof VersionGone)
          throw new Refusal('VERSION_CONFLICT', { message: staleDraft, current: {} })
        throw error
      }
    }
    const effective = (slug: string): Promise<EffectiveTable> => {
      let table = tables.get(slug)
      if (!table) tables.set(slug, (table = compile(slug)))
      return table
    }
    return {
      effective: (_merchantId, slug) => effective(slug),
      edition: () => Promise.resolve('simulation'),
      effectiveIn: (_merchantId, _edition, slug) => effective(slug),
    }
  }
