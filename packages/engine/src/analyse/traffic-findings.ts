import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts } from '@signalbox/model/rules/fact'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { Vocabulary } from '../vocabulary.ts'
import { buildIndex } from '../build-index.ts'
import { allMatches } from '../intersect.ts'
import type { AnalysisContext } from './analyse-ruleset.ts'
import type { OrderedRows } from './ordered-rows.ts'
import { isMoney, meets, written } from './witness.ts'

/** Tables that leave a payment without an answer it needs. */
const needsAnswer: ReadonlySet<string> = new Set([
  'psp-routing',
  'limit',
  'forex',
  'payment-methods',
  'approval',
])

/** A payment somebody made, without whom it was about: whoever looks at rules need not know. */
const shown = (facts: Facts, { factOf }: Vocabulary): Record<string, unknown> =>
  written(
    Object.fromEntries(
      Object.entries(facts).filter(([key]) => key !== 'userId' && factOf(key)?.personal === undefined),
    ),
  )

const counted = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`)

/** By payment: the rows of the table that match it, in order. */
function matchesOf(
  ordered: OrderedRows,
  traffic: readonly Facts[],
  { vocabulary, rates }: AnalysisContext,
): number[][] {
  const index = buildIndex(
    ordered.rows.map(({ rule }) => ({ enabled: true, conditions: rule.conditions })),
    vocabulary,
  )
  return traffic.map((facts) => {
    const question = { facts, rates, converted: undefined, withoutPsp: false }
    return [...allMatches(index, question)].filter((row) => {
      const [preconditions = {}] = ordered.rows[row]?.conditions ?? []
      return meets(facts, [preconditions], vocabulary, rates)
    })
  })
}

function gapFinding(
  { slug, onNoMatch }: DecisionTable,
  ordered: OrderedRows,
  unmet: readonly Facts[],
  total: number,
  { vocabulary }: AnalysisContext,
): Finding[] {
  const last = ordered.rows.findLast(({ other }) => !other)?.rule
  const [first] = unmet
  if (!last || !first || !needsAnswer.has(slug)) return []
  const message = `No row matches ${counted(unmet.length)} of the last ${total}. ${onNoMatch}`
  return [{ code: 'SA06', message, ruleId: last.id, witness: shown(first, vocabulary) }]
}

interface Contest {
  readonly first: Facts
  payments: number
}

/** Pairs of rows that both want some payments, decide differently, and neither of which is the exception of the other. */
function contestFindings(
  ordered: OrderedRows,
  traffic: readonly Facts[],
  matches: readonly number[][],
  { vocabulary }: AnalysisContext,
): Finding[] {
  const outputs = ordered.rows.map(({ rule }) => canonicalJson(rule.outputs))
  const contests = new Map<string, Contest & { readonly by: number; readonly row: number }>()
  matches.forEach((rows, payment) => {
    const [by, ...later] = rows
    const facts = traffic[payment]
    if (by === undefined || !facts) return
    for (const row of later) {
      if (outputs[row] === outputs[by] || ordered.leader[row] === ordered.leader[by]) continue
      const key = `${by} ${row}`
      const known = contests.get(key)
      if (known) known.payments++
      else contests.set(key, { first: facts, payments: 1, by, row })
    }
  })
  return [...contests.values()].flatMap(({ by, row, first, payments }): Finding[] => {
    const [winner, loser] = [ordered.rows[by], ordered.rows[row]]
    const { search } = ordered
    const isException = search.isWithin(row, search.boxOf(by)) || search.isWithin(by, search.boxOf(row))
    if (!winner || !loser || loser.other || isException) return []
    return [
      {
        code: 'SA05',
        message: `Row ${winner.rule.no} comes first and decides differently on ${counted(payments)} this row also matches.`,
        ruleId: loser.rule.id,
        ...(winner.other ? {} : { otherRuleIds: [winner.rule.id] }),
        witness: shown(first, vocabulary),
      },
    ]
  })
}

/** Amounts that say nothing about a currency people pay in. */
function currencyFindings(
  rules: readonly Rule[],
  traffic: readonly Facts[],
  { vocabulary }: AnalysisContext,
): Finding[] {
  const paidIn = new Map<string, Facts>()
  for (const facts of traffic) if (isMoney(facts.amount)) paidIn.set(facts.amount.currency, facts)
  return rules.flatMap((rule): Finding[] => {
    const { amount, currency } = rule.conditions
    if (!rule.enabled || amount?.op !== 'moneyRange' || amount.onMissing !== 'NO_MATCH') return []
    const bounds = [amount.min, amount.max].filter((each) => each !== undefined)
    const wanted = (code: string) =>
      currency?.op === 'in'
        ? currency.values.includes(code)
        : currency?.op !== 'notIn' || !currency.values.includes(code)
    const missing = [...paidIn.keys()].filter((code) => wanted(code) && !bounds.every((each) => code in each))
    const [first] = missing
    const facts = first === undefined ? undefined : paidIn.get(first)
    if (!facts) return []
    return [
      {
        code: 'SA11',
        message: `Names no amount in ${missing.slice(0, 5).join(', ')}: payments in it never match.`,
        ruleId: rule.id,
        column: 'amount',
        witness: shown(facts, vocabulary),
      },
    ]
  })
}

function permissiveFindings(
  ordered: OrderedRows,
  matches: readonly number[][],
  traffic: readonly Facts[],
  { vocabulary }: AnalysisContext,
): Finding[] {
  const taken = new Map<number, number[]>()
  matches.forEach(([row], payment) => {
    if (row !== undefined) taken.set(row, [...(taken.get(row) ?? []), payment])
  })
  return [...taken].flatMap(([row, payments]): Finding[] => {
    const own = ordered.rows[row]
    if (!own || own.other || own.rule.outputs.action !== 'ACCEPT') return []
    const share = Math.floor((payments.length * 100) / traffic.length)
    const first = traffic[payments[0] ?? 0]
    if (payments.length * 2 <= traffic.length || !first) return []
    return [
      {
        code: 'SA18',
        message: `Accepts ${share} % of the last ${counted(traffic.length)}: rows below do not get them.`,
        ruleId: own.rule.id,
        witness: shown(first, vocabulary),
      },
    ]
  })
}

/** What payments of the last weeks show. Without any, nothing is said: a gap nobody pays through is none. */
export function trafficFindings(
  table: DecisionTable,
  ordered: OrderedRows,
  rules: readonly Rule[],
  context: AnalysisContext,
): Finding[] {
  const { traffic = [] } = context
  if (traffic.length === 0) return []
  const matches = matchesOf(ordered, traffic, context)
  const isFirst = table.hitPolicy === 'FIRST' || table.hitPolicy === 'FIRST_WEIGHTED'
  const unmet = traffic.filter((_, payment) => matches[payment]?.length === 0)
  return [
    ...gapFinding(table, ordered, unmet, traffic.length, context),
    ...(isFirst ? contestFindings(ordered, traffic, matches, context) : []),
    ...currencyFindings(rules, traffic, context),
    ...(isFirst ? permissiveFindings(ordered, matches, traffic, context) : []),
  ]
}
