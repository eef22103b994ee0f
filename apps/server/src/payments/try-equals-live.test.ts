import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Money } from '@signalbox/model/money/money'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import type { Client } from '../kit/testing/kit-app.ts'
import { eventually } from '../testing/eventually.ts'
import { unpackEventFacts, unpackFacts } from './core/state/facts-json.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { rulePublisher } from './testing/publish-rules.ts'

/** `npm run test:properties` and `test:full` pay ten thousand times. */
const payments = process.env.TEST_FULL === undefined ? 5 : 10_000

const merchantId = 100010001
const at = `merchantId=${merchantId}`

let platform: PaymentPlatform
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  await publishRules()
  await closePsp()
})
afterAll(() => platform.close())

const amountFrom = (min: string) =>
  ({
    op: 'moneyRange',
    min: { EUR: min },
    minInclusive: true,
    maxInclusive: true,
    onMissing: 'CONVERT',
  }) as const

/** Rows that go by what only a live payment knows: rates, who is closed, and what was paid before. */
async function publishRules(): Promise<void> {
  const publish = await rulePublisher(platform)
  await publish('general-block', {
    conditions: { amount: amountFrom('15000'), userId: { op: 'prefix', values: ['try-'] } },
    outputs: { action: 'DECLINE' },
  })
  await publish('fee', {
    conditions: { amount: amountFrom('1000') },
    outputs: { fixedFee: { EUR: '50' }, mode: 'ADDED' },
  })
  const shared = { txType: { op: 'in', values: ['CreditcardDeposit'] } } as const
  await publish(
    'psp-routing',
    ...(['acmecards', 'borealpay', 'kestrelcard'] as const).map((psp, i) => ({
      conditions: shared,
      outputs: { psp, pspAccount: psp === 'acmecards' ? '3DS' : 'default', weight: 10 * (i + 1) },
    })),
  )
  await publish(
    'velocity',
    {
      conditions: { amount: amountFrom('5000') },
      outputs: { scope: 'USER', window: 30, unit: 'DAY', maxTx: 2, action: 'REVIEW' },
    },
    {
      conditions: {},
      outputs: { scope: 'USER', window: 30, unit: 'DAY', maxSum: { EUR: '30000' }, action: 'DECLINE' },
    },
  )
}

/** One of those that share payments. */
async function closePsp(): Promise<void> {
  const opened = await admin.post(`/maintenance?${at}`, {
    title: 'Boreal Pay is rebuilt',
    psp: 'borealpay',
    method: 'BOTH',
    kind: 'FIXED',
    startAt: new Date(Date.now() - 60_000).toISOString(),
    excludedUserIds: ['try-1'],
    note: 'For a test of Try it',
  })
  expect(opened.status, opened.text).toBe(200)
  const { rules } = platform.app.payments.machine.deps
  await eventually(
    () => rules.effective(merchantId, 'maintenance'),
    ({ rulesets }) => rulesets.some((set) => set.rules.some(({ id }) => id === opened.body.id)),
  )
}

interface StoredDecision {
  readonly table: string
  readonly step: string
  readonly outcome: string
  readonly hits: readonly string[]
  readonly draw?: { readonly roll?: number; readonly removed: readonly { readonly ref: string }[] }
  readonly also?: Record<string, unknown>
}

const isMoney = (value: FactValue): value is Money =>
  typeof value === 'object' && 'minor' in value && typeof value.minor === 'bigint'

/** As the API takes facts. */
const wireFacts = (facts: Facts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, isMoney(value) ? toWire(value) : value]],
    ),
  )

/** Every decision that was recorded for a payment, with what was known when it was made. */
async function recorded(txId: number) {
  const { stepState } = await platform.row({ merchantId, txId })
  const { rows } = await sql<{ facts: Record<string, unknown> | null; decisions: StoredDecision[] | null }>`
    select facts, decisions from tx_event where merchant_id = ${merchantId} and tx_id = ${txId} order by seq`.execute(
    platform.db,
  )
  const learnt = new Set(rows.flatMap(({ facts }) => Object.keys(facts ?? {})))
  let known: Facts = Object.fromEntries(Object.entries(stepState.facts).filter(([key]) => !learnt.has(key)))
  return rows.flatMap(({ facts, decisions }) => {
    known = { ...known, ...unpackEventFacts(facts ?? undefined, stepState.facts) } as Facts
    return (decisions ?? []).map((decision) => ({
      decision,
      facts: { ...known, ...unpackFacts(decision.also) } as Facts,
    }))
  })
}

