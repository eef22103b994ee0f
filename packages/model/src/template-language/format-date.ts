import type { Locale } from '../reference/locales.ts'
import { bcp47, isLocale } from '../reference/locales.ts'

export type DatePattern = readonly DatePiece[]

type DatePiece = { literal: string } | { letter: string; width: number }

const knownLetters = 'yMdHhmsSaEZXz'
export const defaultDatePattern = 'yyyy-MM-dd HH:mm'

/** The letters of Java's date patterns, which these templates have always used. Returns a complaint when one is unknown. */
export function parseDatePattern(pattern: string): DatePattern | string {
  const pieces: DatePiece[] = []
  const token = /'((?:[^']|'')*)'|([A-Za-z])\2*|([^A-Za-z'])/gy
  let at = 0
  for (let match = token.exec(pattern); match; match = token.exec(pattern)) {
    at = token.lastIndex
    const [whole, quoted, letter] = match
    if (letter !== undefined) {
      if (!knownLetters.includes(letter))
        return `"${letter}" means nothing in a date pattern; put text in quotes`
      pieces.push({ letter, width: whole.length })
    } else {
      pieces.push({
        literal: quoted === undefined ? whole : quoted === '' ? "'" : quoted.replaceAll("''", "'"),
      })
    }
  }
  return at === pattern.length ? pieces : 'A quote in the date pattern is not closed'
}

/** An instant, or a calendar day (a birthday has no time zone and must not slip to the day before). */
export interface Moment {
  date: Date
  isDay: boolean
}

const day = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const firstMoment = Date.UTC(1000, 0, 1)
const lastMoment = Date.UTC(9999, 11, 30)

export function asMoment(value: unknown): Moment | null {
  const isDay = typeof value === 'string' && day.test(value)
  const time =
    value instanceof Date
      ? value.getTime()
      : typeof value === 'number'
        ? value
        : typeof value === 'string' && (isDay || instant.test(value))
          ? Date.parse(value)
          : Number.NaN
  return time >= firstMoment && time <= lastMoment ? { date: new Date(time), isDay } : null
}

export interface DateFormatter {
  format(moment: Moment, pattern: DatePattern): string
  languageTag: string
}

/** Never throws: a locale or zone nobody knows falls back to English and UTC. */
export function dateFormatter(locale: string | undefined, timeZone: string | undefined): DateFormatter {
  const languageTag = knownLanguage(locale)
  const zone = knownZone(timeZone)
  const cache = new Map<string, Intl.DateTimeFormat>()
  const inZone = (zoneName: string, language: string, options: Intl.DateTimeFormatOptions) => {
    const key = `${zoneName} ${language} ${JSON.stringify(options)}`
    let format = cache.get(key)
    if (!format) {
      format = new Intl.DateTimeFormat(language, { timeZone: zoneName, calendar: 'gregory', ...options })
      cache.set(key, format)
    }
    return format
  }
  return {
    languageTag,
    format({ date, isDay }, pattern) {
      const zoneName = isDay ? 'UTC' : zone
      const fields = zonedFields(date, inZone(zoneName, 'en-US', numericFields))
      const word = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) =>
        inZone(zoneName, languageTag, options)
          .formatToParts(date)
          .find((part) => part.type === type)?.value ?? ''
      return pattern
        .map((piece) => ('literal' in piece ? piece.literal : letterText(piece, fields, word)))
        .join('')
    },
  }
}

const numericFields: Intl.DateTimeFormatOptions = {
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
}

interface ZonedFields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  offsetMinutes: number
}

function zonedFields(date: Date, format: Intl.DateTimeFormat): ZonedFields {
  const part = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day: dayOfMonth = 0, hour = 0, minute = 0, second = 0 } = part
  const millisecond = ((date.getTime() % 1000) + 1000) % 1000
  const asIfUtc = Date.UTC(year, month - 1, dayOfMonth, hour, minute, second, millisecond)
  const offsetMinutes = Math.round((asIfUtc - date.getTime()) / 60_000)
  return { year, month, day: dayOfMonth, hour, minute, second, millisecond, offsetMinutes }
}

type Word = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) => string

function letterText(
  { letter, width }: { letter: string; width: number },
  fields: ZonedFields,
  word: Word,
): string {
  const padded = (value: number) => String(value).padStart(width, '0')
  switch (letter) {
    case 'y':
      return width === 2 ? String(fields.year).slice(-2) : padded(fields.year)
    case 'M':
      return width > 2
        ? word({ month: width > 3 ? 'long' : 'short', day: 'numeric' }, 'month')
        : padded(fields.month)
    case 'd':
      return padded(fields.day)
    case 'H':
      return padded(fields.hour)
    case 'h':
      return padded(fields.hour % 12 || 12)
    case 'm':
      return padded(fields.minute)
    case 's':
      return padded(fields.second)
    case 'S':
      return String(fields.millisecond).padStart(3, '0').slice(0, width).padEnd(width, '0')
    case 'a':
      return fields.hour < 12 ? 'AM' : 'PM'
    case 'E':
      return word({ weekday: width > 3 ? 'long' : 'short' }, 'weekday')
    case 'z':
      return word({ timeZoneName: width > 3 ? 'long' : 'short', hour: 'numeric' }, 'timeZoneName')
    default:
      return offsetText(letter, width, fields.offsetMinutes)
  }
}

/** `Z` is +0200; `X`, `XX`, `XXX` are +02, +0200, +02:00 and a bare Z for Greenwich. */
function offsetText(letter: string, width: number, offsetMinutes: number): string {
  if (letter === 'X' && offsetMinutes === 0) return 'Z'
  const sign = offsetMinutes < 0 ? '-' : '+'
  const hours = String(Math.trunc(Math.abs(offsetMinutes) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offsetMinutes) % 60).padStart(2, '0')
  if (letter === 'X' && width === 1) return `${sign}${hours}`
  return `${sign}${hours}${letter === 'X' && width > 2 ? ':' : ''}${minutes}`
}

function knownLanguage(locale: string | undefined): string {
  if (locale === undefined) return 'en'
  try {
    const tag = isLocale(locale) ? bcp47(locale satisfies Locale) : locale.replaceAll('_', '-')
    return Intl.getCanonicalLocales(tag)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function knownZone(timeZone: string | undefined): string {
  if (timeZone === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
