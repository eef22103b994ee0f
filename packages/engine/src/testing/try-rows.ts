import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { Rule, RulesetVersion } from '@signalbox/model/rules/rule'
import { compileRuleset } from '../compile-ruleset.ts'
import { effectiveTable, type EffectiveTable } from '../effective-table.ts'
import { testVocabulary } from './test-vocabulary.ts'

export interface TestRow {
  readonly when?: Readonly<Record<string, Cell>>
  readonly decides?: Readonly<Record<string, OutputValue>>
  readonly off?: boolean
}

const ruleOf = ({ when = {}, decides = {}, off = false }: TestRow, i: number): Rule => ({
  id: `row-${i + 1}`,
  no: i + 1,
  name: '',
  note: '',
  enabled: !off,
  conditions: when,
  outputs: decides,
})

export const testVersion = (
  rows: readonly TestRow[],
  more: Partial<Omit<RulesetVersion, 'rules'>> = {},
): RulesetVersion => ({
  rulesetId: 'set-1',
  merchantId: 1,
  table: 'test-table',
  no: 1,
  name: 'Test',
  version: 1,
  priority: 1,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  ...more,
  rules: rows.map(ruleOf),
})

/** What a merchant without relatives runs when it has these versions. */
export const effectiveOf = (table: DecisionTable, ...versions: readonly RulesetVersion[]): EffectiveTable =>
  effectiveTable(
    table,
    [1],
    versions.map((version) => compileRuleset(table, version, testVocabulary)),
  )
