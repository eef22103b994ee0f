import { convertAt, midRate } from '@signalbox/model/money/forex'
import type { Tx } from '../../kit/database.ts'
import { ratesFor } from '../../payments/reference/forex-rates.ts'
import { readRates } from '../../payments/reference/reference-store.ts'

/** How much of one minor unit a minor unit of another currency is; undefined without a rate. */
export type Factor = (currency: string) => number | undefined

const probe = 10n ** 12n

/**
 * Merchants below the selected one may think in another currency. What their payments were worth in it at the time is brought
 * into that of the selected merchant by the middle rate at the end of the period.
 */
export async function factorsTo(
  tx: Tx,
  target: string,
  {
    currencies,
    chain,
    at,
  }: { readonly currencies: readonly string[]; readonly chain: readonly number[]; readonly at: Date },
): Promise<Factor> {
  const others = currencies.filter((currency) => currency !== target)
  if (others.length === 0) return (currency) => (currency === target ? 1 : undefined)
  const sheet = ratesFor(await readRates(tx, at), chain, { nowMs: at.getTime() })
  const factors = new Map<string, number>([[target, 1]])
  for (const currency of others) {
    const cross = midRate(sheet, currency, target)
    if (cross)
      factors.set(
        currency,
        Number(convertAt({ minor: probe, currency }, target, cross.rate).minor) / Number(probe),
      )
  }
  return (currency) => factors.get(currency)
}
