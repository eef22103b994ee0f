import { analyseRuleset } from '@signalbox/engine/analyse/analyse-ruleset'
import { compileRuleset, type CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import type { Catalogue } from '@signalbox/model/rules/fact'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { WorkerReplies, WorkerRequest, WorkerRuleset } from './worker-messages.ts'
import { readFile } from './read-file.ts'
import { runTrial } from './run-trial.ts'

function tableNamed(slug: string): DecisionTable {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`There is no decision table ${slug}`)
  return table
}

interface Compiled {
  readonly content: RulesetContent
  readonly ruleset: CompiledRuleset
}

/** Keeps a copy of the rulesets on the screen and answers requests that take time. Runs beside the page. */
export class RulesWorker {
  readonly #contents = new Map<string, RulesetContent>()
  readonly #compiled = new Map<string, Compiled>()

  answer(request: WorkerRequest): WorkerReplies[WorkerRequest['kind']] {
    switch (request.kind) {
      case 'content':
        this.#contents.set(request.key, request.content)
        return undefined
      case 'changes': {
        const before = this.#contents.get(request.key)
        if (before) this.#contents.set(request.key, applyChanges(before, request.changes))
        return undefined
      }
      case 'check': {
        const content = this.#contents.get(request.key)
        if (!content) return []
        const { nowMs, catalogues, psps } = request
        const others = (['before', 'after'] as const).flatMap((place) =>
          request[place].flatMap((key) => {
            const other = this.#contents.get(key)
            return other ? [{ name: other.name, place, content: other }] : []
          }),
        )
        const known = Object.entries(catalogues).map(([name, values]) => [name, new Set(values)])
        return analyseRuleset(tableNamed(request.table), content, {
          vocabulary: platformVocabulary,
          nowMs,
          psps,
          others,
          catalogues: Object.fromEntries(known) as Partial<Record<Catalogue, ReadonlySet<string>>>,
        })
      }
      case 'try': {
        const table = tableNamed(request.table)
        const rulesets = request.rulesets.flatMap((ruleset) => this.#compile(table, ruleset) ?? [])
        return runTrial(table, rulesets, request)
      }
      case 'file':
        return readFile(tableNamed(request.table), this.#contents.get(request.key)?.rules ?? [], request)
    }
  }

  #compile(
    table: DecisionTable,
    { key, merchantId, no, version }: WorkerRuleset,
  ): CompiledRuleset | undefined {
    const content = this.#contents.get(key)
    if (!content) return undefined
    const known = this.#compiled.get(key)
    if (known?.content === content) return known.ruleset
    const { name, priority, inherit, enabled, preconditions, rules } = content
    const ruleset = compileRuleset(
      table,
      {
        rulesetId: key,
        merchantId,
        table: table.slug,
        no,
        version,
        name,
        priority,
        inherit,
        enabled,
        preconditions,
        rules,
      },
      platformVocabulary,
    )
    this.#compiled.set(key, { content, ruleset })
    return ruleset
  }
}
