import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deposit, platform, startOperations } from '../../payments/testing/operated-payments.ts'

beforeAll(startOperations)
afterAll(() => platform.close())

it('the base currency of a merchant is locked as soon as amounts are kept in it', async () => {
  await sql`update backoffice_user set roles = '{OPERATOR_ADMIN}' where username = 'auditor'`.execute(
    platform.db,
  )
  const admin = await platform.as('auditor')
  const change = async (id: number, baseCurrency: string) => {
    const { version } = (await admin.get(`/merchant/${id}?merchantId=1000`)).body
    return admin.put(`/merchant/${id}?merchantId=1000`, { version, baseCurrency, note: 'Moved abroad' })
  }
  const { baseCurrency } = (await admin.get('/merchant/100010001?merchantId=1000')).body
  const first = await change(100010001, 'NOK')
  expect(first.status, first.text).toBe(200)
  expect((await change(100010001, baseCurrency)).status).toBe(200)
  await deposit('user_1', '20.00')
  const refused = await change(100010001, 'NOK')
  expect([refused.status, refused.body.fields]).toMatchObject([
    422,
    [{ field: 'baseCurrency', code: 'LOCKED' }],
  ])
  expect((await admin.get('/merchant/100010001?merchantId=1000')).body.baseCurrency).toBe(baseCurrency)
})
