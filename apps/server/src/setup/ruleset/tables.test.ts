import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import {
  brand,
  content,
  group,
  row,
  rulesetApp,
  sibling,
  steps,
  withoutNo,
  type RulesetApp,
} from './testing/ruleset-app.ts'

let app: RulesetApp
beforeAll(async () => {
  app = await rulesetApp()
})
afterAll(() => app.close())

const at = `merchantId=${brand}`
const simulate = (body: object, merchantId = brand) =>
  app.anna.post(`/ruleset/simulate?merchantId=${merchantId}`, { table: 'psp-routing', facts: {}, ...body })

const cardFacts = {
  txType: 'CreditcardDeposit',
  amount: { amount: '45.00', currency: 'EUR' },
  userCountry: 'SWE',
}

describe('the tables', () => {
  it('are all there with number, slug, tag and route', async () => {
    const { items } = (await app.anna.get('/decisiontable')).body
    expect(items).toHaveLength(29)
    expect(items[4]).toMatchObject({ number: 'T5', slug: 'limit', tag: 'LI', route: '/rules/limit' })
  })

  it.each(decisionTables.map(({ slug, number }) => [slug, number]))(
    '%s describes its columns',
    async (slug, number) => {
      const { status, body } = await app.anna.get(`/decisiontable/${slug}/schema?${at}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ slug, number })
      expect(body.facts.map(({ key }: { key: string }) => key)).toEqual(body.conditions)
      expect((await app.anna.get(`/decisiontable/${number}/schema?${at}`)).body.slug).toBe(slug)
    },
  )

  it('do not include others', async () => {
    expect((await app.anna.get(`/decisiontable/colour/schema?${at}`)).status).toBe(404)
    expect((await app.anna.get(`/decisiontable/colour/effective?${at}`)).status).toBe(404)
  })

  it('have values to pick from', async () => {
    const { items } = (await app.anna.get(`/decisiontable/catalogue?merchantId=${group}`)).body
    expect(items.merchant.map(({ value }: { value: string }) => value)).toEqual([
      String(group),
      String(brand),
      String(sibling),
    ])
    expect(items.psp).toContainEqual(
      expect.objectContaining({
        value: 'acmecards',
        label: 'Acme Cards',
        txTypes: expect.arrayContaining(['CreditcardDeposit']),
      }),
    )
    expect(items['tx-type']).toContainEqual({ value: 'CreditcardDeposit', label: 'CreditcardDeposit' })
    const named = new Set(
      decisionTables.flatMap((table) => table.outputs.flatMap(({ catalogue }) => catalogue ?? [])),
    )
    for (const catalogue of named) expect(items, catalogue).toHaveProperty([catalogue])
  })
})

describe('a payment that never happened', () => {
  const small = row('small', 1, {
    name: 'Small amounts',
    conditions: {
      txType: { op: 'in', values: ['CreditcardDeposit'] },
      amount: {
        op: 'moneyRange',
        max: { EUR: '3000' },
        minInclusive: true,
        maxInclusive: true,
        onMissing: 'NO_MATCH',
      },
      userCountry: { op: 'in', values: ['NOR'] },
    },
  })
  const rest = row('rest', 2, { conditions: {}, outputs: { psp: 'borealpay', pspAccount: 'default' } })

  it('is decided by the active rules, and every row says why', async () => {
    const anna = steps(app.anna)
    const draft = await anna.create({ rules: [small, rest] })
    expect((await simulate({ facts: cardFacts })).body).toMatchObject({ hits: [], outcome: null })
    const active = await steps(app.bert).approve(await anna.submit(draft))
    const { status, body, text } = await simulate({ facts: cardFacts })
    expect(status, text).toBe(200)
    const ref = `${brand}_RO_${String(active.summary.no).padStart(2, '0')}`
    expect(body).toMatchObject({
      table: 'psp-routing',
      hits: [`${ref}_02@1`],
      outcome: { psp: 'borealpay', pspAccount: 'default' },
      rowCount: 2,
      rows: [
        {
          ref: `${ref}_01@1`,
          ruleId: 'small',
          result: 'MISS',
          failed: [
            {
              column: 'amount',
              actual: '45.00 EUR',
              sentence: 'amount 45.00 EUR is above 30.00 EUR',
            },
            { column: 'userCountry', expected: 'NOR', actual: 'SWE' },
          ],
        },
        { ref: `${ref}_02@1`, result: 'HIT', failed: [] },
      ],
    })
    await steps(app.bert).approve(await anna.archive(active, { note: 'Done with it' }))
  })

  it('can be decided by a draft instead, without anybody else noticing', async () => {
    const anna = steps(app.anna)
    const active = await steps(app.bert).approve(await anna.submit(await anna.create({ rules: [rest] })))
    const changed = withoutNo({ ...rest, outputs: { psp: 'kestrelcard', pspAccount: 'default' } })
    const { summary } = await anna.save(active, { upsert: [changed] })
    const instead = { rulesetId: summary.id, version: 2 }
    expect((await simulate({ facts: cardFacts, instead })).body.outcome.psp).toBe('kestrelcard')
    expect((await simulate({ facts: cardFacts })).body.outcome.psp).toBe('borealpay')
    const again = withoutNo({ ...rest, outputs: { psp: 'nordbank', pspAccount: 'default' } })
    await anna.save(await anna.get(summary.id), { upsert: [again] })
    expect((await simulate({ facts: cardFacts, instead })).body.outcome.psp).toBe('nordbank')
    const elsewhere = { ...instead, rulesetId: '01900000-0000-7000-8000-00000000dead' }
    expect((await simulate({ instead: elsewhere })).status).toBe(404)
    expect((await simulate({ instead: { ...instead, version: 9 } })).status).toBe(404)
    expect((await simulate({ table: 'fee', instead })).status).toBe(422)
  })

  it('tells which thresholds would decide if they were exceeded', async () => {
    const outputs = { scope: 'USER', window: 1, unit: 'HOUR', maxTx: 3, action: 'DECLINE' }
    const anna = steps(app.anna)
    const rules = [row('v', 1, { conditions: {}, outputs })]
    await steps(app.bert).approve(await anna.submit(await anna.create({ rules }, 'velocity')))
    const body = { table: 'velocity', facts: cardFacts }
    expect((await simulate(body)).body).toMatchObject({ outcome: null, rows: [{ result: 'PASSED_OVER' }] })
    expect((await simulate({ ...body, thresholds: 'exceeded' })).body).toMatchObject({
      outcome: { action: 'DECLINE' },
      rows: [{ result: 'HIT' }],
    })
  })

  it('with facts nobody could compare is refused by fact', async () => {
    const facts = { amount: 12, userCountry: 'Sweden', colour: 'red' }
    const { status, body } = await simulate({ facts })
    expect(status).toBe(422)
    expect(body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'facts.amount',
      'facts.userCountry',
      'facts.colour',
    ])
    expect((await simulate({ table: 'nothing' })).status).toBe(422)
  })

  it('of a table with very many rows tells those that matter', async () => {
    const rules = Array.from({ length: 3_000 }, (_, index) =>
      row(`r${index}`, index + 1, { conditions: { userId: { op: 'in', values: [`user-${index}`] } } }),
    )
    const { summary } = await steps(app.anna, sibling).create({ rules })
    const instead = { rulesetId: summary.id, version: 1 }
    const { body } = await simulate({ facts: { userId: 'user-2500' }, instead }, sibling)
    expect(body.rowCount).toBe(3_000)
    expect(body.rows.length).toBeLessThan(1_000)
    expect(body.rows).toContainEqual(expect.objectContaining({ ruleId: 'r2500', result: 'HIT' }))
  })
})

describe('what the checks say', () => {
  it('comes with its row and column, and is asked without saving', async () => {
    const rules = [
      row('fine', 1),
      row('late', 2, { conditions: { fraudScore: { op: 'range', min: { value: 1, inclusive: true } } } }),
      row('abroad', 3, { conditions: { userCountry: { op: 'in', values: ['ZZZ'] } } }),
      row('nowhere', 4, {
        conditions: { userCountry: { op: 'in', values: ['SWE'] } },
        outputs: { psp: 'nobank', pspAccount: 'default' },
      }),
      row('again', 5),
    ]
    const { body, status, text } = await app.anna.post(`/ruleset/lint?${at}`, {
      table: 'psp-routing',
      content: content({ rules }),
    })
    expect(status, text).toBe(200)
    expect(body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'SA10', ruleId: 'late', column: 'fraudScore' }),
        expect.objectContaining({ code: 'CELL', ruleId: 'abroad', column: 'userCountry' }),
        expect.objectContaining({ code: 'SA08', ruleId: 'nowhere', column: 'psp' }),
        expect.objectContaining({ code: 'SA02', ruleId: 'again', otherRuleIds: ['fine'] }),
      ]),
    )
    expect(body.items.map(({ ruleId }: { ruleId: string }) => ruleId)).not.toContain('fine')
  })
})
