import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { RateWithOrigin } from '../../payments/reference/forex-rates.ts'
import { enteredAt } from '../../payments/reference/reference-store.ts'

/** Rates of a merchant and those above that may hold on a day. */
export async function ratesAround(tx: Tx, chain: readonly number[], day: string): Promise<RateWithOrigin[]> {
  const { rows } = await sql<RateWithOrigin>`
    select merchant_id, id, from_currency as base, to_currency as quote, buy_rate::text as buy, sell_rate::text as sell,
      valid_from, source, service, ${enteredAt} as entered_at
    from forex_rate where merchant_id = any(${[...chain]}::integer[]) and state = 'ACTIVE'
      and (source = 'MANUAL' or rate_date between ${day}::date - 30 and ${day}::date)`.execute(tx)
  return rows
}

/** A merchant and those above, nearest first, with the currency its books are in. */
export async function merchantChain(
  tx: Tx,
  merchantId: number,
): Promise<{ chain: number[]; baseCurrency: string }> {
  const { rows } = await sql<{ path: string; baseCurrency: string }>`
    select path, base_currency from merchant where id = ${merchantId}`.execute(tx)
  const { path = '', baseCurrency = 'EUR' } = rows[0] ?? {}
  return { chain: path.split('/').filter(Boolean).map(Number).reverse(), baseCurrency }
}
