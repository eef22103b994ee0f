import type { Rule } from './rule.ts'
import type { RulesetChanges, RulesetContent } from './ruleset.ts'

const numbered = (rules: readonly Rule[]): Rule[] =>
  rules.map((rule, index) => (rule.no === index + 1 ? rule : { ...rule, no: index + 1 }))

/** Rows in the order asked for; a row the order does not name keeps its place after the row it stood behind. */
function inOrder(rules: readonly Rule[], order: readonly string[]): Rule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const sorted = order.flatMap((id) => byId.get(id) ?? [])
  const named = new Set(order)
  rules.forEach((rule, index) => {
    if (named.has(rule.id)) return
    const before = index === 0 ? -1 : sorted.findIndex(({ id }) => id === rules[index - 1]?.id)
    sorted.splice(before + 1, 0, rule)
  })
  return sorted
}

/** The content after the changes. The same code draws the result in the browser and stores it on the server. */
export function applyChanges(content: RulesetContent, changes: RulesetChanges): RulesetContent {
  const { upsert = [], remove = [], order, ...fields } = changes
  const gone = new Set(remove)
  const changed = new Map(upsert.map((rule) => [rule.id, rule]))
  const kept = content.rules.flatMap((rule) => {
    if (gone.has(rule.id)) return []
    const next = changed.get(rule.id)
    changed.delete(rule.id)
    return [next ? { ...next, no: rule.no } : rule]
  })
  const added = [...changed.values()].map((rule) => ({ ...rule, no: 0 }))
  const rules = [...kept, ...added]
  return { ...content, ...fields, rules: numbered(order ? inOrder(rules, order) : rules) }
}
