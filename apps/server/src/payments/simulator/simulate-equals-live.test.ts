import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import type { Client } from '../../kit/testing/kit-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { rulePublisher } from '../testing/publish-rules.ts'
import { payWith, randomPayment } from '../testing/random-payment.ts'
import { recordedDecisions, type RecordedDecision } from '../testing/recorded-decisions.ts'

/** `npm run test:properties` and `test:full` pay ten thousand times; SIMULATED_PAYMENTS says how often instead. */
const isLong = process.env.TEST_FULL !== undefined
const payments = Number(process.env.SIMULATED_PAYMENTS ?? (isLong ? 10_000 : 24))
/** So many pay at once, each with users and cards of their own. */
const lanes = 3
/** After so many payments others pay. */
const perRound = 150
/** So many payments are tried table by table too: that asks two dozen times. */
const triedShare = isLong ? 5 : 3
const timeout = isLong ? 14_400_000 : 240_000

const merchantId = 100010001
/** Who shares no PSPs: the others may be sent to one that asks them to authenticate. */
const surelyPaid = ['sure-compared', 'sure-refunded'] as const
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
    conditions: { amount: amountFrom('40000'), userId: { op: 'prefix', values: ['sim-'] } },
    outputs: { action: 'DECLINE' },
  })
  await publish('fee', {
    conditions: { amount: amountFrom('1000') },
    outputs: { fixedFee: { EUR: '50' }, percentageFee: 10_000, mode: 'ADDED' },
  })
  await publish(
    'psp-routing',
    {
      conditions: { userId: { op: 'in', values: surelyPaid } },
      outputs: { psp: 'acmecards', pspAccount: 'N3DS' },
    },
    ...(['acmecards', 'borealpay', 'kestrelcard'] as const).map((psp, i) => ({
      conditions: {
        txType: { op: 'in', values: ['CreditcardDeposit'] },
        userId: { op: 'notIn', values: surelyPaid },
      } as const,
      outputs: { psp, pspAccount: psp === 'acmecards' ? '3DS' : 'default', weight: 10 * (i + 1) },
    })),
  )
  await publish('velocity', {
    conditions: { userId: { op: 'prefix', values: ['often-'] }, amount: amountFrom('5000') },
    outputs: { scope: 'USER', window: 30, unit: 'DAY', maxTx: 2, action: 'DECLINE' },
  })
}

/** One of those that share payments. */
async function closePsp(): Promise<void> {
  const opened = await admin.post(`/maintenance?${at}`, {
    title: 'Boreal Pay is rebuilt',
    psp: 'borealpay',
    method: 'BOTH',
    kind: 'FIXED',
    startAt: new Date(Date.now() - 60_000).toISOString(),
    excludedUserIds: ['plain-1-0', 'sim-2-0'],
    note: 'For a test of the simulator',
  })
  expect(opened.status, opened.text).toBe(200)
  const { rules } = platform.app.payments.machine.deps
  await eventually(
    () => rules.effective(merchantId, 'maintenance'),
    ({ rulesets }) => rulesets.some((set) => set.rules.some(({ id }) => id === opened.body.id)),
  )
}

const rowOnly = (ref: string): string => ref.split('@')[0] ?? ref
const minorOf = ({ amount }: { readonly amount: string }): string => String(BigInt(amount.replace('.', '')))

/** What became of the payment, and what every table said on the way. */
async function liveOf(txId: number, decided: readonly RecordedDecision[]) {
  const row = await platform.row({ merchantId, txId })
  return {
    status: stateOfNumber(row.statusNo),
    code: statusCodeOf(row.statusNo)?.code,
    path: [...(row.stepState.tried ?? [])],
    fee: String(row.feeMinor),
    vat: String(row.vatAmountMinor),
    psp: row.pspAmountMinor === null ? null : `${row.pspAmountMinor} ${row.pspCurrency}`,
    decisions: decided.map(({ decision: { table, step, hits, draw } }) =>
      [step, table, ...hits.map(rowOnly), ...(draw ? [`roll ${draw.roll ?? 0}`] : [])].join(' '),
    ),
  }
}

/** The same of a simulation, in the same words. */
const simulatedOf = ({ outcome, path, amounts: { fee, vat, psp }, tables }: SimulationResult) => ({
  status: outcome.status,
  code: outcome.code,
  path: path.map((each) => `${each.psp}/${each.pspAccount}`),
  fee: minorOf(fee),
  vat: minorOf(vat),
  psp: psp && `${minorOf(psp)} ${psp.currency}`,
  decisions: tables.map(({ table, step, hits, trace }) =>
    [step, table, ...hits.map(rowOnly), ...(trace?.draw ? [`roll ${trace.draw.roll}`] : [])].join(' '),
  ),
})

