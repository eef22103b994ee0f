import { sql, type RawBuilder } from 'kysely'
import { currencies } from '@signalbox/model/reference/currencies'
import {
  agentFilters,
  approvalQueues,
  impliedTransactionFilters,
  maxIds,
  transactionFilters,
  type ApprovalQueue,
} from '@signalbox/model/entities/transaction'
import { maxMinor } from '@signalbox/model/money/money'
import { firstTxIdAt, isTxId } from '@signalbox/model/payments/tx-id'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import { invalid } from '@signalbox/model/text/refusal'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import {
  minorUnits,
  parseAmountRange,
  type AmountRange,
} from '@signalbox/model/transaction-search/amount-range'
import { unknownValue } from '@signalbox/model/transaction-search/unknown-value'
import { isFieldName, type FieldName } from '@signalbox/model/transaction/shapes'
import { parseLocalDay } from '@signalbox/model/text/user-formats'
import type { Condition } from '../../kit/entity-filter.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { columnOfField } from '../core/record/transaction-columns.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import { among, chartConditions, fraudScores, listOf } from './chart-filter-store.ts'
import type { Reader } from './reader.ts'

/** Filters as the address carries them. */
export type FilterValues = Readonly<Record<string, string | undefined>>

/** What filters depend on beside their own text. */
export interface FilterInput {
  readonly merchants: readonly number[]
  readonly reader: Reader
  readonly now: Date
  readonly timeZone: string
  readonly emailHash: (email: string) => string
}

const labels = new Map(transactionFilters.map(({ name, label }) => [name, label]))

function refuse(name: string, what: string) {
  return invalid({ field: name, code: 'FILTER', message: `${labels.get(name) ?? name}: ${what}` })
}

const nothing: Condition = sql<boolean>`false`
const equals = (column: string) => (text: string) => sql<boolean>`${sql.ref(`t.${column}`)} = ${text.trim()}`

/** Ids separated by anything people put between numbers. */
function ids(text: string): Condition {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (parts.length > maxIds) throw refuse('id', `at most ${maxIds} at once`)
  const wrong = parts.find((part) => !/^\d{1,16}$/.test(part))
  if (wrong !== undefined) throw refuse('id', `“${wrong.slice(0, 40)}” is not a transaction id`)
  return sql<boolean>`t.id = any(${parts.map(Number).filter(isTxId)}::bigint[])`
}

function reference(text: string): Condition {
  const parsed = parseTxRefId(text.trim())
  return parsed ? sql<boolean>`(t.merchant_id = ${parsed.merchantId} and t.id = ${parsed.txId})` : nothing
}

/** Codes by name or number. A name that stands for two numbers finds both. */
function codes(text: string): Condition {
  const wanted = new Set(listOf(text))
  const numbers = statusCodes.filter(({ no, code }) => wanted.has(code) || wanted.has(String(no)))
  return sql<boolean>`t.status_no = any(${numbers.map(({ no }) => no)}::smallint[])`
}

function states(text: string): Condition {
  const wanted = new Set(listOf(text))
  const numbers = statusCodes.filter(({ status }) => wanted.has(status)).map(({ no }) => no)
  return sql<boolean>`t.status_no = any(${numbers}::smallint[])`
}

/** From the least to the most in minor units, which are not the same in every currency. */
function minorRange({ from, to }: AmountRange, exponent: number) {
  return {
    least: from === null ? 0n : minorUnits(from, exponent, 'up'),
    most: to === null ? maxMinor : minorUnits(to, exponent, 'down'),
  }
}

function readAmounts(text: string) {
  const range = parseAmountRange(text)
  if (!range) throw refuse('amount', 'something like 100..500 EUR')
  const { currency } = range
  const asked = currency ? currencies.filter(({ code }) => code === currency) : currencies
  return { range, asked, exponents: [...new Set(asked.map(({ exponent }) => exponent))] }
}

