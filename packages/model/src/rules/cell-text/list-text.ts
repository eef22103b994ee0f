import { maxValueLength, maxValues } from '../check-value.ts'
import { quoted } from '../rule-problem.ts'
import { UnreadableText } from './unreadable-text.ts'

/** Room for the most values, each of them quoted and full of quotation marks. */
export const maxCellText = maxValues * (2 * maxValueLength + 4)

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`

// What the reader would take for a separator, a quotation, a pattern, a beginning of something, or one of its words.
const readsOtherwise = /[,;\n\r"]|^[/<>=!≥≤]|\*$|^(?:not|set|any)$|^not\s|\s(?:not\s+)?set$/i

/** A value the way it stands in a list: quoted where it would be read as something else. */
export const itemText = (value: string): string =>
  value === '' || value !== value.trim() || readsOtherwise.test(value) ? quote(value) : value

export const listText = (values: readonly string[]): string => values.map(itemText).join(', ')

/** The name of a map entry. Blanks and signs could belong to what follows it. */
export const keyText = (key: string): string => (/^[\w.-]+$/.test(key) ? itemText(key) : quote(key))

/** What a quotation at this place says, and where it ends. */
export function readQuotation(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = ''
  let from = start + 1
  for (;;) {
    const at = text.indexOf('"', from)
    if (at < 0) throw new UnreadableText('TEXT', 'A quotation mark is not closed')
    value += text.slice(from, at)
    if (text[at + 1] !== '"') return { value, end: at + 1 }
    value += '"'
    from = at + 2
  }
}

export interface Item {
  readonly text: string
  /** Taken letter by letter: whoever quotes means no sign by it. */
  readonly isQuoted: boolean
  /** What stands behind the quotation, such as the asterisk of a beginning. */
  readonly behind: string
}

function endOfItem(text: string, start: number, separators: string): number {
  let at = start
  while (at < text.length && !separators.includes(text[at] ?? '')) at += 1
  return at
}

function readItem(text: string, start: number, separators: string): { item: Item; end: number } {
  let first = start
  while (text[first] === ' ' || text[first] === '\t') first += 1
  if (text[first] !== '"') {
    const end = endOfItem(text, first, separators)
    return { item: { text: text.slice(first, end).trim(), isQuoted: false, behind: '' }, end }
  }
  const { value, end: closed } = readQuotation(text, first)
  const end = endOfItem(text, closed, separators)
  return { item: { text: value, isQuoted: true, behind: text.slice(closed, end).trim() }, end }
}

/** Items between separators. One at the very end, as spreadsheets leave it, is forgiven; an empty place is not. */
export function readItems(text: string, separators = ',\n\r'): Item[] {
  const items: Item[] = []
  let at = 0
  while (at < text.length) {
    const { item, end } = readItem(text, at, separators)
    const isLineBreak = !item.isQuoted && item.text === '' && text[end] !== ','
    if (item.text === '' && !isLineBreak) throw new UnreadableText('EMPTY', 'A value is empty')
    if (!isLineBreak) items.push(item)
    if (items.length > maxValues)
      throw new UnreadableText('TOO_MANY', `A list can have at most ${maxValues} values`)
    at = end + 1
  }
  return items
}

/** A plain list of texts. */
export const readList = (text: string, separators?: string): string[] =>
  readItems(text, separators).map((item) => {
    if (item.behind !== '')
      throw new UnreadableText('TEXT', `There is text after the quotation ${quoted(item.text)}`)
    return item.text
  })