async function simulatedAgain(txId: number): Promise<ReturnType<typeof simulatedOf> | string> {
  const loaded = await admin.get(`/simulator/payment/${txId}?${at}`)
  if (loaded.status !== 200) return loaded.text
  const ran = await admin.post(`/simulator/run?${at}`, { input: loaded.body as SimulationInput })
  return ran.status === 200 ? simulatedOf(ran.body as SimulationResult) : ran.text
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

/** What Try it says otherwise of a table than the payment recorded. */
async function triedOtherwise(txId: number, { decision, facts }: RecordedDecision): Promise<string[]> {
  const { table, step } = decision
  const answer = await admin.post(`/ruleset/simulate?${at}`, {
    table,
    step,
    facts: wireFacts(facts),
    transactionId: String(txId),
  })
  if (answer.status !== 200) return [`${txId} ${table}: ${answer.text}`]
  const { hits, draw } = answer.body as { hits: string[]; draw: RecordedDecision['decision']['draw'] | null }
  const said = { hits, roll: draw?.roll, removed: draw?.removed.map(({ ref }) => ref) }
  const live = {
    hits: decision.hits,
    roll: decision.draw && (decision.draw.roll ?? 0),
    removed: decision.draw?.removed.map(({ ref }) => ref),
  }
  return JSON.stringify(said) === JSON.stringify(live)
    ? []
    : [`${txId} ${table} ${step}: ${JSON.stringify(said)}, live ${JSON.stringify(live)}`]
}

const seen = new Map<string, number>()
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

/** Pays, asks the simulator and Try it for the same payment, and tells what they say otherwise. */
async function differences(
  given: Record<string, unknown>,
  path: 'deposit' | 'withdraw',
  isTried: boolean,
): Promise<string[]> {
  const { status, body } = await platform[path](given)
  if (status >= 400) {
    count(`refused ${status}`)
    return []
  }
  const decided = await recordedDecisions(platform, { merchantId, txId: body.txId })
  const live = await liveOf(body.txId, decided)
  const simulated = await simulatedAgain(body.txId)
  count(`${path} ${live.status}`)
  for (const { decision } of decided) if (decision.hits.length > 0) count(decision.table)
  const tried: string[] = []
  if (isTried) for (const each of decided) tried.push(...(await triedOtherwise(body.txId, each)))
  const isSame = JSON.stringify(live) === JSON.stringify(simulated)
  return [...tried, ...(isSame ? [] : [JSON.stringify({ given, live, simulated })])]
}

describe('the simulator and Try it', () => {
  it(
    'say of random deposits and withdrawals what became of them, by the same decisions of every table',
    { timeout },
    async ({ annotate }) => {
      const given = fc.sample(randomPayment, payments)
      const wrong: string[] = []
      const lane = async (own: number) => {
        for (let i = own; i < given.length; i += lanes) {
          const payment = given[i]
          const isTried = Math.floor(i / lanes) % triedShare === 0
          if (payment)
            wrong.push(
              ...(await differences(
                payWith({ lane: own, round: Math.floor(i / perRound) }, payment),
                payment.path,
                isTried,
              )),
            )
        }
      }
      await Promise.all(Array.from({ length: lanes }, (_, own) => lane(own)))
      wrong.push(...(await differences({ userId: surelyPaid[0] }, 'deposit', true)))
      await annotate(
        `${payments} payments, ${wrong.length} differences (${[...seen].map((each) => each.join(' ')).join(', ')})`,
      )
      expect(wrong).toEqual([])
      expect([...seen.keys()]).toEqual(
        expect.arrayContaining(['deposit SUCCESSFUL', 'psp-routing', 'fee', 'general-block']),
      )
    },
  )

  it('take deposits and withdrawals only, typed by hand or taken from a payment', async () => {
    const { body } = await platform.deposit({ userId: surelyPaid[1] })
    expect(body.state).toBe('SUCCESSFUL')
    const key = { 'idempotency-key': randomUUID() }
    const refund = await platform.call('POST', `/payments/${body.txId}/refund`, undefined, key)
    expect(refund.body.state).toBe('SUCCESSFUL')
    const refused = {
      status: 422,
      body: {
        fields: [
          { field: 'input.transaction.txType', message: 'valid transactions are deposit or withdrawal' },
        ],
      },
    }
    expect(await admin.get(`/simulator/payment/${refund.body.txId}?${at}`)).toMatchObject(refused)
    const loaded = await admin.get(`/simulator/payment/${body.txId}?${at}`)
    const { transaction, ...rest } = loaded.body as SimulationInput
    const input = { ...rest, transaction: { ...transaction, txType: 'Refund' } }
    expect(await admin.post(`/simulator/run?${at}`, { input })).toMatchObject(refused)
  })

  it('compares an amount in another currency by the rates of now', async () => {
    const { userId } = { userId: 'sim-converted' }
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
    expect(why.get('voucherstore')).toBe('does not support the type Card deposit')
    expect(body.closedElse).toBe('does not support the type Card deposit')
  })
})
