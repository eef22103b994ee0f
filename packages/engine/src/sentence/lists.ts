/** `A`, `A or B`, `A, B or C`. A list that is still empty shows where it will be. */
export function joined(items: readonly string[], word: 'and' | 'or' | 'nor'): string {
  if (items.length < 2) return items[0] ?? '…'
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}

/** Phrases in a row. Where one of them holds an "and" of its own, a comma shows where it ends. */
export function phrases(items: readonly string[]): string {
  if (items.length < 2 || !items.some((item) => item.includes(' and '))) return joined(items, 'and')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}

/** A list longer than this is told by its number. */
export const mostInFull = 3
const mostInBrackets = 8
const shownOfMany = 3

/**
 * Alternatives as one reads them: up to three in full, more behind their number, and of very many only the first few.
 * Long lists are for the cell; the sentence says what kind of row it is.
 */
export const alternatives = (items: readonly string[], plural: string): string =>
  items.length <= mostInFull ? joined(items, 'or') : `any of ${items.length} ${plural} (${sample(items)})`

/** What is left out, after "but" or "outside". */
export const exceptions = (items: readonly string[], plural: string): string =>
  items.length <= mostInFull ? joined(items, 'and') : `these ${items.length} ${plural} (${sample(items)})`

/** `neither A nor B`, `none of A, B and C`. */
export function noneOf(items: readonly string[], plural: string): string {
  if (items.length < 3) return `neither ${joined(items, 'nor')}`
  return items.length <= mostInFull
    ? `none of ${joined(items, 'and')}`
    : `none of ${items.length} ${plural} (${sample(items)})`
}

function sample(items: readonly string[]): string {
  if (items.length <= mostInBrackets) return items.join(', ')
  return `${items.slice(0, shownOfMany).join(', ')} and ${items.length - shownOfMany} more`
}

/** Puts words in a row; what is not there is left out. */
export const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part).join(' ')
