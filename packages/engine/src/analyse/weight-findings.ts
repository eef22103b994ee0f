import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { canonicalConditions } from '../canonical-conditions.ts'
import type { Vocabulary } from '../vocabulary.ts'

const whole = 100

const weightOf = ({ outputs: { weight } }: Rule): number =>
  typeof weight === 'number' && weight > 0 ? weight : 0

/** The only column in which two rows differ. */
function singleDifference(a: Rule, b: Rule, vocabulary: Vocabulary): string | undefined {
  const columns = [...new Set([...Object.keys(a.conditions), ...Object.keys(b.conditions)])].filter((key) => {
    const [own, other] = [a.conditions[key], b.conditions[key]]
    if (!own || !other) return true
    return (
      canonicalConditions({ [key]: own }, vocabulary) !== canonicalConditions({ [key]: other }, vocabulary)
    )
  })
  return columns.length === 1 ? columns[0] : undefined
}

function loneFinding(rule: Rule, others: readonly Rule[], vocabulary: Vocabulary): Finding {
  const about = { code: 'SA09', ruleId: rule.id, column: 'weight' } as const
  for (const other of others) {
    const column = other === rule ? undefined : singleDifference(rule, other, vocabulary)
    if (column !== undefined)
      return {
        ...about,
        message: `Shares its payments with no other row: row ${other.no} has a different ${factOf(column)?.label ?? column}.`,
        otherRuleIds: [other.id],
      }
  }
  return {
    ...about,
    message: 'Has a weight, but no other row has the same conditions to share payments with.',
    fix: { kind: 'clear', label: 'Clear the weight', ruleId: rule.id, column: 'weight' },
  }
}

/** Lone rows looked at closely; the question grows with their square. */
const maxLone = 200

/** Weights that share nothing, or that people read as per cent and are none. */
export function weightFindings(
  { hitPolicy }: DecisionTable,
  rules: readonly Rule[],
  vocabulary: Vocabulary,
): Finding[] {
  if (hitPolicy !== 'FIRST_WEIGHTED') return []
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    if (!rule.enabled || weightOf(rule) === 0) continue
    const text = canonicalConditions(rule.conditions, vocabulary)
    groups.set(text, [...(groups.get(text) ?? []), rule])
  }
  const lone = [...groups.values()].flatMap((group) => (group.length === 1 ? group : []))
  const uneven = [...groups.values()].flatMap((group): Finding[] => {
    const sum = group.reduce((total, rule) => total + weightOf(rule), 0)
    const [first] = group
    if (!first || group.length === 1 || sum === whole) return []
    return [
      {
        code: 'SA09',
        message: `The weights of rows ${group.map(({ no }) => no).join(', ')} add up to ${sum}, not 100.`,
        ruleId: first.id,
        column: 'weight',
        otherRuleIds: group.slice(1).map(({ id }) => id),
      },
    ]
  })
  return [
    ...lone.slice(0, maxLone).map((rule) => loneFinding(rule, lone.slice(0, maxLone), vocabulary)),
    ...uneven,
  ]
}
