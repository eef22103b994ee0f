import { counted } from '@signalbox/model/text/counted'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../../../kit/list/listing.ts'
import { moneyIn, sumOf } from '../../../kit/record/amounts.ts'
import { toWire } from '@signalbox/model/money/money-schema'

/** What the vouchers of a batch are worth together. */
function worthOf({ faceValue, quantity }: Row) {
  const value = moneyIn(faceValue)
  return value && toWire({ ...value, minor: value.minor * BigInt(Number(quantity)) })
}

export function batchStakes(_name: string, rows: readonly Row[], formats: UserFormats): string[] {
  const count = rows.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  return [`${counted(count, 'voucher')}: ${sumOf(rows, worthOf, formats)}`]
}

export const voucherStakes = (_name: string, rows: readonly Row[], formats: UserFormats): string[] => [
  `Value: ${sumOf(rows, ({ value }) => value, formats)}`,
]
