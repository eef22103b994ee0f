/** Stands for merchants somebody may not know of, where the number of a merchant would. */
export const otherMerchant = 0
export const otherMerchantText = 'another merchant'

type Reach = ReadonlySet<number>

/** The merchants as they are told to somebody who reaches only these. */
export function merchantsWithin(merchants: readonly number[], reach: Reach): readonly number[] {
  const known = merchants.filter((id) => reach.has(id))
  return known.length === merchants.length ? merchants : [...known, otherMerchant]
}

/** As texts say a merchant by its name: `… to below Northlight (100010002)`. */
const named = /(?<= to below )[^;]+ \((\d{4,9})\)/g
const numbered = /(?<!\d)\d{4,9}(?!\d)/g

/** The same for a text in which merchants are named and every number of that length is one. */
export const textWithin = (text: string, reach: Reach): string =>
  text
    .replaceAll(named, (whole, id: string) => (reach.has(Number(id)) ? whole : otherMerchantText))
    .replaceAll(numbered, (id) => (reach.has(Number(id)) ? id : otherMerchantText))
    .replaceAll(/another merchant(?:, another merchant)+/g, 'other merchants')
