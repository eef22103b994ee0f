import { startOfDayMs, startOfHourMs, writeLocalTime } from '@signalbox/model/text/local-time'

const dayMs = 86_400_000
const starts = new Map<string, number>()
const mostKept = 5_000

/** Finding out when a day begins takes a search; the same days are asked for again and again. */
function startOf(day: string, zone: string): number {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  if (starts.size >= mostKept) starts.clear()
  const found = startOfDayMs(day, zone)
  starts.set(key, found)
  return found
}

export interface LocalDay {
  readonly from: Date
  /** When the next one begins. */
  readonly to: Date
}

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** The day of a zone in which an instant lies. */
export function localDay(atMs: number, zone: string): LocalDay {
  const day = writeLocalTime('YYYY-MM-DD', atMs, zone)
  return { from: new Date(startOf(day, zone)), to: new Date(startOf(nextDay(day), zone)) }
}

export const isStartOfDay = (atMs: number, zone: string): boolean =>
  localDay(atMs, zone).from.getTime() === atMs

export const isStartOfHour = (atMs: number, zone: string): boolean => startOfHourMs(atMs, zone) === atMs

/** The days of a zone that have any part in the period, in order. */
export function localDays(fromMs: number, toMs: number, zone: string): LocalDay[] {
  const days: LocalDay[] = []
  for (let at = fromMs; at < toMs;) {
    const day = localDay(at, zone)
    days.push(day)
    at = day.to.getTime()
  }
  return days
}

/** Days that follow each other, as one zone has them. */
export interface DaysOfZone extends LocalDay {
  readonly zone: string
  /** When each of them begins, and when the last ends. */
  readonly edges: readonly Date[]
}

/** What the day is called in which an instant lies. */
const dayName = (atMs: number, zone: string): string => writeLocalTime('YYYY-MM-DD', atMs, zone)

/** The names of all days that are, in any of the zones, between the first of these instants and the last. */
export function dayNamesOf(instants: readonly Date[], zones: readonly string[]): string[] {
  const ends = instants.flatMap((at) => zones.map((zone) => dayName(at.getTime(), zone))).toSorted()
  const last = ends.at(-1) ?? ''
  const names: string[] = []
  for (let name = ends[0] ?? ''; name !== '' && name <= last; name = nextDay(name)) names.push(name)
  return names
}

/** The same days begin and end at other moments in another zone. */
export function daysOfZone(names: readonly string[], zone: string): DaysOfZone {
  const last = names.at(-1)
  const edges = [...names, ...(last ? [nextDay(last)] : [])].map((name) => new Date(startOf(name, zone)))
  const [from = new Date(0)] = edges
  return { zone, edges, from, to: edges.at(-1) ?? from }
}

/** Instants on days that follow each other, together. */
export function stretchesOf(instants: readonly Date[], zone: string): Date[][] {
  const stretches: Date[][] = []
  let lastMs = -Infinity
  for (const at of instants.toSorted((a, b) => a.getTime() - b.getTime())) {
    const nameMs = Date.parse(dayName(at.getTime(), zone))
    if (nameMs - lastMs > dayMs) stretches.push([])
    stretches.at(-1)?.push(at)
    lastMs = nameMs
  }
  return stretches
}
