/** Letters that have no accent to take off but that people without the key type as these. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)

const startsWord = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** How well a word of the query can fit a text. */
const fit = { whole: 100, start: 80, wordStart: 60, inside: 40, scattered: 20 }

/** Where the part stands at the start of a word. */
function wordStarts(part: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (startsWord(text, at)) places.push(at)
  }
  return places
}

function scoreWord(word: string, text: string): number | undefined {
  if (text === word) return fit.whole
  if (text.startsWith(word)) return fit.start
  if (!text.includes(word)) return scoreScattered(word, text)
  return wordStarts(word, text).length > 0 ? fit.wordStart : fit.inside
}

/**
 * Letters in order with gaps between them, such as "bm" or "bnkmap" in "bank mapping". They must begin where a word
 * does, or a few letters would find almost everything; a gap that ends inside a word costs a point.
 */
function scoreScattered(word: string, text: string): number | undefined {
  const [first = '', ...others] = word
  let best: number | undefined
  for (const start of wordStarts(first, text)) {
    let at = start
    let gaps = 0
    for (const letter of others) {
      const next = text.indexOf(letter, at + 1)
      if (next < 0) return best
      if (next > at + 1 && !startsWord(text, next)) gaps += 1
      at = next
    }
    best = Math.max(best ?? 1, fit.scattered - gaps)
  }
  return best
}

/** The larger the better; `undefined` when a word of the query is not in the text. Words may come in any order. */
export function fuzzyScore(query: string, text: string): number | undefined {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const folded = fold(text)
  if (words.join(' ') === folded) return fit.whole
  let total = 0
  for (const word of words) {
    const score = scoreWord(word, folded)
    if (score === undefined) return undefined
    total += score
  }
  return words.length === 0 ? 0 : total / words.length
}

/** The items that fit, best first; of equally good ones the shorter text, then the earlier item. */
export function fuzzyFilter<T>(query: string, items: readonly T[], textOf: (item: T) => string): T[] {
  if (query.trim() === '') return [...items]
  return items
    .flatMap((item) => {
      const text = textOf(item)
      const score = fuzzyScore(query, text)
      return score === undefined ? [] : [{ item, score, length: text.length }]
    })
    .sort((a, b) => b.score - a.score || a.length - b.length)
    .map(({ item }) => item)
}
