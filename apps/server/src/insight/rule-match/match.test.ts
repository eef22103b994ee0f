import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchedPayment } from '@signalbox/model/calls/rules-hub'
import type { Client } from '../../kit/testing/kit-app.ts'
import { onlyFor, rulePublisher } from '../../payments/testing/publish-rules.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
const other = 'merchantId=100010002'

let platform: PaymentPlatform
let rules: Client
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })

beforeAll(async () => {
  platform = await paymentPlatform()
  // Sees every table, maintenance among them.
  rules = await platform.as('admin')
  const publish = await rulePublisher(platform)
  await publish(
    'psp-routing',
    { conditions: onlyFor('match-a'), outputs: { psp: 'acmecards', pspAccount: '3DS' } },
    { conditions: {}, outputs: { psp: 'kestrelcard', pspAccount: 'default' } },
  )
  await publish('general-block', { conditions: onlyFor('match-blocked'), outputs: { action: 'DECLINE' } })
  for (const userId of ['match-a', 'match-b', 'match-blocked', 'match-b'])
    await platform.deposit({ userId, ...euro('20.00') })
  await platform.withdraw({ userId: 'match-b', ...euro('12.00') })
})
afterAll(() => platform.close())

interface Stored {
  readonly id: number
  readonly method: string
  readonly userId: string
  readonly decisions: readonly { table: string; step: string; hits: string[]; outcome: unknown }[]
}

