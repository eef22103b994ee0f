import { describe, expect, it } from 'vitest'
import { checkRuleset } from '../check-ruleset.ts'
import { readRuleset } from '../read-ruleset.ts'
import { decisionTables, tableOfSlug } from '../tables/index.ts'
import { exampleRulesets } from './example-rows.ts'

describe('the example rows', () => {
  it('are three for each of the 29 tables, and a twin that shares payments', () => {
    expect(exampleRulesets.map((ruleset) => ruleset.table)).toEqual(decisionTables.map((table) => table.slug))
    expect(exampleRulesets.flatMap((ruleset) => ruleset.rules)).toHaveLength(29 * 3 + 1)
  })

  it.each(exampleRulesets.map((ruleset) => [ruleset.table, ruleset] as const))(
    'of %s are sound',
    (slug, ruleset) => {
      const table = tableOfSlug(slug)
      expect(table && checkRuleset(table, ruleset)).toEqual([])
      const { name, priority, inherit, enabled, preconditions, rules } = ruleset
      const content = { name, note: '', priority, inherit, enabled, preconditions, rules }
      const wire: unknown = JSON.parse(JSON.stringify(content))
      expect(table && readRuleset(table, wire)).toEqual({ ok: true, content })
    },
  )
})
