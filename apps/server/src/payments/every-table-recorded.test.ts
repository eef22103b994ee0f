import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { runPaymentJobs } from './testing/run-payment-jobs.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

/** The scheduler asks it about many payments at once; what it said is an alert and no part of any of them. */
const notAboutPayments = new Set(['alerts'])

const merchantId = 100010001
let platform: PaymentPlatform
/** Tables whose rows were fetched since this was last emptied, whoever fetched them and for whatever. */
const fetched = new Set<string>()
beforeAll(async () => {
  platform = await paymentPlatform()
  const publish = await rulePublisher(platform)
  // Tax lies on fees, which nobody is charged otherwise.
  await publish('fee', { conditions: onlyFor('rec-6'), outputs: { fixedFee: { EUR: '300' }, mode: 'ADDED' } })
  const { rules } = platform.app.payments.machine.deps
  const { effective, effectiveIn } = rules
  rules.effective = (merchant, slug) => {
    fetched.add(slug)
    return effective.call(rules, merchant, slug)
  }
  rules.effectiveIn = (merchant, edition, slug) => {
    fetched.add(slug)
    return effectiveIn.call(rules, merchant, edition, slug)
  }
})
afterAll(() => platform.close())

async function recordedFor({ txId }: PaymentAnswer): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ table: string }>`select distinct d->>'table' as table
    from tx_event, jsonb_array_elements(decisions) d
    where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(platform.db)
  return new Set(rows.map(({ table }) => table))
}

const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })

/** Payments that together come by every table. */
const payments: readonly (() => Promise<{ body: PaymentAnswer }>)[] = [
  () => platform.deposit({ userId: 'rec-1' }),
  () => platform.withdraw({ userId: 'rec-2' }),
  // Declined by the PSP: status code, fallback.
  () =>
    platform.deposit({ userId: 'rec-3', card: { pan: '4000000000000002', expiry: '2030-12', cvv: '123' } }),
  // The 3-D Secure server fails.
  () => platform.deposit({ userId: 'rec-4', ...euro('888.02') }),
  // Reserved only: void and capture.
  () => platform.deposit({ userId: 'rec-5', authType: 'PRE_AUTH', ...euro('31.00') }),
  // The KYC provider is down.
  () => platform.deposit({ userId: 'kyc-down-rec', ...euro('32.00') }),
  () => platform.deposit({ userId: 'rec-6', ...euro('33.00') }),
]

it('every table a payment asks leaves its decision with it', async () => {
  const all = new Set<string>()
  for (const pay of payments) {
    fetched.clear()
    const { body } = await pay()
    await runPaymentJobs(platform)
    const recorded = await recordedFor(body)
    expect([...fetched].filter((table) => !recorded.has(table)).toSorted()).toEqual([])
    for (const table of recorded) all.add(table)
  }
  const missing = decisionTables.map(({ slug }) => slug).filter((slug) => !all.has(slug))
  expect(missing.filter((slug) => !notAboutPayments.has(slug))).toEqual([])
})
