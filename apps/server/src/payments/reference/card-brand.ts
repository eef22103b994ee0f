import type { CardBrand } from '@signalbox/model/reference/cards'

/** Ranges of first digits the schemes were given, the narrower before the wider. */
const prefixes: readonly (readonly [from: number, to: number, digits: number, brand: CardBrand])[] = [
  [5019, 5019, 4, 'DANKORT'],
  [4571, 4571, 4, 'DANKORT'],
  [2221, 2720, 4, 'MASTERCARD'],
  [3528, 3589, 4, 'JCB'],
  [6011, 6011, 4, 'DISCOVER'],
  [644, 649, 3, 'DISCOVER'],
  [300, 305, 3, 'DINERS'],
  [34, 34, 2, 'AMEX'],
  [37, 37, 2, 'AMEX'],
  [36, 36, 2, 'DINERS'],
  [38, 39, 2, 'DINERS'],
  [51, 55, 2, 'MASTERCARD'],
  [62, 62, 2, 'UNIONPAY'],
  [65, 65, 2, 'DISCOVER'],
  [50, 50, 2, 'MAESTRO'],
  [56, 58, 2, 'MAESTRO'],
  [63, 63, 2, 'MAESTRO'],
  [67, 67, 2, 'MAESTRO'],
  [4, 4, 1, 'VISA'],
]

/** What can be told of a card nobody has a range for. */
export function brandOfDigits(digits: string): CardBrand {
  const found = prefixes.find(([from, to, length]) => {
    const first = Number(digits.slice(0, length))
    return digits.length >= length && first >= from && first <= to
  })
  return found?.[3] ?? 'OTHER'
}
