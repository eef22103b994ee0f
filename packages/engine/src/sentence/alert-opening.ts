import { rangeText } from './bounds.ts'
import { namesOf } from './clauses.ts'
import { joined, words } from './lists.ts'
import { paymentsModifiers, paymentsNoun } from './payments-subject.ts'
import { countText, everyText } from './quantities.ts'
import { clausesOf, type Unsaid, type Write } from './unsaid.ts'

const onlyValue: Write = ({ condition }) =>
  condition.kind === 'values' && condition.values.length === 1 ? condition.values[0] : undefined

/** The schedules people use have words; the others are shown as they are. */
function scheduleText(cron: string, unsaid: Unsaid): string {
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1]
  if (minutes) return everyText(Number(minutes), 'MINUTE', unsaid.wording.formats)
  if (cron === '* * * * *') return 'every minute'
  if (cron === '0 * * * *') return 'every hour'
  return `on the schedule ${cron}`
}

const states: Write = ({ condition, fact }, wording) =>
  condition.kind === 'values' && !condition.negative
    ? joined(namesOf(fact, condition.values, wording), 'or')
    : undefined

const counted =
  (noun: string): Write =>
  ({ condition, fact }, { formats }) => {
    if (condition.kind !== 'range') return undefined
    const { least, greatest } = condition
    if (least?.inclusive && !greatest && typeof least.value === 'number')
      return `there are at least ${countText(least.value, noun, formats)}`
    return `the number of ${noun}s is ${rangeText(condition, fact, formats)}`
  }

/** `Every 5 minutes, if at least 40 % of the payments of type X in the last 15 minutes are Failed`. */
export function alertOpening(unsaid: Unsaid): string {
  const { formats } = unsaid.wording
  const schedule = scheduleText(unsaid.say('cron', onlyValue) ?? '…', unsaid)
  const minutesBack = Number(unsaid.say('minutesBack', onlyValue))
  const window = minutesBack
    ? `in the last ${minutesBack === 1 ? 'minute' : countText(minutesBack, 'minute', formats)}`
    : ''
  const share = unsaid.say('thresholdPct', ({ condition, fact }) =>
    condition.kind === 'range' ? rangeText(condition, fact, formats) || undefined : undefined,
  )
  const payments = words(share && `${share} of the`, paymentsNoun(unsaid), paymentsModifiers(unsaid), window)
  const state = unsaid.say('txState', states)
  const main = `${payments} ${state ? `are ${state}` : share ? 'are counted' : 'come in'}`
  const more = [
    unsaid.say('minUniqueUsers', counted('different user')),
    unsaid.say('minTx', counted('payment')),
  ].filter((clause) => clause !== undefined)
  const opening = `${schedule}, if ${joined([main, ...more, ...clausesOf(unsaid)], 'and')}`
  return opening.charAt(0).toUpperCase() + opening.slice(1)
}
