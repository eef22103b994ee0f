import type { HitPolicy } from '@signalbox/model/rules/decision-table'
import { steps, type Facts } from '@signalbox/model/rules/fact'
import type { CompiledRuleset, Hit } from './compile-ruleset.ts'
import { drawOf, type Draw } from './draw.ts'
import type { EffectiveTable } from './effective-table.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { Question } from './fact-places.ts'
import { allMatches, firstMatch } from './intersect.ts'
import { hasBit } from './row-sets.ts'

export interface Evaluation {
  /** `DEFERRED`: a row that may decide asks about the PSP. Ask again when it is chosen. */
  readonly outcome: 'DECIDED' | 'NO_MATCH' | 'DEFERRED'
  /** The rows that act, in order. */
  readonly hits: readonly Hit[]
  readonly draw: Draw | undefined
  /** Rows that match but do not act: not drawn, their component taken, their threshold not exceeded. */
  readonly passedOver: readonly Hit[]
  /** The row at which reading stopped; those below it were not looked at. */
  readonly stoppedAt: Hit | undefined
}

const noHits: readonly Hit[] = []
const noMatch: Evaluation = {
  outcome: 'NO_MATCH',
  hits: noHits,
  draw: undefined,
  passedOver: noHits,
  stoppedAt: undefined,
}

export function evaluate(effective: EffectiveTable, facts: Facts, context: EvaluationContext): Evaluation {
  return policies[effective.table.hitPolicy](effective, questionOf(effective, facts, context), context)
}

const stepNumber = new Map<string, number>(steps.map((step, i) => [step, i]))
const routing = stepNumber.get('D7') ?? 0

export function questionOf(
  { table }: EffectiveTable,
  facts: Facts,
  { rates, converted, step }: EvaluationContext,
): Question {
  return {
    facts,
    rates,
    converted,
    withoutPsp: table.defers === true && (stepNumber.get(step) ?? routing) < routing,
  }
}

type Policy = (effective: EffectiveTable, question: Question, context: EvaluationContext) => Evaluation

const policies: Record<HitPolicy, Policy> = {
  FIRST: first,
  FIRST_WEIGHTED: firstWeighted,
  ALL: all,
  COLLECT_SUM: collectComponents,
  STRICTEST: everyMatch,
  FIRST_EXCEEDED: firstExceeded,
}

/** Whether the rows of a ruleset are looked at at all. */
const holds = ({ version, index }: CompiledRuleset, question: Question): boolean =>
  version.enabled && (index.preconditions === undefined || firstMatch(index.preconditions, question) === 0)

/** Rulesets that were not asked because the payment is outside their preconditions. */
export const outsidePreconditions = (
  effective: EffectiveTable,
  facts: Facts,
  context: EvaluationContext,
): CompiledRuleset[] => {
  // Most have none, and a question costs more than looking.
  const asked = effective.rulesets.filter(({ index }) => index.preconditions !== undefined)
  if (asked.length === 0) return asked
  const question = questionOf(effective, facts, context)
  return asked.filter((ruleset) => !holds(ruleset, question))
}

function firstHit({ rulesets }: EffectiveTable, question: Question): Hit | undefined {
  for (const ruleset of rulesets) {
    if (!holds(ruleset, question)) continue
    const row = firstMatch(ruleset.index.rows, question)
    if (row >= 0) return ruleset.hit(row)
  }
  return undefined
}

/** Taken all at once: whoever looks at a hit may evaluate another table before coming to the next. */
function matches({ rulesets }: EffectiveTable, question: Question): Hit[] {
  const hits: Hit[] = []
  for (const ruleset of rulesets) {
    if (!holds(ruleset, question)) continue
    for (const row of allMatches(ruleset.index.rows, question)) hits.push(ruleset.hit(row))
  }
  return hits
}

/** A row that could match and asks about a PSP nobody has chosen yet. */
function asksTooEarly({ ruleset: { index }, row }: Hit, { withoutPsp }: Question): boolean {
  if (!withoutPsp) return false
  const { sets, late, bitOf } = index.rows
  return (
    hasBit(sets.words, (sets.place[late] ?? 0) + sets.head, bitOf[row] ?? 0) ||
    (index.preconditions?.probes.some(({ late }) => late) ?? false)
  )
}

const deferredAt = (hit: Hit, before: readonly Hit[] = noHits): Evaluation => ({
  outcome: 'DEFERRED',
  hits: noHits,
  draw: undefined,
  passedOver: before,
  stoppedAt: hit,
})

const decided = (
  hits: readonly Hit[],
  passedOver: readonly Hit[],
  stoppedAt?: Hit,
  draw?: Draw,
): Evaluation => ({
  outcome: hits.length > 0 ? 'DECIDED' : 'NO_MATCH',
  hits,
  draw,
  passedOver,
  stoppedAt,
})

function first(effective: EffectiveTable, question: Question): Evaluation {
  const hit = firstHit(effective, question)
  if (!hit) return noMatch
  return asksTooEarly(hit, question) ? deferredAt(hit) : decided([hit], noHits, hit)
}

function firstWeighted(
  effective: EffectiveTable,
  question: Question,
  context: EvaluationContext,
): Evaluation {
  const hit = firstHit(effective, question)
  if (!hit) return noMatch
  if (asksTooEarly(hit, question)) return deferredAt(hit)
  const drawn = drawOf(hit, question.facts, context)
  if (!drawn) return decided([hit], noHits, hit)
  const { winner, members, draw } = drawn
  const losers = members.filter((member) => member !== winner)
  return decided([winner], losers, hit, draw)
}

function all(effective: EffectiveTable, question: Question): Evaluation {
  const hits: Hit[] = []
  for (const hit of matches(effective, question)) {
    if (asksTooEarly(hit, question)) return deferredAt(hit, hits)
    hits.push(hit)
    if (hit.outputs.stop === true) return decided(hits, noHits, hit)
  }
  return decided(hits, noHits)
}

function collectComponents(effective: EffectiveTable, question: Question): Evaluation {
  const hits = new Map<unknown, Hit>()
  const passedOver: Hit[] = []
  for (const hit of matches(effective, question)) {
    if (asksTooEarly(hit, question)) return deferredAt(hit, [...hits.values(), ...passedOver])
    const { component } = hit.outputs
    if (hits.has(component)) passedOver.push(hit)
    else hits.set(component, hit)
  }
  return decided([...hits.values()], passedOver)
}

function everyMatch(effective: EffectiveTable, question: Question): Evaluation {
  const hits = matches(effective, question)
  const early = question.withoutPsp ? hits.findIndex((hit) => asksTooEarly(hit, question)) : -1
  const hit = hits[early]
  return hit ? deferredAt(hit, hits.slice(0, early)) : decided(hits, noHits)
}

function firstExceeded(
  effective: EffectiveTable,
  question: Question,
  context: EvaluationContext,
): Evaluation {
  const passedOver: Hit[] = []
  for (const hit of matches(effective, question)) {
    if (asksTooEarly(hit, question)) return deferredAt(hit, passedOver)
    if (context.exceeded?.(hit)) return decided([hit], passedOver, hit)
    passedOver.push(hit)
  }
  return decided(noHits, passedOver)
}
