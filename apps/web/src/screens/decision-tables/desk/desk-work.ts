import { analyseRuleset } from '@signalbox/engine/analyse/analyse-ruleset'
import { compileRuleset, type CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import type { Catalogue } from '@signalbox/model/rules/fact'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { DeskAnswers, DeskQuestion, DeskRuleset } from './desk-messages.ts'
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

/** Keeps a copy of the rulesets on the screen and answers questions that take time. Runs beside the page. */
export class DeskWork {
  readonly #contents = new Map<string, RulesetContent>()
  readonly #compiled = new Map<string, Compiled>()

  answer(question: DeskQuestion): DeskAnswers[DeskQuestion['kind']] {
    switch (question.kind) {
      case 'content':
        this.#contents.set(question.key, question.content)
        return undefined
      case 'changes': {
        const before = this.#contents.get(question.key)
        if (before) this.#contents.set(question.key, applyChanges(before, question.changes))
        return undefined
      }
      case 'check': {
        const content = this.#contents.get(question.key)
        if (!content) return []
        const { nowMs, catalogues, pspTxTypes } = question
        const known = Object.entries(catalogues).map(([name, values]) => [name, new Set(values)])
        return analyseRuleset(tableNamed(question.table), content, {
          vocabulary: platformVocabulary,
          nowMs,
          pspTxTypes,
          catalogues: Object.fromEntries(known) as Partial<Record<Catalogue, ReadonlySet<string>>>,
        })
      }
      case 'try': {
        const table = tableNamed(question.table)
        const rulesets = question.rulesets.flatMap((ruleset) => this.#compile(table, ruleset) ?? [])
        return runTrial(table, rulesets, question)
      }
      case 'file':
        return readFile(tableNamed(question.table), this.#contents.get(question.key)?.rules ?? [], question)
    }
  }

  #compile(table: DecisionTable, { key, merchantId, no, version }: DeskRuleset): CompiledRuleset | undefined {
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
