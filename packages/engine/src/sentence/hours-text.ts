import type { ConditionOf } from './condition.ts'
import { joined } from './lists.ts'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `Monday to Friday`: three days or more in a row are said by their ends. */
function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  if (sorted.length === dayNames.length) return 'every day'
  const runs: number[][] = []
  for (const day of sorted) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const name = (day: number | undefined) => dayNames[(day ?? 0) - 1] ?? String(day)
  const parts = runs.flatMap((run) =>
    run.length < 3 ? run.map(name) : [`${name(run[0])} to ${name(run.at(-1))}`],
  )
  return `${parts.length === 1 && parts[0]?.includes(' to ') ? 'from' : 'on'} ${joined(parts, 'and')}`
}

/** `from Monday to Friday between 09:00 and 17:00 (Europe/Stockholm)`. */
export function hoursText({ timeZone, days, from, to }: ConditionOf<'hours'>): string {
  const isWholeDay = from === '00:00' && (to === '24:00' || to === '00:00')
  const time = isWholeDay ? '' : ` between ${from} and ${to}${to <= from ? ' the next day' : ''}`
  return `${daysText(days)}${time} (${timeZone})`
}
