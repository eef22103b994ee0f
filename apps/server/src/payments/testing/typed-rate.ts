import { sql } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { PaymentPlatform } from './payment-platform.ts'

const merchantId = 100010001

interface TypedRate {
  /** As if it had been there for a day, in which others could see it. */
  age(): Promise<unknown>
  /** Payments go by the imported rate again when this is done. */
  remove(): Promise<void>
}

/** Somebody enters a rate by which a krona is worth nothing; payments go by it when this is done. */
export async function typeWorthlessKrona(platform: PaymentPlatform): Promise<TypedRate> {
  const config = await platform.as('config')
  const path = (rest: string) => `/forex-rate${rest}merchantId=${merchantId}`
  const isUsed = async (wanted: string) => {
    const { reference } = platform.app.payments.machine.deps
    await eventually(
      async () => (await reference.rates(merchantId)).quotes.get('SEK')?.row.source,
      (source) => source === wanted,
    )
  }
  const figures = { toCurrency: 'SEK', buyRate: '9000000', sellRate: '9000000' }
  const made = await config.post(path('?'), { ...figures, note: 'Much for little\nIt is meant' })
  expect(made.status, made.text).toBe(200)
  await isUsed('MANUAL')
  const { id, version } = made.body
  return {
    age: () =>
      sql`update forex_rate set updated_at = updated_at - interval '25 hours' where id = ${id}`.execute(
        platform.db,
      ),
    remove: async () => {
      const removed = await config.delete(path(`/${id}?version=${version}&note=Not%20meant&`))
      expect(removed.status, removed.text).toBe(200)
      await isUsed('IMPORTED')
    },
  }
}
