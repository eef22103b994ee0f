import { isCalendarDay, startOfDayMs, writeLocalTime } from './local-time.ts'
import type { UiLocale } from '../reference/locales.ts'

export const dateFormats = ['YYYY-MM-DD', 'YYYY-MM-DD HH:MM'] as const
/** Patterns spreadsheets in our users' countries recognise. The last one is always UTC, for machines. */
export const exportDatePatterns = [
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:MM',
  'YYYY-MM-DD HH:MM:SS',
  'DD.MM.YYYY HH:MM',
  'DD/MM/YYYY HH:MM',
  'MM/DD/YYYY HH:MM',
  'YYYY-MM-DDTHH:MM:SSZ',
] as const
export const decimalSeparators = ['.', ','] as const
export const groupSeparators = [',', '.', ' ', "'", ''] as const
export const csvSeparators = [',', ';', '\t'] as const

/** How one person wants to read and export dates and figures. */
export interface UserFormats {
  readonly locale: UiLocale
  /** IANA name. */
  readonly timeZone: string
  readonly dateFormat: (typeof dateFormats)[number]
  readonly decimalSeparator: (typeof decimalSeparators)[number]
  readonly groupSeparator: (typeof groupSeparators)[number]
  readonly csvSeparator: (typeof csvSeparators)[number]
  readonly exportDatePattern: (typeof exportDatePatterns)[number]
}

export const defaultUserFormats: UserFormats = {
  locale: 'en',
  timeZone: 'UTC',
  dateFormat: 'YYYY-MM-DD HH:MM',
  decimalSeparator: '.',
  groupSeparator: ',',
  csvSeparator: ',',
  exportDatePattern: 'YYYY-MM-DD HH:MM:SS',
}

/** A text that is no instant is shown as it came: a list with one odd value is better than no list. */
function formatAs(pattern: string, iso: string, timeZone: string): string {
  const instantMs = Date.parse(iso)
  return Number.isNaN(instantMs) ? iso : writeLocalTime(pattern, instantMs, timeZone)
}

export const formatInstant = (iso: string, formats: UserFormats): string =>
  formatAs(formats.dateFormat, iso, formats.timeZone)

/** A date without a time, such as a birthday, is the same day everywhere and is left alone. */
export const formatDay = (iso: string, formats: UserFormats): string =>
  isCalendarDay(iso) ? iso : formatAs('YYYY-MM-DD', iso, formats.timeZone)

export function formatExportInstant(iso: string, { exportDatePattern, timeZone }: UserFormats): string {
  return formatAs(exportDatePattern, iso, exportDatePattern.endsWith('Z') ? 'UTC' : timeZone)
}

const dayMs = 24 * 60 * 60 * 1000

/** The instants that belong to a day in a zone, end excluded; `undefined` when the text is no day of the calendar. */
export function parseLocalDay(day: string, timeZone: string): { from: string; to: string } | undefined {
  if (!isCalendarDay(day)) return undefined
  const nextDay = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
  return {
    from: new Date(startOfDayMs(day, timeZone)).toISOString(),
    to: new Date(startOfDayMs(nextDay, timeZone)).toISOString(),
  }
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const units = [
  ['year', 365.25 * dayMs],
  ['month', 30.4375 * dayMs],
  ['day', dayMs],
  ['hour', dayMs / 24],
  ['minute', dayMs / 24 / 60],
] as const

/** In the largest unit that fits, rounded towards now, so that "1 day ago" never means less than a day. */
export function formatRelative(iso: string, nowIso: string): string {
  const distanceMs = Date.parse(iso) - Date.parse(nowIso)
  if (Number.isNaN(distanceMs)) return iso
  const unit = units.find(([, lengthMs]) => Math.abs(distanceMs) >= lengthMs)
  return unit ? relative.format(Math.trunc(distanceMs / unit[1]), unit[0]) : 'just now'
}

type NumberFormats = Pick<UserFormats, 'decimalSeparator' | 'groupSeparator'>

const plainNumber = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumFractionDigits: 20,
  signDisplay: 'negative',
})

/** Settings are saved one by one, so the two can be alike for a while; then groups give way to decimals. */
const usableGroups = ({ decimalSeparator, groupSeparator }: NumberFormats): string =>
  groupSeparator === decimalSeparator ? '' : groupSeparator

/** Decimal texts keep every digit they came with, so amounts beyond the precision of a number are safe. */
export function formatNumber(value: number | string, formats: NumberFormats): string {
  const text = typeof value === 'string' ? value : plainNumber.format(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', decimals] = match
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return (
    sign +
    groups.join(usableGroups(formats)) +
    (decimals === undefined ? '' : formats.decimalSeparator + decimals)
  )
}

/** Groups would make a spreadsheet read the figure as a text. */
export const formatExportNumber = (value: number | string, { decimalSeparator }: NumberFormats): string =>
  formatNumber(value, { decimalSeparator, groupSeparator: '' })

/**
 * The decimal text a person typed in their own format, or `undefined`. Groups must be where groups belong: with a
 * comma between groups, "1,5" is somebody's one and a half and must not become fifteen.
 */
export function parseNumber(text: string, formats: NumberFormats): string | undefined {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text.trim().replace(/[\u00a0\u202f]/g, ' ')) ?? []
  const [whole = '', ...decimals] = digits.split(formats.decimalSeparator)
  const separator = usableGroups(formats)
  const [first = '', ...groups] = separator === '' ? [whole] : whole.split(separator)
  const wholeIsFine =
    (groups.length > 0 ? /^\d{1,3}$/ : /^\d+$/).test(first) && groups.every((g) => /^\d{3}$/.test(g))
  if (!wholeIsFine || decimals.length > 1 || !decimals.every((d) => /^\d+$/.test(d))) return undefined
  return (sign === '-' ? '-' : '') + [first + groups.join(''), ...decimals].join('.')
}
