import { sql } from 'kysely'
import {
  caseAges,
  caseDesks,
  caseFilters,
  impliedCaseFilters,
  type CaseAge,
  type CaseDesk,
} from '@signalbox/model/entities/case'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import { invalid } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { isUuid } from '@signalbox/model/field/validators'
import type { Condition } from '../../kit/entity-filter.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'

/** Filters as the address carries them. */
export type FilterValues = Readonly<Record<string, string | undefined>>

export interface FilterInput {
  readonly userId: string
  readonly roles: readonly Role[]
  readonly now: Date
}

/** Cases about people who are to be erased are seen by those who deal with such requests. */
export function aboutSomebodySeen(roles: readonly Role[]): Condition {
  const seen = unlessRestricted(roles, { merchant: 'c.merchant_id', user: 't.user_id' })
  return seen ? sql<boolean>`(t.user_id is null or ${seen})` : sql<boolean>`true`
}

const labels = new Map(caseFilters.map(({ name, label }) => [name, label]))
const refuse = (name: string, what: string) =>
  invalid({ field: name, code: 'FILTER', message: `${labels.get(name) ?? name}: ${what}` })

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** Numbers the database can hold; nothing has another one. */
const numbersOf = (text: string): number[] =>
  listOf(text)
    .map(Number)
    .filter((number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31)

const hourMs = 3_600_000

/** What is late is a step more urgent than its amount alone makes it. */
export const severityNow = (now: Date) => sql<string>`case
  when c.state = 'RESOLVED' or c.due_at >= ${now}::timestamptz then c.severity
  when c.severity = 'LOW' then 'MEDIUM' else 'HIGH' end`

export const isOverdue = (now: Date): Condition =>
  sql<boolean>`(c.state <> 'RESOLVED' and c.due_at < ${now}::timestamptz)`

/** A whole term: an id, a reference of ours or of the PSP, a user. */
function keyword(text: string): Condition {
  const term = text.trim()
  const reference = parseTxRefId(term)
  if (reference)
    return sql<boolean>`((c.merchant_id = ${reference.merchantId} and c.tx_id = ${reference.txId})
      or cb.reading->>'reference' = ${term})`
  const asId = /^\d{1,16}$/.test(term) && isTxId(Number(term)) ? sql`or c.tx_id = ${Number(term)}` : sql``
  const asCase = isUuid(term) ? sql`or c.id = ${term}::uuid` : sql``
  return sql<boolean>`(t.user_id = ${term} or t.psp_ref_id = ${term} or cb.reading->>'reference' = ${term}
    or cb.reading->>'pspRefId' = ${term} ${asId} ${asCase})`
}

function whose(text: string, { userId }: FilterInput): Condition {
  if (text === 'you') return sql<boolean>`c.assignee_id = ${userId}::uuid`
  if (text === 'others') return sql<boolean>`c.assignee_id <> ${userId}::uuid`
  if (text === 'nobody') return sql<boolean>`c.assignee_id is null`
  throw refuse('whose', 'you, others or nobody')
}

function age(text: string, { now }: FilterInput): Condition {
  if (!Object.hasOwn(caseAges, text)) throw refuse('age', Object.keys(caseAges).join(', '))
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const conditions: Record<CaseAge, Condition> = {
    hour: sql<boolean>`c.opened_at > ${before(1)}`,
    day: sql<boolean>`c.opened_at > ${before(24)}`,
    older: sql<boolean>`c.opened_at <= ${before(24)}`,
  }
  return conditions[text as CaseAge]
}

function desk(text: string): Condition {
  if (!Object.hasOwn(caseDesks, text)) throw refuse('desk', Object.keys(caseDesks).join(', '))
  return (text as CaseDesk) === 'callbacks'
    ? sql<boolean>`c.type = 'UNKNOWN_CALLBACK'`
    : sql<boolean>`c.type <> 'UNKNOWN_CALLBACK'`
}

/** `from..to`, either side may be missing; the end is not included. */
function opened(text: string): Condition {
  const [from = '', to = '', ...rest] = text.split('..')
  const isFine = [from, to].every((side) => side === '' || !Number.isNaN(Date.parse(side)))
  if (rest.length > 0 || !text.includes('..') || !isFine)
    throw refuse('openedAt', 'two dates with .. between them')
  const after = from === '' ? sql`true` : sql`c.opened_at >= ${new Date(from)}`
  const before = to === '' ? sql`true` : sql`c.opened_at < ${new Date(to)}`
  return sql<boolean>`(${after} and ${before})`
}

const inList = (column: string) => (text: string) =>
  sql<boolean>`${sql.ref(column)} = any(${listOf(text)}::text[])`

const conditions: Readonly<Record<string, (text: string, input: FilterInput) => Condition>> = {
  keyword,
  whose,
  age,
  desk,
  openedAt: opened,
  state: inList('c.state'),
  type: inList('c.type'),
  resolution: inList('c.resolution'),
  severity: (text, { now }) => sql<boolean>`${severityNow(now)} = any(${listOf(text)}::text[])`,
  overdue: (text, { now }) => {
    if (text !== 'true' && text !== 'false') throw refuse('overdue', 'true or false')
    return text === 'true' ? isOverdue(now) : sql<boolean>`not ${isOverdue(now)}`
  },
  psp: (text) => sql<boolean>`coalesce(t.psp, cb.psp) = any(${listOf(text)}::text[])`,
  statusNo: (text) => sql<boolean>`t.status_no = any(${numbersOf(text)}::integer[])`,
  merchants: (text) => sql<boolean>`c.merchant_id = any(${numbersOf(text)}::integer[])`,
}

/** Everything a case must be to be listed, apart from belonging to a merchant in scope. */
export const conditionsOf = (given: FilterValues, input: FilterInput): Condition[] => [
  aboutSomebodySeen(input.roles),
  ...Object.entries({ ...impliedCaseFilters(given), ...given }).flatMap(([name, text]) => {
    const condition = conditions[name]
    return condition && text !== undefined && text !== '' ? [condition(text, input)] : []
  }),
]
