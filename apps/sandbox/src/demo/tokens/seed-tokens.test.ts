import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentPlatform, type PaymentPlatform } from '@signalbox/server/payments/testing/payment-platform'
import { runPaymentJobs } from '@signalbox/server/payments/testing/run-payment-jobs'
import { seedTokens } from './seed-tokens.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
}, 90_000)
afterAll(() => platform.close())

test('one merchant of the demo pays by token from the first day, and another waits for its network', async () => {
  const { machine } = platform.app.payments
  const state = { isDone: false }
  const seeding = seedTokens(machine, new AbortController().signal).finally(() => (state.isDone = true))
  while (!state.isDone) await runPaymentJobs(platform)
  await seeding
  await runPaymentJobs(platform)
  const onboardings = await sql<{ merchantId: number; network: string; state: string; rollout: object[] }>`
    select merchant_id, network, state, rollout from scheme_token
    where state in ('ENABLED', 'PENDING_NETWORK') order by merchant_id`.execute(platform.db)
  expect(onboardings.rows).toEqual([
    {
      merchantId: 100010002,
      network: 'VISA_VTS',
      state: 'ENABLED',
      rollout: [{ psp: 'acmecards', percent: 50 }],
    },
    { merchantId: 100010003, network: 'AMEX', state: 'PENDING_NETWORK', rollout: [] },
  ])
  const paid = await sql<{ ways: string[]; payments: number }>`
    select array_agg(distinct coalesce(scheme_token, 'card number') order by coalesce(scheme_token, 'card number')) as ways,
      count(distinct tx_id)::integer as payments from tx_attempt where outcome = 'approved'`.execute(
    platform.db,
  )
  expect(paid.rows[0]).toEqual({ ways: ['VISA_VTS', 'card number'], payments: 12 })
  const applicants = (await (await platform.as('admin')).get('/sandbox')).body.applicants
  expect(applicants).toMatchObject([{ service: 'amex-tokens', legalName: 'Aurora Casino Ltd' }])

  // Once only.
  await seedTokens(machine, new AbortController().signal)
  await runPaymentJobs(platform)
  const { rows } = await sql`select 1 from transaction`.execute(platform.db)
  expect(rows).toHaveLength(12)
})
