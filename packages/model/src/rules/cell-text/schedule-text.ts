import type { Cell } from '../cell.ts'
import { quoted } from '../rule-problem.ts'
import { UnreadableText } from './unreadable-text.ts'

type Schedule = Extract<Cell, { op: 'schedule' }>

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const nameOf = (day: number): string => dayNames[day - 1] ?? String(day)

/** `Mon-Fri`, `Sat, Sun`: days that follow each other become a stretch when there are at least three. */
function daysText(days: readonly number[]): string {
  const parts: string[] = []
  let start = 0
  for (let at = 1; at <= days.length; at += 1) {
    if (days[at] === (days[at - 1] ?? 0) + 1) continue
    const run = days.slice(start, at)
    const [first = 0] = run
    const last = run.at(-1) ?? first
    parts.push(...(run.length > 2 ? [`${nameOf(first)}-${nameOf(last)}`] : run.map(nameOf)))
    start = at
  }
  return parts.join(', ')
}

export const scheduleText = ({ days, from, to, timeZone }: Schedule): string =>
  `${daysText(days)} ${from}-${to} ${timeZone}`

function readDay(text: string): number {
  const name = text.trim().toLowerCase()
  const day = name.length < 3 ? -1 : dayNames.findIndex((known) => name.startsWith(known.toLowerCase()))
  if (day < 0) throw new UnreadableText('SCHEDULE', `${quoted(text)} is not a day such as Mon`)
  return day + 1
}

/** A stretch may run over the end of the week. */
function readDays(text: string): number[] {
  if (/^(?:daily|every day)$/i.test(text)) return [1, 2, 3, 4, 5, 6, 7]
  const days = new Set<number>()
  for (const part of text.split(',')) {
    const [first = '', last = first, ...rest] = part.split(/[-–]/)
    if (rest.length > 0) throw new UnreadableText('SCHEDULE', `${quoted(part)} is not a range of days`)
    const end = readDay(last)
    for (let day = readDay(first); ; day = (day % 7) + 1) {
      days.add(day)
      if (day === end) break
    }
  }
  return [...days].sort((a, b) => a - b)
}

const maxScheduleText = 200
const timeWindow = /(?:^|\s)(\d{2}:\d{2}) ?[-–] ?(\d{2}:\d{2})(?:\s|$)/

/** `Mon-Fri 09:00-17:00 Europe/Stockholm`. Midnight at the end of a day may be written 24:00. */
export function readSchedule(text: string): Schedule {
  const match = text.length > maxScheduleText ? null : timeWindow.exec(text)
  if (!match)
    throw new UnreadableText('SCHEDULE', 'Write a schedule like Mon-Fri 09:00-17:00 Europe/Stockholm')
  const [window, from = '', to = ''] = match
  const days = text.slice(0, match.index).trim()
  const timeZone = text.slice(match.index + window.length).trim()
  if (timeZone === '') throw new UnreadableText('SCHEDULE', 'Add the time zone, such as Europe/Stockholm')
  return { op: 'schedule', timeZone, days: readDays(days), from, to: to === '24:00' ? '00:00' : to }
}
