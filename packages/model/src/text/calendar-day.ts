const dayMs = 24 * 60 * 60 * 1000

/** Days of the calendar are texts, `YYYY-MM-DD`: they sort as they follow each other. */
const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const dayAfter = (day: string): string => shifted(day, 1)
export const dayBefore = (day: string): string => shifted(day, -1)

/** Whether the text names a day there is. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && shifted(text, 0) === text

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

export function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString().slice(0, 10)
}

/** The first days of the months from one day to another, the earliest first. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = firstOfMonth(from); month <= to; month = dayAfter(lastOfMonth(month))) months.push(month)
  return months
}

/**
 * A day or an instant of the years a database keeps: the year zero and those before it can be parsed and not asked for. Engines
 * roll the 30th of February over into March; here it is no day. A time without a zone would be that of the server.
 */
export function isInstantText(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d(?:-\d\d)?(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/.test(text)) return false
  if (Number.isNaN(Date.parse(text))) return false
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  return day === undefined || isDay(day)
}
