import type { DecisionTable, OutputDeclaration, OutputValue } from '@signalbox/model/rules/decision-table'
import type { MoneyMap } from '@signalbox/model/money/money'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { joined } from './lists.ts'
import { amountsText, percentText } from './quantities.ts'
import { valueName, type Wording } from './wording.ts'

/** What a row decides, read in the words of its columns. Whatever is read counts as said. */
export interface OutputReader {
  readonly formats: UserFormats
  /** What the row is about, as an object: `them` after a noun, `the payment` otherwise. */
  readonly them: string
  /** The key of a choice; its default where the row leaves it open. */
  choice(key: string): string | undefined
  /** As above, without the default. */
  chosen(key: string): string | undefined
  isTrue(key: string): boolean
  /** Said by the row itself to be false. */
  isFalse(key: string): boolean
  number(key: string): number | undefined
  amounts(key: string): MoneyMap | undefined
  list(key: string): readonly string[]
  /** The items of a list in words. */
  names(key: string): readonly string[]
  lists(key: string): Readonly<Record<string, readonly string[]>>
  /** The value in words. */
  text(key: string): string | undefined
  /** Outputs nobody read. */
  unread(): readonly OutputDeclaration[]
}

type Values = Readonly<Record<string, OutputValue>>

export function outputReader(
  table: DecisionTable,
  values: Values,
  them: string,
  wording: Wording,
): OutputReader {
  const declared = new Map(table.outputs.map((output) => [output.key, output]))
  const read = new Set<string>()
  const own = (key: string): OutputValue | undefined => {
    read.add(key)
    return values[key]
  }
  const chosen = (key: string) => {
    const value = own(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const list = (key: string) => {
    const value = own(key)
    return Array.isArray(value) ? (value as readonly string[]) : []
  }
  return {
    formats: wording.formats,
    them,
    chosen,
    choice: (key) => chosen(key) ?? (declared.get(key)?.default as string | undefined),
    isTrue: (key) => own(key) === true,
    isFalse: (key) => own(key) === false,
    number: (key) => {
      const value = own(key)
      return typeof value === 'number' ? value : undefined
    },
    amounts: (key) => {
      const value = own(key)
      const isMap = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
      return isMap ? (value as MoneyMap) : undefined
    },
    list,
    names: (key) => {
      const output = declared.get(key)
      return list(key).map((item) => (output ? valueName(output, item, wording) : item))
    },
    lists: (key) => {
      const value = own(key)
      return typeof value === 'object' && !Array.isArray(value)
        ? (value as Readonly<Record<string, readonly string[]>>)
        : {}
    },
    text: (key) => {
      const value = own(key)
      const output = declared.get(key)
      return value === undefined || value === '' || !output ? undefined : outputText(output, value, wording)
    },
    unread: () => table.outputs.filter(({ key }) => values[key] !== undefined && !read.has(key)),
  }
}

/** A decided value in words, whatever its type. */
function outputText(output: OutputDeclaration, value: OutputValue, wording: Wording): string {
  const { formats } = wording
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return output.type === 'PERCENT' ? percentText(value, formats) : formatNumber(value, formats)
  if (typeof value === 'string') return valueName(output, value, wording)
  if (Array.isArray(value))
    return joined(
      (value as readonly string[]).map((item) => valueName(output, item, wording)),
      'and',
    )
  if (output.type === 'STRING_NUMBER_MAP') return amountsText(value as MoneyMap, formats)
  return joined(
    Object.entries(value as Readonly<Record<string, readonly string[]>>).map(
      ([key, items]) => `${joined(items, 'and')} for ${key}`,
    ),
    'and',
  )
}
