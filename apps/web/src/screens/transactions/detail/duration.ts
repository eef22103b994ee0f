import { writeLocalTime } from '@signalbox/model/text/local-time'

const units: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]

/** `42 ms`, `1.2 s`, `15 min`: two figures are enough to see what took long. */
export function durationText(ms: number): string {
  const unit = units.find(([size]) => ms >= size)
  if (!unit) return `${Math.round(ms)} ms`
  const [size, name] = unit
  const count = ms / size
  return `${count < 10 ? Math.round(count * 10) / 10 : Math.round(count)} ${name}`
}

/** To the millisecond, because that is the distance between steps. */
export const preciseTime = (iso: string, timeZone: string): string =>
  `${writeLocalTime('HH:MM:SS', Date.parse(iso), timeZone)}.${iso.slice(20, 23)}`
