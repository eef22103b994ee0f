import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'

const at = 'merchantId=100010001'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
})
afterAll(() => platform.close())

const runJobs = () => runPaymentJobs(platform)

/** An identical withdrawal is declined while the first is open. */
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })

it('a block puts withdrawals to the account on hold and refuses the next ones', async () => {
  const admin = await platform.as('admin')
  const waiting = await platform.withdraw()
  expect(waiting.body.statusCodeNo).toBe(351)
  const { accountId } = await platform.row(waiting.body)
  const block = (id: string | null) =>
    admin.post(`/user-account/${id}/block?${at}`, { blockReason: 'suspected-fraud' })
  expect((await block(accountId)).status).toBe(200)
  await runJobs()
  const held = await platform.row(waiting.body)
  expect(held.statusNo).toBe(355)
  expect(held.info).toContain('The account was blocked: suspected-fraud')
  const refused = await platform.withdraw(euro('51.00'))
  expect(refused.body).toMatchObject({ state: 'FAILED', success: false })
  await admin.post(`/user-account/${accountId}/activate?${at}`)
  expect((await platform.withdraw(euro('52.00'))).body.statusCodeNo).toBe(351)
  expect(await checkBooks(platform.db, 100010001)).toEqual([])
})

it('changed bank details keep withdrawals waiting for a day', async () => {
  const admin = await platform.as('admin')
  const other = { iban: 'SE4550000000058398257466' }
  const first = await platform.withdraw(other)
  const { accountId } = await platform.row(first.body)
  const { version } = (await admin.get(`/user-account/${accountId}?${at}`)).body as { version: number }
  const saved = await admin.put(`/user-account/${accountId}?${at}`, { version, holder: 'Somebody Else' })
  expect(saved.status).toBe(200)
  const next = await platform.withdraw({ ...other, ...euro('51.00') })
  const row = await platform.row(next.body)
  expect(row).toMatchObject({ statusNo: 351, approvalMode: 'SINGLE' })
  const approver = await platform.as('approver1')
  const approve = async () =>
    approver.post(`/transaction/${row.id}/approve?${at}`, {
      version: (await platform.row(next.body)).version,
      info: 'The user was called back',
    })
  const early = await approve()
  expect(early.status).toBe(409)
  expect(early.body.message).toContain('withdrawals to this account wait until')
  await sql`update user_psp_account set hold_until = now() - interval '1 second'`.execute(platform.db)
  expect((await approve()).status).toBe(200)
})
