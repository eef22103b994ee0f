import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import type { AccountType } from '@signalbox/model/ledger/account'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { counted } from '@signalbox/model/text/counted'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { sumsText } from '../../../kit/record/amounts.ts'

/** A line as it is typed. */
export interface DraftLine {
  readonly key: number
  readonly type: AccountType | null
  readonly dimension: string
  readonly side: 'DEBIT' | 'CREDIT'
  readonly amount: string
  readonly currency: string
}

export const emptyLine = (key: number, side: DraftLine['side'], currency: string): DraftLine => ({
  key,
  type: null,
  dimension: '',
  side,
  amount: '',
  currency,
})

/** What is missing on one of the sides, per currency, in words; null when the lines balance. */
export function offBy(lines: readonly DraftLine[]): string | null {
  const sums = new Map<string, bigint>()
  for (const { side, amount, currency } of lines) {
    const minor = parseMoney(amount, currency)?.minor ?? 0n
    sums.set(currency, (sums.get(currency) ?? 0n) + (side === 'DEBIT' ? minor : -minor))
  }
  const off = [...sums].filter(([, sum]) => sum !== 0n)
  if (off.length === 0) return null
  return off
    .map(([currency, sum]) => {
      const amount = decimalText({ minor: sum < 0n ? -sum : sum, currency })
      return `${sum > 0n ? 'Debit' : 'Credit'} is ${amount} ${currency} too high`
    })
    .join(', ')
}

/** What lines that balance would move, per currency. */
export function equalText(lines: readonly DraftLine[], formats: UserFormats): string {
  const debits = lines.filter(({ side, amount }) => side === 'DEBIT' && amount !== '')
  const sum = sumsText(
    toSend(debits).map(({ amount }) => amount),
    formats,
  )
  return sum === ''
    ? 'Debit and credit are equal.'
    : `Debit and credit: ${sum}, ${counted(lines.length, 'line')}.`
}

/** The lines as they are sent; what is not chosen yet the server refuses by name. */
export const toSend = (lines: readonly DraftLine[]): AdjustmentLine[] =>
  lines.map(({ type, dimension, side, amount, currency }) => ({
    type: type as AccountType,
    dimension,
    side,
    amount: { amount, currency },
  }))
