import type { Inheritance } from '@signalbox/model/rules/rule'
import { expect, it } from 'vitest'
import { compileRuleset } from './compile-ruleset.ts'
import { effectiveTable } from './effective-table.ts'
import { testTable, testVocabulary } from './testing/test-vocabulary.ts'
import { testVersion } from './testing/try-rows.ts'

const table = testTable('FIRST')
const [brand, group, master] = [30, 20, 10]

const ruleset = (merchantId: number, inherit: Inheritance, priority: number, no = 1) =>
  compileRuleset(
    table,
    testVersion([{}], {
      merchantId,
      inherit,
      priority,
      no,
      rulesetId: `${merchantId} ${inherit} ${priority} ${no}`,
    }),
    testVocabulary,
  )

it('asks those who insist from the root down, then the merchant, then those who may be overridden from the parent up', () => {
  const rulesets = [
    ruleset(master, 'OVERRIDABLE', 1),
    ruleset(group, 'OVERRIDABLE', 5),
    ruleset(group, 'OVERRIDABLE', 2),
    ruleset(brand, 'OVERRIDABLE', 7),
    ruleset(brand, 'ENFORCED', 8),
    ruleset(brand, 'OVERRIDABLE', 7, 0),
    ruleset(group, 'ENFORCED', 1),
    ruleset(master, 'ENFORCED', 9),
    ruleset(99, 'ENFORCED', 1),
  ]
  const effective = effectiveTable(table, [brand, group, master], rulesets)
  expect(effective.rulesets.map(({ version }) => version.rulesetId)).toEqual([
    '10 ENFORCED 9 1',
    '20 ENFORCED 1 1',
    '30 OVERRIDABLE 7 0',
    '30 OVERRIDABLE 7 1',
    '30 ENFORCED 8 1',
    '20 OVERRIDABLE 2 1',
    '20 OVERRIDABLE 5 1',
    '10 OVERRIDABLE 1 1',
  ])
  expect(effective.rulesets[0]).toBe(rulesets[7])
})

it('leaves out rulesets of other tables', () => {
  const other = { ...table, slug: 'another-table' }
  expect(effectiveTable(other, [master], [ruleset(master, 'ENFORCED', 1)]).rulesets).toEqual([])
})
