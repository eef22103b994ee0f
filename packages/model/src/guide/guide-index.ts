import MiniSearch, { type Options } from 'minisearch'
import type { GuideSection } from './guide-section.ts'

export interface GuideHit extends Omit<GuideSection, 'text' | 'excerpt'> {
  readonly score: number
  /** How many of the words somebody looked for stand in it, of how many. */
  readonly matched: number
  readonly asked: number
}

/** Words that stand in every question and say nothing about what is looked for. */
const emptyWords = new Set(
  'a an and any are as at be by can could did do does for from get give have how i if in is it its me my of on or our please see should show that the their them there this to was we what when where which who whom why will with would you your'.split(
    ' ',
  ),
)

/** `payments` and `payment`, `refunded` and `refund` are the same word to whoever asks. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s)$/, '') : word

const termOf = (word: string): string | null => {
  const small = word.toLowerCase()
  if (small === '' || emptyWords.has(small)) return null
  const term = stem(small)
  // The guide says email; people ask for either.
  return term === 'mail' ? 'email' : term
}

const tokenize = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u)

/** The words somebody looks for, as they stand in the index. */
const termsIn = (query: string): string[] => [
  ...new Set(tokenize(query).flatMap((word) => termOf(word) ?? [])),
]

const options: Options<GuideSection> = {
  fields: ['title', 'pageTitle', 'text'],
  storeFields: ['page', 'pageTitle', 'title'],
  tokenize,
  processTerm: termOf,
  searchOptions: {
    boost: { title: 4, pageTitle: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  },
}

export type GuideIndex = MiniSearch<GuideSection>

export function buildGuideIndex(sections: readonly GuideSection[]): GuideIndex {
  const index = new MiniSearch<GuideSection>(options)
  index.addAll(sections)
  return index
}

/** From the text that was made when the console was built. */
export const loadGuideIndex = (text: string): GuideIndex => MiniSearch.loadJSON<GuideSection>(text, options)

/** The best sections, those with most of the words first. */
export function searchGuide(index: GuideIndex, query: string, most = 8): GuideHit[] {
  const asked = termsIn(query).length
  const found = index.search(query).map(({ id, score, queryTerms, page, pageTitle, title }): GuideHit => ({
    id: String(id),
    page: String(page),
    pageTitle: String(pageTitle),
    title: String(title),
    score,
    matched: new Set(queryTerms).size,
    asked,
  }))
  return found.toSorted((a, b) => b.matched - a.matched || b.score - a.score).slice(0, most)
}
