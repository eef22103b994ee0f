import { describe, expect, it } from 'vitest'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { exampleRulesets } from '@signalbox/model/rules/testing/example-rows'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import {
  conditionColumns,
  headerOf,
  outputColumns,
  attributeColumns,
} from '@signalbox/model/rules/rows-file/file-columns'
import { runTask } from './tasks.ts'

const contentOf = (table: string): RulesetContent => {
  const found = exampleRulesets.find((ruleset) => ruleset.table === table)
  if (!found) throw new Error(`No example of ${table}`)
  const { name, priority, inherit, enabled, preconditions, rules } = found
  return { name, note: '', priority, inherit, enabled, preconditions, rules }
}
const empty = (table: string): string => JSON.stringify({ ...contentOf(table), rules: [] })

const write = (table: string, format: 'csv' | 'json', separator = ',') =>
  runTask('write', { table, format, separator, content: JSON.stringify(contentOf(table)) })

const read = (table: string, format: 'csv' | 'json', file: string) =>
  runTask('import', { table, format, file, base: empty(table), mode: 'replace', newId: 'new' })

const header = 'No,Name,Tx type,Amount,→ PSP,→ PSP account'
const lineOf = (file: string, format: 'csv' | 'json' = 'csv') =>
  read('psp-routing', format, file).lineProblems