/** What is stored with the payments, read by a query of our own. */
async function stored(): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select t.id, t.method, t.user_id, (select coalesce(jsonb_agg(d.value order by e.seq, d.ordinality), '[]')
      from tx_event e cross join lateral jsonb_array_elements(e.decisions) with ordinality d
      where e.merchant_id = t.merchant_id and e.tx_id = t.id) as decisions
    from transaction t where t.merchant_id = ${merchantId} and t.user_id like 'match-%' order by t.id`.execute(
    platform.db,
  )
  return rows
}

const match = (payments: readonly string[], where = at) => rules.post(`/ruleset/match?${where}`, { payments })

describe('matching payments', () => {
  it('shows what was recorded with them, and the same for now while no rule has changed', async () => {
    const payments = await stored()
    expect(payments).toHaveLength(5)
    const answer = await match(payments.map(({ id }) => String(id)))
    expect(answer.status, answer.text).toBe(200)
    const items = answer.body.items as MatchedPayment[]
    for (const payment of payments) {
      const item = items.find(({ txId }) => txId === payment.id)
      const recorded = item?.tables.map(({ table, step, recorded: cell }) => [
        table,
        step,
        cell?.rows.map(({ ref }) => ref).toSorted(),
      ])
      const expected = payment.decisions
        .filter(({ outcome }) => outcome !== 'DEFERRED')
        .map(({ table, step, hits }) => [table, step, hits.toSorted()])
      expect(recorded).toEqual(expected)
      expect(item?.tables.filter(({ now }) => now?.differs)).toEqual([])
    }
  })

  it('answers every input: what is no id, what nobody has, and what another merchant has', async () => {
    const [first] = await stored()
    const inputs = ['nonsense', '123456789', String(first?.id), `${merchantId}A${first?.id}`]
    const { body } = await match(inputs)
    const problems = (body.items as MatchedPayment[]).map(({ input, problem }) => [input, problem])
    expect(problems).toEqual([
      ['nonsense', 'NOT_AN_ID'],
      ['123456789', 'NOT_FOUND'],
      [String(first?.id), null],
      [`${merchantId}A${first?.id}`, null],
    ])
    const elsewhere = (await match([String(first?.id)], other)).body.items as MatchedPayment[]
    expect(elsewhere[0]).toMatchObject({ problem: 'NOT_FOUND', txId: null, tables: [] })
  })

  it('takes a hundred payments and refuses 101, none, and a blank', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, place) => String(1_000_000 + place))
    expect((await match(ids(100))).status).toBe(200)
    const refused = async (payments: string[]) => {
      const { status, body } = await match(payments)
      expect(status).toBe(422)
      return body.fields as object[]
    }
    expect(await refused(ids(101))).toMatchObject([{ field: 'payments', message: 'At most 100 payments' }])
    expect(await refused([])).toMatchObject([{ field: 'payments', message: 'This field is required' }])
    expect(await refused(['  '])).not.toEqual([])
  })
})

describe('the share of traffic a condition matches', () => {
  const shares = (table: string, leaves: object[], where = at, trees: object[] = []) =>
    rules.post(`/ruleset/traffic-shares?${where}`, { table, leaves, trees })
  const userIs = (...values: string[]) => ({ fact: 'userId', cell: { op: 'in', values } })

  it('is that of the payments the table was asked about, as a count of our own has it', async () => {
    const payments = await stored()
    const asked = (table: string) =>
      payments.filter(({ decisions }) => decisions.some((decision) => decision.table === table))
    const all = asked('general-block').length
    const { body } = await shares('general-block', [
      userIs('match-b'),
      userIs('match-blocked'),
      userIs('nobody'),
    ])
    const of = (userId: string) =>
      asked('general-block').filter((payment) => payment.userId === userId).length / all
    expect(body).toMatchObject({ payments: all, shares: [of('match-b'), of('match-blocked'), 0] })
    // A payment that was blocked never reaches the routing.
    const routed = asked('psp-routing').length
    expect(routed).toBeLessThan(all)
    expect((await shares('psp-routing', [userIs('match-blocked')])).body).toMatchObject({
      payments: routed,
      shares: [0],
    })
  })

  const leaf = (fact: string, ...values: string[]) => ({ kind: 'leaf', fact, cell: { op: 'in', values } })
  const group = (join: 'ALL' | 'ANY', ...members: object[]) => ({ kind: 'group', join, not: false, members })
  const b = leaf('userId', 'match-b')

  it('is told of the opposite of a condition and of a tree of them too', async () => {
    const asked = (await stored()).filter(({ decisions }) =>
      decisions.some(({ table }) => table === 'general-block'),
    )
    const of = (holds: (payment: Stored) => boolean) => asked.filter(holds).length / asked.length
    const depositOfB = group('ALL', b, group('ANY', leaf('method', 'DEPOSIT'), leaf('userId', 'nobody')))
    const notB = { ...userIs('match-b'), not: true }
    const { body, text } = await shares('general-block', [notB], at, [
      depositOfB,
      group('ALL', { ...b, not: true }),
    ])
    const others = of(({ userId }) => userId !== 'match-b')
    expect(body, text).toMatchObject({
      shares: [others],
      trees: [of(({ userId, method }) => userId === 'match-b' && method === 'DEPOSIT'), others],
    })
  })

  it.each([
    [
      'deeper than three',
      group('ALL', group('ANY', group('ALL', group('ANY', b)))),
      'Groups may be nested 3 deep at most',
    ],
    [
      'of more than 32 rows',
      group(
        'ALL',
        group('ANY', ...Array.from({ length: 6 }, (_, i) => leaf('userId', `u${i}`))),
        group('ANY', ...Array.from({ length: 6 }, (_, i) => leaf('locale', `l${i}`))),
      ),
      'Too complex, split the rule',
    ],
  ])('is refused for a tree %s, in words', async (_what, tree, message) => {
    const { status, body } = await shares('general-block', [userIs('match-b')], at, [tree])
    expect({ status, fields: body.fields }).toMatchObject({
      status: 422,
      fields: [{ field: 'trees.0', message }],
    })
  })

  it('is unknown where no payment was made', async () => {
    expect((await shares('general-block', [userIs('match-b')], other)).body).toMatchObject({
      payments: 0,
      shares: [null],
    })
  })

  it('is refused for what the table cannot be asked', async () => {
    const wrong = [
      [{ fact: 'nonsense', cell: { op: 'set' } }],
      [{ fact: 'userId', cell: { op: 'moneyRange', minInclusive: true } }],
      [userIs()],
      Array.from({ length: 101 }, () => userIs('a')),
      [],
    ]
    for (const leaves of wrong) {
      const { status, text } = await shares('general-block', leaves)
      expect(status, `${JSON.stringify(leaves).slice(0, 80)} ${text}`).toBe(422)
    }
    expect((await shares('no-such-table', [userIs('a')])).status).toBe(422)
  })
})

describe('the checks of a row that routes a currency its PSP does not take', () => {
  const found = async () => {
    const conditions = {
      currency: { op: 'in', values: ['NOK'] },
      txType: { op: 'in', values: ['SkrillDeposit'] },
    }
    const rule = { id: 'r1', no: 1, name: '', note: '', enabled: true, conditions }
    const { body, text } = await rules.post(`/ruleset/lint?${at}`, {
      table: 'psp-routing',
      content: {
        name: 'Wallets',
        note: '',
        priority: 50,
        inherit: 'OVERRIDABLE',
        enabled: true,
        preconditions: {},
        rules: [{ ...rule, outputs: { psp: 'walletx', pspAccount: 'EU' } }],
      },
    })
    expect(body.items, text).toBeDefined()
    return (body.items as { code: string }[]).map(({ code }) => code).filter((code) => code === 'SA14')
  }

  it('tell of it until a forex row converts the currency', async () => {
    expect(await found()).toEqual([])
    await sql`update psp set currencies = '{EUR}' where psp = 'walletx'`.execute(platform.db)
    expect(await found()).toEqual(['SA14'])
    const publish = await rulePublisher(platform)
    await publish('forex', {
      conditions: { psp: { op: 'in', values: ['walletx'] }, currency: { op: 'in', values: ['NOK'] } },
      outputs: { toCurrency: 'EUR' },
    })
    expect(await found()).toEqual([])
  })
})
