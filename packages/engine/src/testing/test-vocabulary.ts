import type { DecisionTable, HitPolicy } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration, FactGroup, FactType } from '@signalbox/model/rules/fact'
import type { Vocabulary } from '../vocabulary.ts'

/** One fact of every kind, each with all operators its kind can have. */
type Declared = Partial<Omit<FactDeclaration, 'type' | 'group'>> & { type: FactType; group?: FactGroup }

const declared: Record<string, Declared> = {
  country: { type: 'COUNTRY', operators: ['in', 'notIn'] },
  kind: { type: 'LIST', operators: ['in', 'notIn', 'set', 'notSet'] },
  text: {
    type: 'STRING',
    operators: ['in', 'notIn', 'prefix', 'notPrefix', 'regex', 'notRegex', 'set', 'notSet'],
  },
  userId: {
    type: 'STRING',
    caseSensitive: true,
    operators: ['in', 'notIn', 'prefix', 'notPrefix', 'regex', 'notRegex', 'set', 'notSet'],
  },
  score: { type: 'NUMBER', operators: ['in', 'notIn', 'range', 'set', 'notSet'] },
  flag: { type: 'BOOLEAN', operators: ['is', 'set', 'notSet'] },
  amount: { type: 'STRING_NUMBER_MAP', operators: ['moneyRange', 'set', 'notSet'] },
  attributes: { type: 'STRING_MAP', operators: ['mapIn', 'mapNotIn', 'set', 'notSet'] },
  accounts: { type: 'STRING_LIST_MAP', operators: ['mapIn', 'mapNotIn'] },
  bin: { type: 'STRING', shape: 'BIN', operators: ['prefix', 'notPrefix', 'range'] },
  ip: { type: 'STRING', shape: 'IP', operators: ['cidr', 'notCidr', 'in', 'notIn'] },
  location: { type: 'LIST', shape: 'LOCATION', operators: ['match', 'mismatch'] },
  validPeriod: { type: 'STRING', shape: 'INSTANT', reads: 'now', operators: ['range'] },
  schedule: { type: 'STRING', shape: 'INSTANT', reads: 'now', operators: ['schedule'] },
  psp: { type: 'LIST', group: 'PSP', from: 'D7', operators: ['in', 'notIn'] },
}

export const testFacts: readonly FactDeclaration[] = Object.entries(declared).map(([key, fact]) => ({
  key,
  label: key,
  group: 'TX',
  from: 'D0',
  operators: [],
  phrase: key,
  ...fact,
}))

const groups: Record<string, readonly string[]> = { NORTH: ['SWE', 'NOR', 'FIN'], SOUTH: ['ITA', 'MLT'] }

const byKey = new Map(testFacts.map((fact) => [fact.key, fact]))

export const testVocabulary: Vocabulary = {
  factOf: (key) => byKey.get(key),
  expandCountries: (values) => values.flatMap((value) => groups[value] ?? [value]),
}

export const testTable = (hitPolicy: HitPolicy, more: Partial<DecisionTable> = {}): DecisionTable => ({
  number: 'T1',
  tag: 'TT',
  slug: 'test-table',
  route: '/rules/test-table',
  title: 'Test',
  purpose: '',
  category: 'Routing',
  hitPolicy,
  steps: ['D6'],
  conditions: testFacts.map(({ key }) => key),
  outputs: [
    { key: 'psp', label: 'PSP', type: 'LIST' },
    { key: 'weight', label: 'Weight', type: 'NUMBER' },
    { key: 'component', label: 'Component', type: 'CHOICE' },
    { key: 'stop', label: 'Stop', type: 'BOOLEAN', default: false },
  ],
  declines: [],
  onNoMatch: '',
  access: { view: 'rules.view', edit: 'rules.edit' },
  ...more,
})
