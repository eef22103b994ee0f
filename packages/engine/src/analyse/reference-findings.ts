import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Catalogue } from '@signalbox/model/rules/fact'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import type { AnalysisContext } from './analyse-ruleset.ts'

interface Reference {
  readonly column: string
  readonly label: string
  readonly catalogue: Catalogue
  readonly values: readonly string[]
}

function* referencesOf(
  table: DecisionTable,
  rule: Rule,
  { vocabulary }: AnalysisContext,
): Generator<Reference> {
  for (const [column, cell] of Object.entries(rule.conditions)) {
    const fact = vocabulary.factOf(column)
    if (fact?.catalogue && (cell.op === 'in' || cell.op === 'notIn'))
      yield { column, label: fact.label, catalogue: fact.catalogue, values: cell.values }
  }
  for (const { key, label, catalogue } of table.outputs) {
    const value = rule.outputs[key]
    if (catalogue && typeof value === 'string') yield { column: key, label, catalogue, values: [value] }
    if (catalogue && Array.isArray(value))
      yield { column: key, label, catalogue, values: value as readonly string[] }
  }
}

/** Names of things the platform does not have, or no longer has. */
export function referenceFindings(
  table: DecisionTable,
  rules: readonly Rule[],
  context: AnalysisContext,
): Finding[] {
  return rules.flatMap((rule) =>
    [...referencesOf(table, rule, context)].flatMap(({ column, label, catalogue, values }): Finding[] => {
      const existing = context.catalogues[catalogue]
      const unknown = existing ? values.filter((value) => !existing.has(value)) : []
      if (unknown.length === 0) return []
      return [
        {
          code: 'SA08',
          message: `${label}: there is no ${unknown.slice(0, 5).join(', ')}.`,
          ruleId: rule.id,
          column,
        },
      ]
    }),
  )
}
