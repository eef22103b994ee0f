import { escapeHtml, toJson } from './escape.ts'
import type { DateFormatter, DatePattern } from './format-date.ts'
import { asMoment, defaultDatePattern, parseDatePattern } from './format-date.ts'
import { formatMoney } from './format-money.ts'
import { maskText } from './mask-text.ts'
import { templateLimits } from './syntax.ts'
import { asMoney, isMissing, plainText } from './values.ts'

export interface FilterContext {
  dates: DateFormatter
  spend: () => void
}

export interface Filtered {
  value: unknown
  /** The format this text is already safe in, so that it is not escaped twice. */
  safeIn?: 'html' | 'json'
  complaint?: string
}

export interface Filter {
  name: FilterName
  /** Says itself what stands for a missing value, so that its absence needs no warning. */
  coversMissing: boolean
  apply(value: unknown, context: FilterContext): Filtered
}

type Prepared = Pick<Filter, 'apply'> & { coversMissing?: boolean }

interface FilterKind {
  label: string
  argument: 'none' | 'optional' | 'required'
  /** Reads the argument once, at parse time. Returns a complaint when it makes no sense. */
  prepare(argument: string): Prepared | string
}

const onText = (change: (text: string) => Omit<Filtered, 'complaint'>): Prepared => ({
  apply(value) {
    const text = plainText(value)
    return text === null ? { value: '', complaint: 'is not a single value' } : change(text)
  },
})

/** Half a character, which `encodeURIComponent` refuses to take. */
const loneSurrogate = /[\ud800-\udfff]/gu

const kinds = {
  json: {
    label: 'JSON value, with its quotes',
    argument: 'none',
    prepare: () => ({
      apply: (value, { spend }) => ({ value: toJson(value, templateLimits.depth, spend), safeIn: 'json' }),
    }),
  },
  html: {
    label: 'Escaped for HTML',
    argument: 'none',
    prepare: () => onText((text) => ({ value: escapeHtml(text), safeIn: 'html' })),
  },
  url: {
    label: 'Escaped for a web address',
    argument: 'none',
    prepare: () => onText((text) => ({ value: encodeURIComponent(text.replace(loneSurrogate, '\ufffd')) })),
  },
  date: {
    label: "Date by a pattern, as date(yyyy-MM-dd'T'HH:mm:ssZ)",
    argument: 'optional',
    prepare(argument) {
      const pattern = parseDatePattern(argument || defaultDatePattern)
      return typeof pattern === 'string' ? pattern : dateFilter(pattern)
    },
  },
  money: {
    label: 'Amount with its currency',
    argument: 'none',
    prepare: () => ({
      apply(value, { dates }) {
        const money = asMoney(value)
        if (money) return { value: formatMoney(money, dates.languageTag) }
        return isMissing(value)
          ? { value: '' }
          : { value: plainText(value) ?? '', complaint: 'is not an amount' }
      },
    }),
  },
  mask: {
    label: 'Personal data, masked',
    argument: 'none',
    prepare: () => onText((text) => ({ value: maskText(text) })),
  },
  upper: {
    label: 'Capital letters',
    argument: 'none',
    prepare: () => onText((text) => ({ value: text.toUpperCase() })),
  },
  map: {
    label: 'Another text per value, as map(A->x,*->z)',
    argument: 'required',
    prepare: mapFilter,
  },
} as const satisfies Record<string, FilterKind>

export type FilterName = keyof typeof kinds

export const filterNames = Object.keys(kinds) as FilterName[]
export const filterLabels = Object.fromEntries(
  filterNames.map((name) => [name, kinds[name].label]),
) as Readonly<Record<FilterName, string>>

/** Makes a filter of what stands after a `;`, or says what is wrong with it. */
export function makeFilter(name: string, argument: string | null): Filter | string {
  if (!Object.hasOwn(kinds, name)) return `There is no filter "${name}"`
  const known = name as FilterName
  const kind: FilterKind = kinds[known]
  if (argument !== null && kind.argument === 'none') return `The filter "${name}" takes no arguments`
  if (argument === null && kind.argument === 'required') return `The filter "${name}" needs an argument`
  const prepared = kind.prepare(argument ?? '')
  if (typeof prepared === 'string') return prepared
  return { name: known, coversMissing: prepared.coversMissing ?? false, apply: prepared.apply }
}

const dateFilter = (pattern: DatePattern): Prepared => ({
  apply(value, { dates }) {
    if (isMissing(value) || value === '') return { value: '' }
    const moment = asMoment(value)
    return moment ? { value: dates.format(moment, pattern) } : { value: '', complaint: 'is not a date' }
  },
})

function mapFilter(argument: string): Prepared | string {
  const entries = new Map<string, string>()
  for (const entry of splitOutsideQuotes(argument)) {
    const arrow = entry.indexOf('->')
    if (arrow < 0) return `"${entry.trim()}" is not of the form value->text`
    entries.set(unquoted(entry.slice(0, arrow)), unquoted(entry.slice(arrow + 2)))
  }
  const fallback = entries.get('*')
  return {
    coversMissing: fallback !== undefined,
    apply(value) {
      const text = plainText(value)
      const mapped = text === null ? undefined : entries.get(text)
      return { value: mapped ?? fallback ?? text ?? '' }
    },
  }
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (const char of text) {
    if (quote === '' && char === ',') {
      parts.push(part)
      part = ''
      continue
    }
    if (quote === '' && (char === "'" || char === '"')) quote = char
    else if (char === quote) quote = ''
    part += char
  }
  return [...parts, part]
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return /^(['"]).*\1$/s.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed
}
