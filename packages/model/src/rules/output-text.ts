import { parseYesNo } from '../field/validators.ts'
import { amountsText, readAmounts } from './cell-text/amount-text.ts'
import { entriesText, readEntries } from './cell-text/entries-text.ts'
import { listText, maxCellText, readList, readQuotation } from './cell-text/list-text.ts'
import { readPercent } from './cell-text/range-text.ts'
import { reading, UnreadableText, type Parsed } from './cell-text/unreadable-text.ts'
import { readOption } from './cell-text/value-text.ts'
import { checkOutput } from './check-output.ts'
import { percentText } from './check-range.ts'
import type { OutputDeclaration, OutputType, OutputValue } from './decision-table.ts'
import { quoted } from './rule-problem.ts'
import type { MoneyMap } from '../money/money.ts'

/** A text stands as it is, unless it would be read as a quotation. */
const plainText = (value: string): string =>
  value === '' || value.startsWith('"') || value !== value.trim() ? `"${value.replaceAll('"', '""')}"` : value

function mapText(value: object): string {
  const holdsLists = Object.values(value).some(Array.isArray)
  return holdsLists
    ? entriesText(value as Readonly<Record<string, readonly string[]>>)
    : amountsText(value as MoneyMap)
}

/** What a row decides, written the way conditions are. Nothing decided is no text. */
export function formatOutput(
  { type }: Pick<OutputDeclaration, 'type'>,
  value: OutputValue | undefined,
): string {
  switch (typeof value) {
    case 'undefined':
      return ''
    case 'string':
      return plainText(value)
    case 'number':
      return type === 'PERCENT' ? percentText(value) : String(value)
    case 'boolean':
      return value ? 'yes' : 'no'
    default:
      return Array.isArray(value) ? listText(value as readonly string[]) : mapText(value)
  }
}

function readPlainText(text: string): string {
  if (!text.startsWith('"')) return text
  const { value, end } = readQuotation(text, 0)
  if (end < text.length)
    throw new UnreadableText('TEXT', `There is text after the quotation ${quoted(value)}`)
  return value
}

const withOption = ({ options }: OutputDeclaration, text: string): string =>
  options ? readOption(options, text) : text

function readInteger(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new UnreadableText('NUMBER', `${quoted(text)} is not a whole number`)
  return Number(text)
}

function readFlag(text: string): boolean {
  const value = parseYesNo(text)
  if (value === undefined) throw new UnreadableText('OPTION', `${quoted(text)} is neither yes nor no`)
  return value
}

const readers: Record<OutputType, (output: OutputDeclaration, text: string) => OutputValue> = {
  STRING: (_output, text) => readPlainText(text),
  TEXT: (_output, text) => readPlainText(text),
  CHOICE: (output, text) => withOption(output, readPlainText(text)),
  CURRENCY: (_output, text) => text.toUpperCase(),
  NUMBER: (_output, text) => readInteger(text),
  PERCENT: (_output, text) => readPercent(text),
  BOOLEAN: (_output, text) => readFlag(text),
  LIST: (output, text) => readList(text).map((item) => withOption(output, item)),
  STRING_NUMBER_MAP: (_output, text) => readAmounts(text),
  STRING_LIST_MAP: (_output, text) => readEntries(text),
}

/** The way back; undefined when the text is empty. */
export function parseOutput(output: OutputDeclaration, text: string): Parsed<OutputValue | undefined> {
  return reading(
    () => {
      if (text.length > maxCellText) throw new UnreadableText('TOO_LONG', 'The text is too long for a cell')
      const trimmed = text.trim()
      return trimmed === '' ? undefined : readers[output.type](output, trimmed)
    },
    (value) => (value === undefined ? undefined : checkOutput(output, value)),
  )
}
