import { sql, type RawBuilder } from 'kysely'
import {
  pspDeclineStages,
  type CountryMatch,
  type PspDecision,
  type ReachedStep,
} from '@signalbox/model/transaction-search/chart-filters'
import { unknownValue } from '@signalbox/model/transaction-search/unknown-value'
import type { Condition } from '../../kit/entity-filter.ts'
import { statusIs } from '../../kit/status-sql.ts'

/** Filters that find the payments behind a figure of analytics. They narrow down a period, and need no index of their own. */

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** One value is asked for as one: an index that begins with it is then in the order of what follows. */
export const among =
  (column: string) =>
  (text: string): Condition => {
    const ref = sql.ref(`t.${column}`)
    const values = listOf(text)
    const known = values.filter((value) => value !== unknownValue)
    const found =
      known.length === 1
        ? sql<boolean>`${ref} = ${known[0]}::text`
        : sql<boolean>`${ref} = any(${known}::text[])`
    if (known.length === values.length) return found
    return anyOf([sql<boolean>`(${ref} is null or ${ref} = '')`, ...(known.length > 0 ? [found] : [])])
  }

const oneOf =
  <Value extends string>(conditions: Readonly<Record<Value, Condition>>, unknown?: Condition) =>
  (text: string): Condition =>
    anyOf(
      listOf(text).flatMap((value): Condition[] => {
        if (value === unknownValue) return unknown ? [unknown] : []
        return Object.hasOwn(conditions, value) ? [conditions[value as Value]] : []
      }),
    )

const isSet = (column: RawBuilder<unknown>): Condition => sql<boolean>`(${column} is not null)`

const reached: Readonly<Record<ReachedStep, Condition>> = {
  VERIFIED: isSet(sql`t.verified_at`),
  ROUTED: isSet(sql`coalesce(t.psp, t.initiated_psp)`),
  AUTHORISED: isSet(sql`t.authorized_at`),
  SENT: isSet(sql`t.psp_sent_at`),
  SETTLED: isSet(sql`t.settled_at`),
}

const decided: Readonly<Record<PspDecision, Condition>> = {
  APPROVED: sql<boolean>`(t.method = 'DEPOSIT' and ${statusIs('t.status_no', 'SUCCESSFUL')})`,
  DECLINED: sql<boolean>`(t.method = 'DEPOSIT' and ${statusIs('t.status_no', 'FAILED')}
    and t.decline_stage = any(${[...pspDeclineStages]}::text[]))`,
}

const matches: Readonly<Record<CountryMatch, Condition>> = {
  SAME: sql<boolean>`(t.ip_country = t.issuer_country)`,
  OTHER: sql<boolean>`(t.ip_country <> t.issuer_country)`,
}
const noMatch = sql<boolean>`(t.ip_country is null or t.issuer_country is null)`

/** From and to, both included, or one score; several with commas between. Undefined where it is something else. */
export function fraudScores(text: string): Condition | undefined {
  const conditions = listOf(text).map((part): Condition | undefined => {
    if (part === unknownValue) return sql<boolean>`t.fraud_score is null`
    const [, from, isRange, to] = /^(\d{0,3})(\.\.)?(\d{0,3})$/.exec(part) ?? []
    if (from === undefined || to === undefined || `${from}${to}` === '') return undefined
    const [least, most] = isRange ? [Number(from || 0), Number(to || 999)] : [Number(from), Number(from)]
    return sql<boolean>`t.fraud_score between ${least} and ${most}`
  })
  return conditions.length > 0 && conditions.every((each) => each !== undefined)
    ? anyOf(conditions)
    : undefined
}

export const chartConditions: Readonly<Record<string, (text: string) => Condition>> = {
  countryMatch: oneOf(matches, noMatch),
  pspDecision: oneOf(decided),
  reached: oneOf(reached),
}
