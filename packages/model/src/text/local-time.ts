// Making a formatter costs a hundred times more than using one, and a page of rows asks for the same zone each time.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Whether this browser or server can compute times in the zone. */
export function isTimeZone(text: string): boolean {
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}

/** `MM` means minutes right after the hours and months elsewhere, as the pattern reads to a person. */
export function writeLocalTime(pattern: string, instantMs: number, timeZone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(instantMs)) part[type] = value
  return pattern
    .replace('HH:MM', `${part.hour}:${part.minute}`)
    .replace('SS', part.second ?? '')
    .replace('YYYY', (part.year ?? '').padStart(4, '0'))
    .replace('MM', part.month ?? '')
    .replace('DD', part.day ?? '')
}

export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const utcMs = Date.parse(text)
  // Engines roll the 30th of February over into March instead of refusing it.
  return !Number.isNaN(utcMs) && new Date(utcMs).toISOString().startsWith(text)
}

// No place was ever further than this from UTC, local mean times of the 19th century included.
const maxOffsetMs = 16 * 60 * 60 * 1000

/**
 * The first instant at which calendars in the zone show the day or a later one. Searching for it, instead of adding
 * an offset to midnight, is right when clocks change at midnight, when midnight comes twice, and when a zone skips a
 * whole day.
 */
export function startOfDayMs(day: string, timeZone: string): number {
  const utcMs = Date.parse(day)
  let before = utcMs - maxOffsetMs
  let reached = utcMs + maxOffsetMs
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (writeLocalTime('YYYY-MM-DD', middle, timeZone) >= day) reached = middle
    else before = middle
  }
  return reached
}

const hourMs = 3_600_000

const aheadMs = (atMs: number, timeZone: string): number =>
  Date.parse(`${writeLocalTime('YYYY-MM-DD', atMs, timeZone)}T${writeLocalTime('HH:MM', atMs, timeZone)}Z`) -
  Math.floor(atMs / 60_000) * 60_000

/**
 * When the hour began that clocks in the zone show. Where they were just moved by half an hour, as on Lord Howe Island, the hour
 * began with that.
 */
export function startOfHourMs(atMs: number, timeZone: string): number {
  const minutes = Number(writeLocalTime('HH:MM', atMs, timeZone).slice(3))
  const fullMs = Math.floor(atMs / 60_000) * 60_000 - minutes * 60_000
  return fullMs + Math.abs(aheadMs(atMs, timeZone) - aheadMs(fullMs, timeZone))
}

/** When the hour after the one that begins at an instant begins: half an hour later where the clock is moved by that. */
export function nextHourMs(startMs: number, timeZone: string): number {
  const next = startOfHourMs(startMs + hourMs, timeZone)
  return next > startMs ? next : startMs + hourMs
}