/** What Try it says otherwise than the payment recorded. */
async function differences(txId: number): Promise<string[]> {
  const different: string[] = []
  for (const { decision, facts } of await recorded(txId)) {
    const { table, step } = decision
    const answer = await admin.post(`/ruleset/simulate?${at}`, {
      table,
      step,
      facts: wireFacts(facts),
      transactionId: String(txId),
    })
    if (answer.status !== 200) {
      different.push(`${txId} ${table}: ${answer.text}`)
      continue
    }
    const { hits, draw } = answer.body as { hits: string[]; draw: StoredDecision['draw'] | null }
    const said = { hits, roll: draw?.roll, removed: draw?.removed.map(({ ref }) => ref) }
    const live = {
      hits: decision.hits,
      roll: decision.draw && (decision.draw.roll ?? 0),
      removed: decision.draw?.removed.map(({ ref }) => ref),
    }
    if (JSON.stringify(said) !== JSON.stringify(live))
      different.push(`${txId} ${table} ${step}: ${JSON.stringify(said)}, live ${JSON.stringify(live)}`)
  }
  return different
}

const anyPayment = fc.record({
  userId: fc.integer({ min: 1, max: 4 }).map((no) => `try-${no}`),
  minor: fc.integer({ min: 1_000, max: 18_000 }),
  currency: fc.constantFrom('EUR', 'SEK', 'NOK'),
  pan: fc.constantFrom('4111111111111111', '4000000000000002', '5555555555554444'),
})

/** As often as it takes for a threshold to be exceeded. */
const often = Array.from({ length: 4 }, (_, i) => ({
  userId: 'try-often',
  minor: 6_000 + i,
  currency: 'EUR',
  pan: '4111111111111111',
}))

describe('Try it', () => {
  it(
    'says of every table what a live payment recorded',
    { timeout: payments > 100 ? 7_200_000 : 120_000 },
    async () => {
      const wrong: string[] = []
      const seen = new Set<string>()
      for (const { userId, minor, currency, pan } of [...often, ...fc.sample(anyPayment, payments)]) {
        const amount = { amount: (minor / 100).toFixed(2), currency }
        const card = { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }
        const { body } = await platform.deposit({ userId, amount, card })
        wrong.push(...(await differences(body.txId)))
        for (const { decision } of await recorded(body.txId))
          if (decision.hits.length > 0) seen.add(decision.table)
      }
      expect(wrong).toEqual([])
      expect([...seen]).toEqual(expect.arrayContaining(['psp-routing', 'velocity', 'fee']))
    },
  )

  it('compares an amount in another currency by the rates of now', async () => {
    const { userId } = { userId: 'try-converted' }
    const { body } = await platform.deposit({ userId, amount: { amount: '5000.00', currency: 'SEK' } })
    expect(body.statusCodeNo).toBe(581)
    const asked = {
      table: 'general-block',
      facts: { userId, amount: { amount: '5000.00', currency: 'SEK' } },
    }
    const { body: said } = await admin.post(`/ruleset/simulate?${at}`, asked)
    expect(said).toMatchObject({ outcome: { action: 'DECLINE' } })
  })

  it('tells what a payment would find, for rows that nobody has saved', async () => {
    const userId = 'try-counted'
    await platform.deposit({ userId, amount: { amount: '12.00', currency: 'EUR' } })
    const velocityRow = (id: string, maxTx: number) => ({
      id,
      no: 1,
      name: id,
      note: '',
      enabled: true,
      conditions: {},
      outputs: { scope: 'USER', window: 1, unit: 'DAY', maxTx, action: 'DECLINE' },
    })
    const facts = {
      userId,
      txType: 'CreditcardDeposit',
      providerType: 'CREDITCARD',
      method: 'DEPOSIT',
      amount: { amount: '12.50', currency: 'EUR' },
    }
    const { status, body, text } = await admin.post(`/ruleset/circumstances?${at}`, {
      table: 'velocity',
      facts,
      rows: [velocityRow('one', 1), velocityRow('two', 2)],
    })
    expect(status, text).toBe(200)
    expect(body.exceeded).toEqual([0])
    expect(body.rates.rows.map(({ quote }: { quote: string }) => quote)).toContain('SEK')
    const why = new Map(
      (body.closed as { psp: string; why: string | null }[]).map((each) => [each.psp, each.why]),
    )
    expect(why.get('borealpay')).toBe('Boreal Pay is rebuilt')
    expect(why.get('acmecards')).toBeNull()
    expect(why.get('voucherstore')).toBe('does not take CreditcardDeposit')
    expect(body.closedElse).toBe('does not take CreditcardDeposit')
  })
})