function amounts(text: string): Condition {
  const { range, asked, exponents } = readAmounts(text)
  const each = exponents.map((exponent) => {
    const inIt = asked.filter((known) => known.exponent === exponent).map(({ code }) => code)
    const { least, most } = minorRange(range, exponent)
    // Money that left has a minus sign, which is not what people search by.
    return sql<boolean>`(t.currency = any(${inIt}::text[]) and
      (t.amount_minor between ${least} and ${most} or t.amount_minor between ${-most} and ${-least}))`
  })
  return each.length === 0 ? nothing : sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Money that came and money that left stand at two ends of one index. */
export function partsOf({ amount }: FilterValues): Condition[] {
  if (!amount) return []
  const { range, exponents } = readAmounts(amount)
  const ranges = exponents.map((exponent) => minorRange(range, exponent))
  const [first, ...others] = ranges
  if (!first) return []
  const least = others.reduce((smallest, one) => (one.least < smallest ? one.least : smallest), first.least)
  const most = others.reduce((largest, one) => (one.most > largest ? one.most : largest), first.most)
  return [
    sql<boolean>`t.amount_minor between ${least} and ${most}`,
    sql<boolean>`t.amount_minor between ${-most} and ${-least} and t.amount_minor < 0`,
  ]
}

function attribute(text: string): Condition {
  const at = text.indexOf('=')
  if (at < 1) throw refuse('attribute', 'key=value')
  const [key, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return sql<boolean>`t.attributes @> ${JSON.stringify({ [key]: value })}::jsonb`
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

function bin(text: string): Condition {
  const digits = text.trim()
  if (digits === unknownValue) return sql<boolean>`(t.bin is null or t.bin = '')`
  if (!/^\d{6,8}$/.test(digits)) throw refuse('bin', 'six to eight digits')
  return sql<boolean>`t.bin like ${`${digits}%`}`
}

function yesNo(name: string, yes: Condition, no: Condition) {
  return (text: string): Condition => {
    if (text !== 'true' && text !== 'false') throw refuse(name, 'true or false')
    return text === 'true' ? yes : no
  }
}

interface Instants {
  readonly from: Date | null
  /** Not included. */
  readonly to: Date | null
}

/** Two instants with `..` between them, or the day it is for the reader. */
function readInstants(name: string, text: string, { now, timeZone }: FilterInput): Instants {
  if (text === 'today') {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
    const day = parseLocalDay(today, timeZone)
    return { from: day ? new Date(day.from) : null, to: day ? new Date(day.to) : null }
  }
  const [from = '', to = '', ...rest] = text.split('..')
  const isFine = [from, to].every((side) => side === '' || !Number.isNaN(Date.parse(side)))
  if (rest.length > 0 || !text.includes('..') || !isFine) throw refuse(name, 'two dates with .. between them')
  return { from: from === '' ? null : new Date(from), to: to === '' ? null : new Date(to) }
}

function between(column: string, { from, to }: Instants): Condition[] {
  const ref = sql.ref(`t.${column}`)
  return [...(from ? [sql<boolean>`${ref} >= ${from}`] : []), ...(to ? [sql<boolean>`${ref} < ${to}`] : [])]
}

/** Ids are made within moments of the payment; an hour covers clocks that disagree. */
const slackMs = 60 * 60 * 1000

/** Ranges of time are ranges of ids, which is what the table is divided and kept in order by. */
function createdBetween({ from, to }: Instants): Condition[] {
  return [
    ...between('created_at', { from, to }),
    ...(from ? [sql<boolean>`t.id >= ${firstTxIdAt(from.getTime() - slackMs)}`] : []),
    ...(to ? [sql<boolean>`t.id < ${firstTxIdAt(to.getTime() + slackMs)}`] : []),
  ]
}

const yearMs = 366 * 24 * 60 * 60 * 1000

/** The table has a part for every year. Parts of years to come are empty, and need not even be planned for. */
export const notAfter = (now: Date): Condition => sql<boolean>`t.id < ${firstTxIdAt(now.getTime() + yearMs)}`

function dates(name: FieldName, text: string, input: FilterInput): Condition[] {
  const instants = readInstants(name, text, input)
  return name === 'created' ? createdBetween(instants) : between(columnOfField(name), instants)
}

/** Open cases say who works on a payment. */
function whose(text: string, { reader }: FilterInput): Condition {
  const assignees: Readonly<Record<string, RawBuilder<unknown>>> = {
    you: sql`and c.assignee_id::text = ${reader.userId}`,
    others: sql`and c.assignee_id::text <> ${reader.userId}`,
    all: sql`and c.assignee_id is not null`,
  }
  const who = Object.hasOwn(assignees, text) ? assignees[text] : undefined
  if (!who) throw refuse('whose', 'you, others or all')
  return sql<boolean>`exists (select 1 from investigation_case c
    where c.merchant_id = t.merchant_id and c.tx_id = t.id and c.state <> 'RESOLVED' ${who})`
}

const decidedBy = (userId: string, since: Date): Condition =>
  sql<boolean>`exists (select 1 from approval a
    where a.merchant_id = t.merchant_id and a.tx_id = t.id and a.user_id = ${userId} and a.at >= ${since})`

const decidedMs = 7 * 24 * 60 * 60 * 1000
const queueNumbers: Readonly<Record<Exclude<ApprovalQueue, 'mine'>, readonly number[]>> = approvalNumbers

function approval(text: string, { reader, now }: FilterInput): Condition {
  if (text === 'mine') return decidedBy(reader.userId, new Date(now.getTime() - decidedMs))
  const numbers = Object.hasOwn(queueNumbers, text)
    ? queueNumbers[text as keyof typeof queueNumbers]
    : undefined
  if (!numbers) throw refuse('approval', Object.keys(approvalQueues).join(', '))
  return sql<boolean>`t.status_no = any(${[...numbers]}::smallint[])`
}

type Simple = (text: string, input: FilterInput) => Condition

/** Reserved and let go as a whole: approved, and no money moved. */
const isVoided = sql<boolean>`(t.voided_minor > 0 and t.captured_minor = 0)`

/** Filters that ask for more than the value of a column. */
const special: Readonly<Record<string, Simple>> = {
  id: ids,
  txRefId: reference,
  email: (text, { emailHash }) => sql<boolean>`t.email_hash = ${emailHash(text)}`,
  accountId: (text) => sql<boolean>`t.account_id = ${text}::uuid`,
  bin,
  ...chartConditions,
  fraudScore: (text) => {
    const scores = fraudScores(text)
    if (!scores) throw refuse('fraudScore', 'something like 30..39')
    return scores
  },
  chargedBack: yesNo(
    'chargedBack',
    sql<boolean>`t.chargeback_minor > 0`,
    sql<boolean>`t.chargeback_minor = 0`,
  ),
  attribute,
  info: (text) => sql<boolean>`t.info ilike ${`%${escapeLike(text.trim())}%`}`,
  rule: (text) => sql<boolean>`t.rule_refs @> ${[text.trim()]}::text[]`,
  amount: amounts,
  merchants: (text) =>
    sql<boolean>`t.merchant_id = any(${listOf(text).map(Number).filter(Number.isSafeInteger)}::integer[])`,
  state: states,
  statusCode: codes,
  tags: (text) =>
    sql<boolean>`(t.tags && ${listOf(text)}::text[] or (t.tags = '{}' and ${listOf(text).includes(unknownValue)}::boolean))`,
  baseCurrency: (text) => sql<boolean>`t.base_currency = any(${listOf(text)}::text[])`,
  approval,
  whose,
  fallbackUsed: yesNo('fallbackUsed', sql<boolean>`t.fallback_used`, sql<boolean>`not t.fallback_used`),
  schemeTokenUsed: yesNo(
    'schemeTokenUsed',
    sql<boolean>`t.scheme_token_used`,
    sql<boolean>`not t.scheme_token_used`,
  ),
  testUsers: yesNo('testUsers', sql<boolean>`true`, sql<boolean>`not t.is_test_user`),
  voided: yesNo('voided', isVoided, sql<boolean>`not ${isVoided}`),
  hasNotes: yesNo('hasNotes', sql<boolean>`t.note_count > 0`, sql<boolean>`t.note_count = 0`),
  erased: yesNo('erased', sql<boolean>`t.gdpr_erased_at is not null`, sql<boolean>`t.gdpr_erased_at is null`),
}

type Conditions = (text: string, input: FilterInput) => Condition[]

/** The rest looks at the column of the field it is named after. */
const plain = transactionFilters.flatMap(({ name, kind }): [string, Conditions][] => {
  if (name in special || !isFieldName(name)) return []
  if (kind === 'DATE') return [[name, (text, input) => dates(name, text, input)]]
  const condition = (kind === 'LIST' || kind === 'SELECT' ? among : equals)(columnOfField(name))
  return [[name, (text) => [condition(text)]]]
})

const conditions = new Map<string, Conditions>([
  ...plain,
  ...Object.entries(special).map(([name, condition]): [string, Conditions] => [
    name,
    (text, input) => [condition(text, input)],
  ]),
])

/** What somebody may see at all, whatever they look for. */
export function limitsFor({ limitedTo, decidedSince, userId, roles }: Reader): Condition[] {
  const people = unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' })
  const limits = people ? [people] : []
  if (limitedTo) return [...limits, ...createdBetween({ from: limitedTo, to: null })]
  if (!decidedSince) return limits
  return [
    ...limits,
    sql<boolean>`(${statusIs('t.status_no', 'WAITING_APPROVAL')} or ${decidedBy(userId, decidedSince)})`,
  ]
}

/** What an approver could see until lately: somebody who decides about it now had it before them. */
export function lateLimitsFor(reader: Reader, since: Date): Condition[] {
  return [
    ...limitsFor({ ...reader, decidedSince: null }),
    sql<boolean>`exists (select 1 from tx_event e where e.merchant_id = t.merchant_id and e.tx_id = t.id
      and ${statusIs('e.from_no', 'WAITING_APPROVAL')} and e.at >= ${since})`,
  ]
}

/** Customer service finds nothing without a whole term. */
export function limitsOf(given: FilterValues, reader: Reader): Condition[] {
  const hasTerm = agentFilters.some((name) => given[name])
  return reader.limitedTo && !hasTerm ? [nothing] : limitsFor(reader)
}

/** Everything a payment must be to be listed, apart from belonging to a merchant in scope. */
export const conditionsOf = (given: FilterValues, input: FilterInput): Condition[] =>
  conditionsBy({ ...impliedTransactionFilters(given), ...given }, input)

/** Whether the time zone of the reader decides what is found. */
export const asksForToday = (given: FilterValues): boolean =>
  Object.values({ ...impliedTransactionFilters(given), ...given }).includes('today')

/** What these filters say and nothing else. */
export function conditionsBy(given: FilterValues, input: FilterInput): Condition[] {
  return Object.entries(given).flatMap(([name, text]): Condition[] => {
    if (text === undefined || text === '' || name === 'includeRelated' || name === 'keyword') return []
    return conditions.get(name)?.(text, input) ?? []
  })
}

export const includesRelated = (given: FilterValues): boolean => {
  const text = given.includeRelated
  if (text !== undefined && text !== '' && text !== 'true' && text !== 'false')
    throw refuse('includeRelated', 'true or false')
  return text === 'true'
}
