import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { amountRangeText, periodText } from './bounds.ts'
import { addresses, banks, cards, users } from './participants.ts'
import { hoursText } from './hours-text.ts'
import { joined, mostInFull, noneOf, words } from './lists.ts'
import { either, listed, named, short, type Unsaid, type Write } from './unsaid.ts'

const nouns: Readonly<Record<string, string>> = { DEPOSIT: 'deposits', WITHDRAWAL: 'withdrawals' }

const directions: Write = ({ condition }) =>
  condition.kind === 'values' && !condition.negative
    ? joined(
        condition.values.map((value) => nouns[value] ?? value),
        'or',
      )
    : undefined

/** Names of companies and standards stay as they are written, other words are not at the beginning of a sentence. */
const ordinary = /^(?:Bank|Card|Capture|Crypto|Local|Redirect|Refund|Reversal|Void|Voucher)\b/
const countable = /(?:^|\s)(?:deposit|withdrawal|verification|[Cc]apture|[Rr]efund|[Rr]eversal|[Vv]oid)$/

/** `Card deposit` as `card deposits`; nothing for what is no such noun: `Void by hand`. */
function pluralOfType(name: string): string | undefined {
  const label = transactionTypeLabel(name)
  if (!countable.test(label)) return undefined
  return `${ordinary.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}s`
}

const kinds: Write = ({ condition }) => {
  if (condition.kind !== 'values' || condition.by !== 'equality' || condition.negative) return undefined
  const nouns = condition.values.slice(0, mostInFull + 1).flatMap((value) => pluralOfType(value) ?? [])
  return nouns.length === condition.values.length && nouns.length <= mostInFull
    ? joined(nouns, 'or')
    : undefined
}

/** `deposits`, `card deposits`, or `payments` where a row is about all of them. */
export const paymentsNoun = (unsaid: Unsaid): string =>
  unsaid.say('method', directions) ??
  unsaid.say('txType', kinds) ??
  words(unsaid.say('txType', short(listed('{0}'))), 'payments')

const amount: Write = ({ condition }, { formats }) => {
  const text = condition.kind === 'amounts' ? amountRangeText(condition, formats) : ''
  if (text === '') return undefined
  return /^(?:at|exactly) /.test(text) ? `of ${text}` : text
}

export const period: Write = ({ condition }, { formats }) =>
  (condition.kind === 'range' && periodText(condition, formats)) || undefined

export const hours: Write = ({ condition }) => (condition.kind === 'hours' ? hoursText(condition) : undefined)

/** A payment may have several tags: none of these may be among them. */
const tagsLeftOut: Write = ({ condition }) => {
  if (condition.kind !== 'values' || !condition.negative) return undefined
  const [only, ...others] = condition.values
  return others.length === 0 ? `not tagged ${only ?? '…'}` : `tagged ${noneOf(condition.values, 'tags')}`
}

type Modifier = readonly [key: string, write: Write]

/** Columns that name the payments by one phrase each, before and after the people and things that take part. */
const before: readonly Modifier[] = [
  ['amount', amount],
  ['txType', named('of', 'type')],
  ['currency', listed('in {0}', 'in any currency but {0}')],
  ['providerType', named('with', 'method')],
  ['service', named('with', 'service')],
]
const after: readonly Modifier[] = [
  ['channel', named('on', 'channel')],
  ['txTag', either(tagsLeftOut, listed('tagged {0}'))],
  ['merchantId', named('at', 'merchant')],
  ['initiatedPsp', listed('first routed to {0}', 'first routed to any PSP but {0}')],
  ['psp', listed('routed to {0}', 'routed to any PSP but {0}')],
  ['pspAccount', named('with', 'PSP account')],
  ['validPeriod', period],
  ['schedule', hours],
]

/** What kind of payment a row is about, in the words after the noun. */
export function paymentsModifiers(unsaid: Unsaid): string {
  const say = ([key, write]: Modifier) => unsaid.say(key, write)
  return words(
    ...before.map(say),
    cards(unsaid),
    banks(unsaid),
    users(unsaid),
    addresses(unsaid),
    ...after.map(say),
  )
}
