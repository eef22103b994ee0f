import { defaultUserFormats, formatInstant } from '@signalbox/model/text/user-formats'

const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/

export const writeInstant = (iso: string, timeZone: string): string =>
  formatInstant(iso, { ...defaultUserFormats, dateFormat: 'YYYY-MM-DD HH:MM', timeZone })

/** `2026-11-15 02:10` in a zone as an instant; null when the text is no time there. */
export function readInstant(text: string, timeZone: string): string | null {
  const [, day, time] = written.exec(text.trim()) ?? []
  const wanted = `${day} ${time}`
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return null
  // The zone's distance from UTC is not known beforehand and may change that day: try around the likely moment.
  let guess = asUtc
  for (let round = 0; round < 3; round += 1) {
    const shown = writeInstant(new Date(guess).toISOString(), timeZone)
    if (shown === wanted) return new Date(guess).toISOString()
    guess += asUtc - Date.parse(`${shown.replace(' ', 'T')}:00Z`)
  }
  return null
}
