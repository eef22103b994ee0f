import { sql } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { PaymentPlatform } from './payment-platform.ts'

const merchantId = 100010001

/** Somebody enters a rate by which a krona is worth nothing; payments go by it when this is done. */
export async function typeWorthlessKrona(platform: PaymentPlatform): Promise<void> {
  const config = await platform.as('config')
  const figures = { toCurrency: 'SEK', buyRate: '9000000', sellRate: '9000000' }
  const made = await config.post(`/forex-rate?merchantId=${merchantId}`, {
    ...figures,
    note: 'Much for little\nIt is meant',
  })
  expect(made.status, made.text).toBe(200)
  const { reference } = platform.app.payments.machine.deps
  await eventually(
    async () => (await reference.rates(merchantId)).quotes.get('SEK')?.row.source,
    (source) => source === 'MANUAL',
  )
}

/** As if it had been there for a day, in which others could see it. */
export const ageTypedRates = (platform: PaymentPlatform) =>
  sql`update forex_rate set updated_at = updated_at - interval '25 hours' where source = 'MANUAL'`.execute(
    platform.db,
  )

export const forgetTypedRates = (platform: PaymentPlatform) =>
  sql`delete from forex_rate where source = 'MANUAL'`.execute(platform.db)
