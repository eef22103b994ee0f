import { keyText, listText, readList } from './list-text.ts'
import { splitKey } from './map-text.ts'
import { UnreadableText } from './unreadable-text.ts'

type Lists = Readonly<Record<string, readonly string[]>>

const maxEntries = 300

/** `BANK = SE45, SE46; CREDITCARD = 4111`. */
export const entriesText = (lists: Lists): string =>
  Object.entries(lists)
    .map(([key, values]) => `${keyText(key)} = ${listText(values)}`)
    .join('; ')

/** Cuts at semicolons and line breaks that are not inside a quotation. */
function splitEntries(text: string): string[] {
  const entries: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    const ends = character === undefined || (!isQuoted && (character === ';' || character === '\n'))
    if (!ends) continue
    entries.push(text.slice(start, at).trim())
    start = at + 1
    if (entries.length > maxEntries)
      throw new UnreadableText('TOO_MANY', `At most ${maxEntries} names fit into one cell`)
  }
  return entries.filter((entry) => entry !== '')
}

export function readEntries(text: string): Lists {
  const lists = new Map<string, readonly string[]>()
  for (const entry of splitEntries(text)) {
    const { key, rest } = splitKey(entry)
    if (key === '' || !rest.startsWith('='))
      throw new UnreadableText('TEXT', 'Write names and their values, as in BANK = a, b; VOUCHER = c')
    if (lists.has(key)) throw new UnreadableText('DUPLICATE', `${key} is named twice`)
    lists.set(key, readList(rest.slice(1).trim()))
  }
  return Object.fromEntries(lists)
}
