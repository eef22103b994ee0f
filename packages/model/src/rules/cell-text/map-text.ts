import type { Cell } from '../cell.ts'
import { keyText, listText, readList, readQuotation } from './list-text.ts'
import { UnreadableText } from './unreadable-text.ts'

type MapCell = Extract<Cell, { op: 'mapIn' | 'mapNotIn' | 'set' | 'notSet' }>

/** The name at the beginning of an entry, and what follows it. */
export function splitKey(text: string): { readonly key: string; readonly rest: string } {
  if (text.startsWith('"')) {
    const { value, end } = readQuotation(text, 0)
    return { key: value, rest: text.slice(end).trim() }
  }
  const end = text.search(/[\s=!≠]/)
  return end < 0 ? { key: text, rest: '' } : { key: text.slice(0, end), rest: text.slice(end).trim() }
}

const signs = [
  ['!=', 'mapNotIn'],
  ['≠', 'mapNotIn'],
  ['=', 'mapIn'],
] as const

/** `vip = gold, silver`, `vip != gold`, `limits set`, `limits not set`. */
export function readMapCell(text: string): MapCell {
  const { key, rest } = splitKey(text)
  if (key === '') throw new UnreadableText('EMPTY', 'Name the attribute, as in vip = gold')
  const isSet = /^(not\s+)?set$/i.exec(rest)
  if (isSet) return { op: isSet[1] === undefined ? 'set' : 'notSet', key }
  const sign = signs.find(([sign]) => rest.startsWith(sign))
  if (!sign) throw new UnreadableText('TEXT', 'Write a name and its values, as in vip = gold, silver')
  return { op: sign[1], key, values: readList(rest.slice(sign[0].length).trim()) }
}

export function mapCellText(cell: MapCell): string {
  const key = keyText(cell.key ?? '')
  switch (cell.op) {
    case 'mapIn':
      return `${key} = ${listText(cell.values)}`
    case 'mapNotIn':
      return `${key} != ${listText(cell.values)}`
    case 'set':
      return `${key} set`
    case 'notSet':
      return `${key} not set`
  }
}
