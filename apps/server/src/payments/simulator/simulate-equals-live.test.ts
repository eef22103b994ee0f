import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { rulePublisher } from '../testing/publish-rules.ts'

/** `npm run test:properties` and `test:full` pay ten thousand times. */
const payments = process.env.TEST_FULL === undefined ? 30 : 10_000

const merchantId = 100010001
const at = `merchantId=${merchantId}`

let platform: PaymentPlatform
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  const publish = await rulePublisher(platform)
  const above = (min: string) =>
    ({
      op: 'moneyRange',
      min: { EUR: min },
      minInclusive: true,
      maxInclusive: true,
      onMissing: 'CONVERT',
    }) as const
  await publish('general-block', {
    conditions: { amount: above('40000'), userId: { op: 'prefix', values: ['sim-'] } },
    outputs: { action: 'DECLINE' },
  })
  await publish('fee', {
    conditions: { amount: above('1000') },
    outputs: { fixedFee: { EUR: '50' }, percentageFee: 10_000, mode: 'ADDED' },
  })
  const cards = { txType: { op: 'in', values: ['CreditcardDeposit'] } } as const
  await publish(
    'psp-routing',
    ...(['acmecards', 'borealpay', 'kestrelcard'] as const).map((psp, i) => ({
      conditions: cards,
      outputs: { psp, pspAccount: psp === 'acmecards' ? '3DS' : 'default', weight: 10 * (i + 1) },
    })),
  )
})
afterAll(() => platform.close())

interface StoredDecision {
  readonly table: string
  readonly step: string
  readonly hits: readonly string[]
  readonly draw?: { readonly roll?: number }
}

async function decisionsOf(txId: number): Promise<StoredDecision[]> {
  const { rows } = await sql<{ decisions: StoredDecision[] | null }>`
    select decisions from tx_event where merchant_id = ${merchantId} and tx_id = ${txId} order by seq`.execute(
    platform.db,
  )
  return rows.flatMap(({ decisions }) => decisions ?? [])
}

const rowOnly = (ref: string): string => ref.split('@')[0] ?? ref

/** What decides about a payment, of the live one and of the simulated one, in the same words. */
async function liveOf(txId: number) {
  const row = await platform.row({ merchantId, txId })
  const decided = await decisionsOf(txId)
  return {
    status: stateOfNumber(row.statusNo),
    code: statusCodeOf(row.statusNo)?.code,
    path: [...(row.stepState.tried ?? [])],
    fee: String(row.feeMinor),
    vat: String(row.vatAmountMinor),
    psp: row.pspAmountMinor === null ? null : `${row.pspAmountMinor} ${row.pspCurrency}`,
    decisions: decided.map(({ table, step, hits, draw }) =>
      [step, table, ...hits.map(rowOnly), ...(draw ? [`roll ${draw.roll ?? 0}`] : [])].join(' '),
    ),
  }
}

const minorOf = (amount: string, currency: string): string =>
  String(BigInt(amount.replace('.', '')) * (currency === 'JPY' && !amount.includes('.') ? 1n : 1n))

function simulatedOf({ outcome, path, amounts, tables }: SimulationResult) {
  const { fee, vat, psp } = amounts
  return {
    status: outcome.status,
    code: outcome.code,
    path: path.map((each) => `${each.psp}/${each.pspAccount}`),
    fee: minorOf(fee.amount, fee.currency),
    vat: minorOf(vat.amount, vat.currency),
    psp: psp && `${minorOf(psp.amount, psp.currency)} ${psp.currency}`,
    decisions: tables.map(({ table, step, hits, trace }) =>
      [step, table, ...hits.map(rowOnly), ...(trace?.draw ? [`roll ${trace.draw.roll}`] : [])].join(' '),
    ),
  }
}

async function simulatedAgain(txId: number): Promise<ReturnType<typeof simulatedOf> | string> {
  const loaded = await admin.get(`/simulator/payment/${txId}?${at}`)
  if (loaded.status !== 200) return loaded.text
  const ran = await admin.post(`/simulator/run?${at}`, { input: loaded.body as SimulationInput })
  return ran.status === 200 ? simulatedOf(ran.body as SimulationResult) : ran.text
}

const anyPayment = fc.record({
  kind: fc.constantFrom('deposit', 'deposit', 'deposit', 'withdrawal', 'bank'),
  userId: fc.integer({ min: 1, max: 5 }).map((no) => `sim-${no}`),
  cents: fc.integer({ min: 1_000, max: 45_000 }),
  currency: fc.constantFrom('EUR', 'SEK', 'NOK'),
  pan: fc.constantFrom('4111111111111111', '4000000000000002', '5555555555554444', '4242424242424242'),
})

async function pay({
  kind,
  userId,
  cents,
  currency,
  pan,
}: {
  kind: string
  userId: string
  cents: number
  currency: string
  pan: string
}) {
  const amount = { amount: (cents / 100).toFixed(2), currency }
  if (kind === 'withdrawal') return platform.withdraw({ userId, amount })
  if (kind === 'bank')
    return platform.deposit({
      userId,
      amount,
      txType: 'BankIBANDeposit',
      card: undefined,
      iban: 'DE89370400440532013000',
    })
  const card = { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }
  return platform.deposit({ userId, amount, card })
}

describe('the simulator', () => {
  it(
    'says of random deposits and withdrawals what became of them, by the same decisions of every table',
    { timeout: payments > 100 ? 7_200_000 : 240_000 },
    async () => {
      const wrong: unknown[] = []
      const seen = new Set<string>()
      for (const given of fc.sample(anyPayment, payments)) {
        const { status, body } = await pay(given)
        if (status >= 400) {
          wrong.push({ given, status, body })
          continue
        }
        const [live, simulated] = [await liveOf(body.txId), await simulatedAgain(body.txId)]
        seen.add(`${given.kind} ${live.status}`)
        if (JSON.stringify(live) !== JSON.stringify(simulated)) wrong.push({ given, live, simulated })
      }
      expect(wrong).toEqual([])
      expect([...seen]).toEqual(expect.arrayContaining([expect.stringContaining('withdrawal')]))
    },
  )
})
