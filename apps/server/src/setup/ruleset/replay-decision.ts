import type { CompiledRuleset, Hit } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import { evaluate } from '@signalbox/engine/evaluate'
import type { EvaluationContext } from '@signalbox/engine/evaluation-context'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import type { Tx } from '../../kit/database.ts'
import { lineages, versionRefs, type VersionRef } from './active-rules-store.ts'
import { VersionGone, type CompiledVersions } from './compiled-versions.ts'
import { effectiveNow } from './effective-now.ts'

/** A decision as it was stored, with what was known when it was made. */
export interface DecisionToReplay {
  readonly table: DecisionTable
  readonly step: Step
  readonly hits: readonly string[]
  readonly versions: readonly string[]
  readonly draw?: unknown
  readonly facts: Facts
  readonly rates: RateSheet
  readonly merchantId: number
  readonly transactionId: string
}

interface Removed {
  readonly ref: string
  readonly why: string
}

const removedFrom = (draw: unknown): readonly Removed[] =>
  (draw as { removed?: readonly Removed[] } | null | undefined)?.removed ?? []

/** A row stays itself when its ruleset gets another version and its place changes. */
const rowKey = ({ ruleset, rule }: Hit): string => `${ruleset.version.rulesetId} ${rule.id}`
const providerKey = ({ psp, pspAccount, pspFallback, pspFallbackAccount }: Hit['outputs']): string =>
  JSON.stringify([psp, pspAccount, pspFallback, pspFallbackAccount])

const rowsNamed = (rulesets: readonly CompiledRuleset[], refs: readonly string[]): Hit[] => {
  const wanted = new Set(refs)
  return rulesets.flatMap((ruleset) =>
    ruleset.rules.flatMap((_rule, row) => (wanted.has(ruleset.ref(row)) ? [ruleset.hit(row)] : [])),
  )
}

/** Asks tables what they would say about payments of the past. One is made for one question and then forgotten. */
export class DecisionReplay {
  readonly #tx: Tx
  readonly #versions: CompiledVersions
  readonly #draft: VersionRef | undefined
  readonly #tables = new Map<string, Promise<EffectiveTable>>()
  readonly #past = new Map<string, Promise<readonly CompiledRuleset[] | undefined>>()
  #lineages: Promise<Map<number, readonly number[]>> | undefined

  constructor(tx: Tx, versions: CompiledVersions, draft?: VersionRef) {
    this.#tx = tx
    this.#versions = versions
    this.#draft = draft
  }

  /** The rows that acted; undefined when a version that decided is not there any more. */
  async recorded(decision: DecisionToReplay): Promise<readonly Hit[] | undefined> {
    const rulesets = await this.#rulesetsOfThen(decision)
    return rulesets && rowsNamed(rulesets, decision.hits)
  }

  #rulesetsOfThen({ table, versions }: DecisionToReplay): Promise<readonly CompiledRuleset[] | undefined> {
    const key = `${table.slug} ${versions.join(' ')}`
    let rulesets = this.#past.get(key)
    if (!rulesets) this.#past.set(key, (rulesets = this.#compile(table, versions)))
    return rulesets
  }

  async #compile(table: DecisionTable, names: readonly string[]): Promise<CompiledRuleset[] | undefined> {
    const refs = await versionRefs(this.#tx, table.slug, names)
    if (refs.length < names.length) return undefined
    try {
      return await Promise.all(refs.map((ref) => this.#versions.get(this.#tx, ref)))
    } catch (error) {
      if (error instanceof VersionGone) return undefined
      throw error
    }
  }

  /** The rows that would act by the rules of now. */
  async now(decision: DecisionToReplay): Promise<readonly Hit[]> {
    const effective = await this.#effective(decision)
    return evaluate(effective, decision.facts, await this.#context(decision)).hits
  }

  /** The rows that would act with the draft in place; undefined when it is none of this table. */
  async draft(decision: DecisionToReplay): Promise<readonly Hit[] | undefined> {
    if (this.#draft?.table !== decision.table.slug) return undefined
    const effective = await this.#effective(decision, this.#draft)
    return evaluate(effective, decision.facts, await this.#context(decision)).hits
  }

  #effective({ table, merchantId }: DecisionToReplay, draft?: VersionRef): Promise<EffectiveTable> {
    const key = `${merchantId} ${table.slug} ${draft ? 'draft' : ''}`
    let effective = this.#tables.get(key)
    if (!effective) {
      effective = this.#lineage(merchantId).then((lineage) =>
        effectiveNow(this.#tx, this.#versions, table, lineage, draft),
      )
      this.#tables.set(key, effective)
    }
    return effective
  }

  async #lineage(merchantId: number): Promise<readonly number[]> {
    this.#lineages ??= lineages(this.#tx)
    return (await this.#lineages).get(merchantId) ?? [merchantId]
  }

  /**
   * What counters and providers said at that time cannot be asked for again, but the rows that acted tell it: a threshold
   * was exceeded where the row hit, a provider was out where the draw left it out.
   */
  async #context(decision: DecisionToReplay): Promise<EvaluationContext> {
    const { step, transactionId, rates, draw } = decision
    const exceeded = new Set(((await this.recorded(decision)) ?? []).map(rowKey))
    const removed = new Map(removedFrom(draw).map(({ ref, why }) => [ref, why]))
    const closed = removed.size > 0 ? await this.recorded({ ...decision, hits: [...removed.keys()] }) : []
    const providers = new Map(
      (closed ?? []).map((hit) => [providerKey(hit.outputs), removed.get(hit.ref) ?? '']),
    )
    return {
      step,
      transactionId,
      rates,
      exceeded: (hit) => exceeded.has(rowKey(hit)),
      unavailable: (outputs) => providers.get(providerKey(outputs)),
    }
  }
}
