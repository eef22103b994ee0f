import { isAccountType } from '@signalbox/model/balance/account-words'
import { parseAccountKey, type AccountType } from '@signalbox/model/ledger/account'
import { convertAt, midRate } from '@signalbox/model/money/forex'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Work } from '../../kit/handle.ts'
import { ratesFor } from '../../payments/reference/forex-rates.ts'
import { readRates } from '../../payments/reference/reference-store.ts'
import { ownersOf } from './account-store.ts'
import type { AccountSum, AsOf } from './as-of-store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The end of the day the figures are of: its rates are the ones that hold. */
function rateInstant({ at, valueDate }: AsOf, now: Date): Date {
  const asked = at ?? (valueDate === undefined ? undefined : Date.parse(valueDate) + dayMs - 1)
  if (asked === undefined) return now
  const instant = new Date(asked)
  return instant > now ? now : instant
}

interface TypeSum {
  readonly type: AccountType
  readonly currency: string
  readonly minor: bigint
}

function sumsByType(sums: readonly AccountSum[]): TypeSum[] {
  const found = new Map<string, TypeSum>()
  for (const { account, debit, credit } of sums) {
    const parsed = parseAccountKey(account)
    if (!parsed || !isAccountType(parsed.type)) continue
    const { type, currency } = parsed
    const key = `${type} ${currency}`
    found.set(key, { type, currency, minor: (found.get(key)?.minor ?? 0n) + debit - credit })
  }
  return [...found.values()]
}

/**
 * The accounts of several merchants in the currency of the selected one, at the middle rate of the day. Nothing for a
 * merchant on its own: its books are in the currencies they are in.
 */
export async function consolidate(
  work: Pick<Work, 'tx' | 'scope' | 'now'>,
  sums: readonly AccountSum[],
  asOf: AsOf,
) {
  const { tx, scope, now } = work
  if (scope.effective.length < 2) return null
  const [owner] = await ownersOf(tx, [scope.selected])
  const currency = owner?.baseCurrency ?? 'EUR'
  const at = rateInstant(asOf, now)
  const sheet = ratesFor(await readRates(tx, at), scope.chain, { nowMs: at.getTime() })
  const without = new Set<string>()
  const rows = new Map<AccountType, { minor: bigint; converted: boolean }>()
  for (const sum of sumsByType(sums)) {
    const rate = sum.currency === currency ? undefined : midRate(sheet, sum.currency, currency)
    if (sum.currency !== currency && !rate) {
      without.add(sum.currency)
      continue
    }
    const { minor } = rate ? convertAt(sum, currency, rate.rate) : sum
    const known = rows.get(sum.type) ?? { minor: 0n, converted: false }
    rows.set(sum.type, { minor: known.minor + minor, converted: known.converted || rate !== undefined })
  }
  return {
    currency,
    merchants: scope.effective.length,
    ratesOf: at.toISOString().slice(0, 10),
    rows: [...rows].map(([type, { minor, converted }]) => ({
      type,
      balance: toWire({ minor, currency }),
      converted,
    })),
    without: [...without].toSorted(),
  }
}
