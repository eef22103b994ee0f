import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { Answer } from '../../kit/testing/kit-app.ts'
import { brand, content, row, rulesetApp, steps, withoutNo, type RulesetApp } from './testing/ruleset-app.ts'

let app: RulesetApp
let anna: ReturnType<typeof steps>
beforeAll(async () => {
  app = await rulesetApp()
  anna = steps(app.anna)
})
afterAll(() => app.close())

const at = `merchantId=${brand}`
const create = (values: Partial<RulesetContent>, table = 'psp-routing') =>
  app.anna.post(`/ruleset?${at}`, { table, content: content(values), changeNote: 'Of bad input' })
const rulesetCount = async () => (await app.anna.get(`/ruleset?${at}&limit=1`)).body.total as number

const refusedFields = ({ status, text, body }: Answer): string[] => {
  expect(status, text).toBe(422)
  return body.fields.map(({ field }: { field: string }) => field)
}

const money = { op: 'moneyRange', minInclusive: true, maxInclusive: true, onMissing: 'NO_MATCH' } as const
const when = (conditions: Rule['conditions']): Partial<RulesetContent> => ({
  rules: [row('a', 1), row('b', 2, { conditions })],
})

describe('rows built as one rule', () => {
  const built = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ ...row(`r${place}`, place + 1), originGroupId: 'one' }))

  it('are 32 at most: the 33rd is refused in words', async () => {
    const { status, body } = await create({ name: 'Too many of one', rules: built(33) })
    expect({ status, fields: body.fields }).toEqual({
      status: 422,
      fields: [{ field: 'rules.33', code: 'TOO_MANY', message: 'Row 33: Too complex, split the rule' }],
    })
    const { status: taken, text } = await create({ name: 'As many as may be', rules: built(32) })
    expect(taken, text).toBe(200)
  })
})

