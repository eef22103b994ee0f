import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Finding, FindingCode } from '@signalbox/model/rules/finding'
import type { ProblemCode, RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { Rule } from '@signalbox/model/rules/rule'

const codes: Partial<Record<ProblemCode, FindingCode>> = { NOT_KNOWN_YET: 'SA10', REVERSED: 'SA15' }

/** What the checks refuse anyway, said beside the row while it is still being typed. */
export function problemFindings(
  table: DecisionTable,
  rules: readonly Rule[],
  problems: readonly RuleProblem[],
): Finding[] {
  const byNumber = new Map(rules.map((rule) => [rule.no, rule]))
  return problems.flatMap(({ ruleNo, code, message, part, column }): Finding[] => {
    const rule = ruleNo === null ? undefined : byNumber.get(ruleNo)
    if (!rule) return []
    const upper = part === 'outputs' ? table.ascending?.find(([lower]) => lower === column)?.[1] : undefined
    return [
      {
        code: codes[code] ?? 'CELL',
        message,
        ruleId: rule.id,
        ...(column === null ? {} : { column }),
        ...fixOf(rule, code, column, upper),
      },
    ]
  })
}

function fixOf(
  rule: Rule,
  code: ProblemCode,
  column: string | null,
  upper: string | undefined,
): Pick<Finding, 'fix'> {
  if (column === null) return {}
  if (code === 'NOT_KNOWN_YET') {
    return { fix: { kind: 'clear', label: 'Clear the cell', ruleId: rule.id, column } }
  }
  if (code !== 'REVERSED') return {}
  return upper === undefined
    ? { fix: { kind: 'swapEnds', label: 'Swap the ends', ruleId: rule.id, column } }
    : { fix: { kind: 'swap', label: 'Swap the two', ruleId: rule.id, columns: [column, upper] } }
}
