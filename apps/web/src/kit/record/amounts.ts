import type { Money } from '@signalbox/model/money/money'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseSignedMoney, readableMoney } from '@signalbox/model/money/money-text'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../list/listing.ts'

/** The amount a field of a record holds, if it holds one. */
export function moneyIn(value: unknown): Money | undefined {
  const { amount, currency } = (value ?? {}) as Partial<WireMoney>
  return amount === undefined || currency === undefined ? undefined : parseSignedMoney(amount, currency)
}

/** What amounts come to, one sum per currency, in the person's own formats. */
export function sumsText(values: readonly unknown[], formats: UserFormats): string {
  const sums = new Map<string, bigint>()
  for (const value of values) {
    const money = moneyIn(value)
    if (money) sums.set(money.currency, (sums.get(money.currency) ?? 0n) + money.minor)
  }
  return [...sums].map(([currency, minor]) => readableMoney({ minor, currency }, formats)).join(', ')
}

/** The same of one field of records. */
export const sumOf = (rows: readonly Row[], pick: (row: Row) => unknown, formats: UserFormats): string =>
  sumsText(rows.map(pick), formats)