describe('a file of rows', () => {
  it.each(exampleRulesets.map(({ table }) => table))('of %s is read back as it was written', (table) => {
    for (const [format, separator] of [
      ['csv', ','],
      ['csv', ';'],
      ['csv', '\t'],
      ['json', ','],
    ] as const) {
      const imported = read(table, format, write(table, format, separator))
      expect(imported.lineProblems).toEqual([])
      expect(JSON.parse(imported.rules)).toEqual(contentOf(table).rules)
      const original = runTask('check', { table, content: JSON.stringify(contentOf(table)) })
      expect(imported.contentHash).toBe(original.contentHash)
    }
  })

  it.each(decisionTables.map((table) => [table.slug, table] as const))(
    'has no two columns of one name in %s',
    (_slug, table) => {
      const headers = [...attributeColumns, ...conditionColumns(table), ...outputColumns(table)].map(headerOf)
      expect(new Set(headers.map((name) => name.toLowerCase())).size).toBe(headers.length)
    },
  )

  it('may use keys instead of labels, and only those columns it needs', () => {
    const imported = read('psp-routing', 'csv', 'txType,psp,pspAccount\nCreditcardDeposit,acmecards,3DS\n')
    expect(JSON.parse(imported.rules)).toMatchObject([
      {
        id: 'new.1',
        no: 1,
        enabled: true,
        conditions: { txType: { op: 'in', values: ['CreditcardDeposit'] } },
        outputs: { psp: 'acmecards', pspAccount: '3DS' },
      },
    ])
  })

  it('keeps the rows that were there when it is appended, and gives doubles a new id', () => {
    const base = JSON.stringify(contentOf('psp-routing'))
    const file = write('psp-routing', 'json')
    const imported = runTask('import', {
      table: 'psp-routing',
      format: 'json',
      file,
      base,
      mode: 'append',
      newId: 'again',
    })
    const rows = JSON.parse(imported.rules) as { id: string; no: number }[]
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(8)
    expect(rows.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(imported.summary?.rowsChanged).toBe(4)
  })
})

describe('a bad row', () => {
  it('names its line, its column and the reason', () => {
    const file = `${header}\n1,fine,CreditcardDeposit,>= 10 EUR,acmecards,3DS\n2,bad,CreditcardDeposit,>= 10 XYZ,acmecards,3DS\n`
    expect(lineOf(file)).toEqual([
      expect.objectContaining({ line: 3, part: 'conditions', column: 'amount', code: 'CURRENCY' }),
    ])
  })

  it.each([
    ['a missing output', `${header}\n1,x,CreditcardDeposit,,acmecards,\n`, { line: 2, column: 'pspAccount' }],
    ['a number that comes twice', `${header}\n1,x,,,a,b\n1,y,,,a,b\n`, { line: 3, code: 'DUPLICATE' }],
    ['numbers out of order', `${header}\n2,x,,,a,b\n1,y,,,a,b\n`, { line: 3, code: 'ORDER' }],
    ['a column nobody knows', 'Colour,→ PSP\nred,a\n', { line: 1, code: 'UNKNOWN_COLUMN' }],
    ['a missing cell', `${header}\n1,x,,\n`, { line: 2, code: 'SHAPE' }],
    ['an unclosed quotation', `${header}\n1,"x,,,a,b\n`, { line: 2, code: 'SHAPE' }],
    ['no rows', `${header}\n`, { code: 'EMPTY' }],
    ['nothing at all', '', { line: 1 }],
  ])('%s', (_what, file, expected) => {
    expect(lineOf(file)[0]).toMatchObject(expected)
  })

  const row = (extra: string) =>
    `[\n{"conditions":{},"outputs":{"psp":"a","pspAccount":"b"}},\n{"conditions":{},"outputs":{"psp":"a","pspAccount":"b"}${extra}}\n]`

  it.each([
    ['what is not JSON', '{', { line: 1 }],
    ['what is no list', '{"rows":[]}', { line: 1 }],
    ['a row that is none', '[\n{},\n3]', { line: 3 }],
    ['an unknown member', row(',"colour":"red"'), { line: 3, message: 'Unknown: colour' }],
    ['a wrong type', row(',"enabled":"yes"'), { line: 3, column: 'enabled' }],
    [
      'values nested 33 levels deep',
      `[{"conditions":{},"outputs":{"psp":${'['.repeat(33)}${']'.repeat(33)}}}]`,
      { line: 1, part: 'outputs', column: 'psp', message: 'Is nested deeper than 32 levels' },
    ],
    ['rows of another table', '{"table":"fee","rules":[{}]}', { message: expect.stringContaining('fee') }],
  ])('of JSON: %s', (_what, file, expected) => {
    expect(lineOf(file, 'json')).toContainEqual(expect.objectContaining(expected))
  })

  it('too many of them', () => {
    const lines = Array.from({ length: 10_001 }, () => ',x,,,a,b').join('\n')
    expect(lineOf(`${header}\n${lines}\n`)[0]?.message).toContain('10000 rows')
    const many = `[${Array.from({ length: 10_001 }, () => '{}').join(',\n')}]`
    expect(lineOf(many, 'json')[0]).toMatchObject({ line: 10_001, code: 'TOO_MANY' })
  })
})

describe('edits', () => {
  const base = JSON.stringify(contentOf('psp-routing'))
  const [first, second] = contentOf('psp-routing').rules
  const edit = (changes: object) => runTask('edit', { table: 'psp-routing', base, changes })

  it('that name a row twice, an unknown row or only some rows are invalid: each would lose one', () => {
    expect(edit({ upsert: [first, first] }).problems[0]).toMatchObject({ column: 'upsert' })
    expect(edit({ remove: ['nobody'] }).problems[0]).toMatchObject({ column: 'remove' })
    expect(edit({ order: [first?.id, first?.id] }).problems[0]).toMatchObject({ column: 'order' })
    expect(edit({ order: [first?.id] }).problems[0]).toMatchObject({ column: 'order' })
    expect(edit({}).problems).toEqual([])
  })

  it('are told in words', () => {
    const { no: _, ...row } = second ?? { no: 0 }
    const changed = { ...row, outputs: { psp: 'EuroCard', pspAccount: '3DS2', weight: 60 } }
    expect(edit({ upsert: [changed], remove: [first?.id], name: 'Renamed' }).summary).toEqual({
      fields: { name: { from: 'Examples of psp-routing', to: 'Renamed' } },
      rows: [
        { change: 'changed', no: 1, name: 'Example 2', cells: { weight: { from: '70', to: '60' } } },
        { change: 'removed', no: 1, name: 'Example 1' },
      ],
      rowsChanged: 2,
    })
  })
})