describe('a ruleset with something wrong in it is refused by its cell', () => {
  it.each<[string, Partial<RulesetContent>, string]>([
    [
      'a pattern that could run forever',
      when({ email: { op: 'regex', pattern: '(a+)+$' } }),
      'conditions.email',
    ],
    ['a pattern that is none', when({ email: { op: 'regex', pattern: '(' } }), 'conditions.email'],
    [
      'an amount whose least is more than its greatest',
      when({ amount: { ...money, min: { EUR: '5000' }, max: { EUR: '1000' } } }),
      'conditions.amount',
    ],
    [
      'a range the wrong way round',
      when({
        userAge: {
          op: 'range',
          min: { value: 40, inclusive: true },
          max: { value: 18, inclusive: true },
        },
      }),
      'conditions.userAge',
    ],
    ['an unknown currency', when({ currency: { op: 'in', values: ['EUR', 'XXZ'] } }), 'conditions.currency'],
    ['an amount in one', when({ amount: { ...money, min: { XXZ: '100' } } }), 'conditions.amount'],
    [
      'an unknown country',
      when({ userCountry: { op: 'in', values: ['SWE', 'SVE'] } }),
      'conditions.userCountry',
    ],
    ['a column of another table', when({ fraudScore: { op: 'range' } }), 'conditions.fraudScore'],
    [
      'an operator the fact does not have',
      when({ userCountry: { op: 'regex', pattern: 'S.*' } }),
      'conditions.userCountry',
    ],
    ['an empty list', when({ txType: { op: 'in', values: [] } }), 'conditions.txType'],
    [
      'a network that is none',
      when({ ipAddress: { op: 'cidr', values: ['10.0.0.0/33'] } }),
      'conditions.ipAddress',
    ],
    [
      'an output nobody knows',
      { rules: [row('a', 1), row('b', 2, { outputs: { psp: 'x', pspAccount: 'y', colour: 'red' } })] },
      'outputs.colour',
    ],
  ])('%s', async (_what, values, column) => {
    const before = await rulesetCount()
    const answer = await create(values)
    expect(refusedFields(answer)).toContain(`rules.2.${column}`)
    expect(answer.body.fields[0].message).toMatch(/^Row 2, /)
    expect(await rulesetCount()).toBe(before)
  })

  it('an output whose least is more than its greatest', async () => {
    const outputs = { min: { EUR: '5000' }, max: { EUR: '1000' } }
    expect(refusedFields(await create({ rules: [row('a', 1, { outputs })] }, 'limit'))).toEqual([
      'rules.1.outputs.min',
    ])
  })

  it('two rows of one number, or of one id', async () => {
    expect(refusedFields(await create({ rules: [row('a', 1), row('b', 1)] }))).toEqual(['rules.1.no'])
    expect(refusedFields(await create({ rules: [row('a', 1), row('a', 2)] }))).toEqual(['rules.2.id'])
    expect(refusedFields(await create({ rules: [row('a', 2), row('b', 1)] }))).toEqual(['rules.1.no'])
  })

  it('a precondition', async () => {
    const preconditions = { userCountry: { op: 'in', values: ['Sweden'] } } as const
    expect(refusedFields(await create({ preconditions }))).toEqual(['preconditions.userCountry'])
  })

  it('no rows', async () => {
    const answer = await create({ rules: [] })
    expect(refusedFields(answer)).toEqual(['rules'])
    expect(answer.body.fields[0].message).toContain('Please add at least one rule')
  })

  it('more rows than a ruleset holds, at once or by an edit', async () => {
    const rules = Array.from({ length: 10_001 }, (_, index) => row(`r${index}`, index + 1))
    expect(refusedFields(await create({ rules }))).toEqual(['content.rules'])
    const draft = await anna.create()
    const answer = await app.anna.put(`/ruleset/${draft.summary.id}?${at}`, {
      ...anna.openOf(draft),
      changes: { upsert: rules.slice(0, 10_000).map(withoutNo) },
      changeNote: 'Too many rows',
    })
    expect(refusedFields(answer)).toEqual(['rules'])
    expect((await anna.get(draft.summary.id)).open?.rules).toHaveLength(2)
  })

  it('members nobody asked for, wrong types and names too short', async () => {
    const odd = { ...row('a', 1), colour: 'red' } as Rule
    expect(refusedFields(await create({ rules: [odd] }))).toEqual(['rules.1'])
    const wrong = row('a', 1, { enabled: 'yes' as unknown as boolean })
    expect(refusedFields(await create({ rules: [wrong] }))).toEqual(['rules.1.enabled'])
    for (const name of ['', '   ', 'x']) expect(refusedFields(await create({ name })), name).toEqual(['name'])
    const { name: _, ...nameless } = content()
    const unnamed = { table: 'psp-routing', content: nameless, changeNote: 'Of bad input' }
    expect(refusedFields(await app.anna.post(`/ruleset?${at}`, unnamed))).toEqual(['content.name'])
    expect(refusedFields(await create({ priority: 0 }))).toEqual(['content.priority'])
    const unknown = when({ txType: { op: 'almost', values: ['x'] } as never })
    expect(refusedFields(await create(unknown))).toEqual(['rules.2.conditions.txType'])
  })

  it('a table that does not exist or is edited elsewhere', async () => {
    expect(refusedFields(await create({}, 'no-such-table'))).toEqual(['table'])
    const answer = await create({}, 'maintenance')
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('/admin/maintenance')
  })

  it('a body nested deeper than anything we know', async () => {
    const deep = `${'['.repeat(33)}${']'.repeat(33)}`
    const payload = `{"table":"psp-routing","changeNote":"deep","content":${deep}}`
    const answer = await app.anna.post(`/ruleset?${at}`, undefined, {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('MALFORMED_JSON')
  })
})

describe('a draft', () => {
  it('may be unfinished, but not be submitted so', async () => {
    const half = row('c', 0, { outputs: { psp: 'acmecards' } })
    const draft = await anna.save(await anna.create(), { upsert: [withoutNo(half)] })
    const answer = await app.anna.post(`/ruleset/${draft.summary.id}/submit?${at}`, anna.openOf(draft))
    expect(refusedFields(answer)).toEqual(['rules.3.outputs.pspAccount'])
    expect(answer.body.fields[0].message).toBe('Row 3, PSP account: This field is required')
  })

  it.each([
    [
      'a row an earlier one leaves nothing for',
      [row('a', 1, { conditions: {} }), row('b', 2)],
      { field: 'rules.2', code: 'SA03' },
    ],
    [
      'a provider that does not exist',
      [row('a', 1, { outputs: { psp: 'nobank', pspAccount: 'default' } })],
      { field: 'rules.1.outputs.psp', code: 'SA08' },
    ],
    [
      'an account of another PSP',
      [row('a', 1, { outputs: { psp: 'acmecards', pspAccount: 'EU' } })],
      { field: 'rules.1.outputs.pspAccount', code: 'SA08' },
    ],
    [
      'a period that is over',
      [
        row('a', 1, {
          conditions: {
            validPeriod: { op: 'range', max: { value: '2020-01-01T00:00:00Z', inclusive: true } },
          },
        }),
      ],
      { field: 'rules.1.conditions.validPeriod', code: 'SA01' },
    ],
  ])('with %s is not submitted', async (_what, rules, field) => {
    const draft = await anna.create({ rules })
    const answer = await app.anna.post(`/ruleset/${draft.summary.id}/submit?${at}`, anna.openOf(draft))
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.fields).toEqual([expect.objectContaining(field)])
    expect((await anna.get(draft.summary.id)).open?.state).toBe('DRAFT')
  })

  it('takes no edit with a bad cell, and cannot be submitted with one an edit made bad from afar', async () => {
    const draft = await anna.create()
    const put = (ruleset: typeof draft, changes: object) =>
      app.anna.put(`/ruleset/${ruleset.summary.id}?${at}`, {
        ...anna.openOf(ruleset),
        changes,
        changeNote: 'An edit of rows',
      })
    const bad = row('b', 2, { conditions: { userCountry: { op: 'in', values: ['SVE'] } } })
    expect(refusedFields(await put(draft, { upsert: [withoutNo(bad)] }))).toEqual([
      'rules.2.conditions.userCountry',
    ])
    const methods = await anna.create(
      {
        preconditions: { method: { op: 'in', values: ['DEPOSIT'] } },
        rules: [row('a', 1, { conditions: {}, outputs: { cashierConfig: 'plain' } })],
      },
      'payment-methods',
    )
    const { body } = await put(methods, { preconditions: {} })
    const submitted = await app.anna.post(`/ruleset/${methods.summary.id}/submit?${at}`, anna.openOf(body))
    expect(refusedFields(submitted)).toContain('rules.1.conditions.method')
  })

  it('takes no edit that would lose a row', async () => {
    const draft = await anna.create()
    const save = (changes: object) =>
      app.anna.put(`/ruleset/${draft.summary.id}?${at}`, {
        ...anna.openOf(draft),
        changes,
        changeNote: 'Careless work',
      })
    expect(refusedFields(await save({ order: ['a'] }))).toEqual(['order'])
    expect(refusedFields(await save({ order: ['a', 'a'] }))).toEqual(['order'])
    expect(refusedFields(await save({ remove: ['nobody'] }))).toEqual(['remove'])
    const twice = withoutNo(row('c', 0))
    expect(refusedFields(await save({ upsert: [twice, twice] }))).toEqual(['upsert'])
    expect((await anna.get(draft.summary.id)).open?.revision).toBe(1)
  })

  it('cannot begin in the past', async () => {
    const draft = await anna.create()
    const body = { ...anna.openOf(draft), effectiveFrom: '2020-01-01T00:00:00Z' }
    expect(refusedFields(await app.anna.post(`/ruleset/${draft.summary.id}/submit?${at}`, body))).toEqual([
      'effectiveFrom',
    ])
  })
})

describe('an import', () => {
  const importRows = async (file: string, format: 'csv' | 'json' = 'csv', mode = 'append') => {
    const draft = await anna.create()
    const path = `/ruleset/${draft.summary.id}`
    const answer = await app.anna.post(`${path}/import?${at}`, {
      ...anna.openOf(draft),
      format,
      content: file,
      mode,
      changeNote: 'From a spreadsheet',
    })
    return { answer, after: await anna.get(draft.summary.id) }
  }
  const header = 'Tx type,User country,Amount,→ PSP,→ PSP account'

  it('adds its rows behind those that are there, or takes their place', async () => {
    const file = `${header}\nCreditcardDeposit,"SWE, NOR",>= 10 EUR,acmecards,3DS\n,,,borealpay,default\n`
    const added = await importRows(file)
    expect(added.answer.status, added.answer.text).toBe(200)
    expect(added.after.open?.rules).toHaveLength(4)
    expect(added.after.open?.rules[2]).toMatchObject({
      no: 3,
      conditions: { userCountry: { op: 'in', values: ['SWE', 'NOR'] }, amount: { min: { EUR: '1000' } } },
      outputs: { psp: 'acmecards', pspAccount: '3DS' },
    })
    const replaced = await importRows(file, 'csv', 'replace')
    expect(replaced.after.open?.rules.map(({ no }) => no)).toEqual([1, 2])
  })

  it.each([
    ['a country', `${header}\n,SWE,,a,b\n,Sweden?,,a,b\n`, 'lines.3.conditions.userCountry'],
    ['a currency', `${header}\n,,>= 10 XXZ,a,b\n`, 'lines.2.conditions.amount'],
    [
      'a pattern that could run forever',
      'Email,→ PSP,→ PSP account\n/(a+)+$/,a,b\n',
      'lines.2.conditions.email',
    ],
    ['a range', `${header}\n,,50 EUR – 10 EUR,a,b\n`, 'lines.2.conditions.amount'],
    ['a required output', `${header}\n,,,a,\n`, 'lines.2.outputs.pspAccount'],
    ['a column', 'Colour\nred\n', 'lines.1'],
  ])('with a bad row names its line and %s, and writes nothing', async (_what, file, field) => {
    const { answer, after } = await importRows(file)
    expect(refusedFields(answer)).toContain(field)
    expect(answer.body.fields[0].message).toMatch(/^Line \d+/)
    expect(after.open?.revision).toBe(1)
    expect(after.open?.rules).toHaveLength(2)
  })

  it('names every bad line, not only the first', async () => {
    const { answer } = await importRows(`${header}\n,XX1,,a,b\n,SWE,,a,b\n,XX2,,a,b\n`)
    expect(refusedFields(answer)).toEqual([
      'lines.2.conditions.userCountry',
      'lines.4.conditions.userCountry',
    ])
  })

  it('of JSON nested 33 levels deep names the cell', async () => {
    const file = `[\n{"conditions":{"txType":${'{"a":'.repeat(33)}1${'}'.repeat(33)}},"outputs":{}}]`
    const { answer, after } = await importRows(file, 'json')
    expect(refusedFields(answer)).toEqual(['lines.2.conditions.txType'])
    expect(after.open?.revision).toBe(1)
  })

  it('with two rows of one number names the second', async () => {
    const { answer } = await importRows('No,→ PSP,→ PSP account\n1,a,b\n1,c,d\n')
    expect(refusedFields(answer)).toEqual(['lines.3.no'])
  })

  it('of more rows than a ruleset holds', async () => {
    const lines = Array.from({ length: 10_001 }, () => 'a,b').join('\n')
    const { answer } = await importRows(`→ PSP,→ PSP account\n${lines}\n`)
    expect(refusedFields(answer)).toEqual(['lines.10002'])
  })

  it('of an export gives the same rows again', async () => {
    const draft = await anna.create()
    for (const format of ['csv', 'json'] as const) {
      const file = await app.anna.get(`/ruleset/${draft.summary.id}/export?${at}&format=${format}`)
      expect(file.status).toBe(200)
      expect(String(file.headers['content-disposition'])).toMatch(
        new RegExp(`psp-routing-[0-9a-f-]+-v1\\.${format}`),
      )
      const { answer, after } = await importRows(file.text, format, 'replace')
      expect(answer.status, answer.text).toBe(200)
      expect(after.open?.rules).toEqual(draft.open?.rules)
    }
  })
})
