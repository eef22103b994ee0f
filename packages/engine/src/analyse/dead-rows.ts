import { factOf } from '@signalbox/model/rules/facts'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { instantOf } from '../fact-readings.ts'
import type { AnalysisContext } from './analyse-ruleset.ts'
import { comparableCell } from './cell-set.ts'
import { acceptsNothing, excludes } from './compare-cells.ts'

/** Rows no payment can ever meet. */
export function deadRows(
  { preconditions }: RulesetContent,
  rules: readonly Rule[],
  { vocabulary, nowMs }: AnalysisContext,
): Finding[] {
  const demanded = Object.entries(preconditions).map(
    ([key, cell]) => [key, comparableCell(key, cell, vocabulary)] as const,
  )
  const label = (key: string) => factOf(key)?.label ?? key
  const reasonOf = ({ conditions }: Rule): { column: string; message: string } | undefined => {
    for (const [column, cell] of Object.entries(conditions)) {
      const own = comparableCell(column, cell, vocabulary)
      if (acceptsNothing(own)) return { column, message: `Never matches: ${label(column)} accepts nothing.` }
      const clash = demanded.find(([key, other]) => key === column && excludes(own, other))
      if (clash)
        return { column, message: `Never matches: the ruleset itself asks for another ${label(column)}.` }
    }
    const period = conditions.validPeriod
    const end = period?.op === 'range' && period.max ? instantOf(period.max.value) : undefined
    return end !== undefined && end < nowMs
      ? { column: 'validPeriod', message: 'Never matches again: its period is over.' }
      : undefined
  }
  return rules.flatMap((rule): Finding[] => {
    const reason = rule.enabled ? reasonOf(rule) : undefined
    if (!reason) return []
    return [
      {
        code: 'SA01',
        ...reason,
        ruleId: rule.id,
        fix: {
          kind: 'clear',
          label: `Clear ${label(reason.column)}`,
          ruleId: rule.id,
          column: reason.column,
        },
      },
    ]
  })
}
