import { canonicalJson } from '../text/canonical-json.ts'
import type { Rule } from './rule.ts'
import type { RulesetChanges, RulesetContent } from './ruleset.ts'

const sameRule = (a: Rule, b: Rule): boolean =>
  a === b || canonicalJson({ ...a, no: 0 }) === canonicalJson({ ...b, no: 0 })

const withoutNumber = (rule: Rule): Omit<Rule, 'no'> => {
  const { id, name, note, enabled, conditions, outputs } = rule
  return { id, name, note, enabled, conditions, outputs }
}

/** What has to be sent so that the one content becomes the other. */
export function changesBetween(before: RulesetContent, after: RulesetContent): RulesetChanges {
  const known = new Map(before.rules.map((rule) => [rule.id, rule]))
  const staying = new Set(after.rules.map(({ id }) => id))
  const upsert = after.rules.filter((rule) => {
    const old = known.get(rule.id)
    return old === undefined || !sameRule(old, rule)
  })
  const remove = before.rules.flatMap(({ id }) => (staying.has(id) ? [] : [id]))
  // Without an order, kept rows stay as they are and new ones follow; anything else has to be said.
  const implied = [
    ...before.rules.flatMap(({ id }) => (staying.has(id) ? [id] : [])),
    ...after.rules.flatMap(({ id }) => (known.has(id) ? [] : [id])),
  ]
  const order = after.rules.map(({ id }) => id)
  const moved = order.some((id, index) => id !== implied[index])
  return {
    ...(after.name === before.name ? {} : { name: after.name }),
    ...(after.note === before.note ? {} : { note: after.note }),
    ...(after.priority === before.priority ? {} : { priority: after.priority }),
    ...(after.inherit === before.inherit ? {} : { inherit: after.inherit }),
    ...(after.enabled === before.enabled ? {} : { enabled: after.enabled }),
    ...(canonicalJson(after.preconditions) === canonicalJson(before.preconditions)
      ? {}
      : { preconditions: after.preconditions }),
    ...(upsert.length === 0 ? {} : { upsert: upsert.map(withoutNumber) }),
    ...(remove.length === 0 ? {} : { remove }),
    ...(moved ? { order } : {}),
  }
}
