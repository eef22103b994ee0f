const fields = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of the week', least: 0, most: 7 },
] as const

const part = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/

function isPart(text: string, least: number, most: number): boolean {
  const match = part.exec(text)
  if (!match) return false
  const [, first = String(least), last = first, step = '1'] = match
  const [from, to] = [Number(first), Number(last)]
  return least <= from && from <= to && to <= most && Number(step) >= 1
}

/** The name of the first field that is wrong in a schedule of five fields; undefined when it is sound. */
export function wrongCronField(text: string): string | undefined {
  const given = text.trim().split(/\s+/)
  if (given.length !== fields.length) return 'number of fields'
  return fields.find(({ least, most }, index) =>
    (given[index] ?? '').split(',').some((item) => !isPart(item, least, most)),
  )?.name
}

function matches(text: string, value: number, least: number): boolean {
  return text.split(',').some((item) => {
    const [, first, last, step = '1'] = part.exec(item) ?? []
    const from = first === undefined ? least : Number(first)
    const to =
      first === undefined || (last === undefined && item.includes('/')) ? Infinity : Number(last ?? first)
    return from <= value && value <= to && (value - from) % Number(step) === 0
  })
}

/** Whether a schedule names the minute of an instant, in UTC. */
function runsAt(schedule: readonly string[], at: Date): boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule
  const dayMatches = matches(day, at.getUTCDate(), 1)
  // Sunday is both 0 and 7.
  const weekdayMatches = [at.getUTCDay(), ...(at.getUTCDay() === 0 ? [7] : [])].some((value) =>
    matches(weekday, value, 0),
  )
  // As schedules of this kind have always been read: with both days named, either will do.
  const isDay = day === '*' || weekday === '*' ? dayMatches && weekdayMatches : dayMatches || weekdayMatches
  return (
    matches(minute, at.getUTCMinutes(), 0) &&
    matches(hour, at.getUTCHours(), 0) &&
    matches(month, at.getUTCMonth() + 1, 1) &&
    isDay
  )
}

const minuteMs = 60_000
/** Whoever slept longer than a day is not woken for each time missed. */
const longestLookBack = 24 * 60

/** Whether a schedule named a minute after the first instant, up to and including that of the second. */
export function cronRunsBetween(text: string, after: Date, until: Date): boolean {
  if (wrongCronField(text)) return false
  const schedule = text.trim().split(/\s+/)
  const last = Math.floor(until.getTime() / minuteMs)
  const first = Math.max(Math.floor(after.getTime() / minuteMs) + 1, last - longestLookBack)
  for (let minute = last; minute >= first; minute--)
    if (runsAt(schedule, new Date(minute * minuteMs))) return true
  return false
}
