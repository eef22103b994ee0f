import { contextIn, type Circumstances } from '@signalbox/engine/circumstances'
import type { Hit } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import { evaluate } from '@signalbox/engine/evaluate'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import { readFacts } from '@signalbox/model/rules/read-facts'
import type { TableTrace } from '@signalbox/model/rules/trace'
import type { Work } from '../../kit/handle.ts'
import { findToRead, maySeeVersion, mayView } from './access.ts'
import type { CircumstanceFinder, FoundCircumstances } from './circumstances.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import { effectiveNow } from './effective-now.ts'
import type { VersionRef } from './active-rules-store.ts'
import { findVersion } from './store.ts'
import { tellTrace } from './trace-text.ts'

export interface Simulation {
  readonly table: DecisionTable
  readonly facts: Record<string, unknown>
  readonly instead?: { readonly rulesetId: string; readonly version: number }
  /** Whether counters are over the thresholds of the rows that have some: as they stand, or as somebody wants to see. */
  readonly thresholds?: 'counted' | 'exceeded' | 'within'
  readonly step?: Step
  readonly transactionId?: string
}

type SimulationWork = Pick<Work, 'tx' | 'scope' | 'now' | 'user' | 'deps' | 'require'>

export function factsOf({ scope, now }: SimulationWork, given: Record<string, unknown>): Facts {
  const read = readFacts(given)
  if (!read.ok)
    throw invalid(
      ...read.problems.map(({ fact, message }) => ({ field: `facts.${fact}`, code: 'FACT', message })),
    )
  const { amount } = read.facts
  const currency = typeof amount === 'object' && 'currency' in amount ? { currency: amount.currency } : {}
  return {
    merchantId: String(scope.selected),
    now: now.toISOString(),
    ...currency,
    ...read.facts,
  } as Facts
}

/** A version somebody wants to try in place of the active one. */
export async function findVersionToTry(
  work: Pick<SimulationWork, 'tx' | 'scope' | 'user' | 'require'>,
  { rulesetId, version }: NonNullable<Simulation['instead']>,
): Promise<VersionRef> {
  const ruleset = await findToRead(work, rulesetId)
  const row = ruleset && (await findVersion(work.tx, ruleset, version))
  if (!ruleset || !row || !maySeeVersion(work, ruleset, row)) throw new Refusal('NOT_FOUND')
  if (!mayView(work, ruleset.decisionTable)) throw new Refusal('NOT_FOUND')
  const { merchantId, decisionTable: table } = ruleset
  return { merchantId, rulesetId, table, version, revision: row.revision, contentHash: row.contentHash }
}

async function versionInstead(
  work: SimulationWork,
  { slug }: DecisionTable,
  instead: NonNullable<Simulation['instead']>,
): Promise<VersionRef> {
  const found = await findVersionToTry(work, instead)
  if (found.table !== slug)
    throw invalid({
      field: 'instead.rulesetId',
      code: 'TABLE',
      message: `The ruleset belongs to the table ${found.table}`,
    })
  return found
}

/** Where a table may look at the PSP although it is asked before one is chosen, the later answer is the one that binds. */
const stepOf = ({ defers, steps: [first = 'D0'] }: DecisionTable): Step => (defers ? 'D7' : first)

const anyHit = () => true
const noHit = () => false

/** Of the rows that match, those whose threshold is exceeded. */
async function exceededIn(
  effective: EffectiveTable,
  facts: Facts,
  { circumstances, found }: { readonly circumstances: Circumstances; readonly found: FoundCircumstances },
): Promise<(hit: Hit) => boolean> {
  if (effective.table.hitPolicy !== 'FIRST_EXCEEDED') return noHit
  const { passedOver } = evaluate(
    effective,
    facts,
    contextIn(effective.table, { ...circumstances, exceeded: noHit }),
  )
  const exceeded = await found.exceeded(passedOver)
  return (hit) => exceeded.has(hit)
}

/** Asks one table about a payment that never happened, in the circumstances a live one would find now. */
export async function simulate(
  work: SimulationWork,
  { versions, find }: { readonly versions: CompiledVersions; readonly find: CircumstanceFinder },
  { table, facts: given, instead, thresholds = 'counted', step, transactionId = 'simulation' }: Simulation,
): Promise<TableTrace> {
  const facts = factsOf(work, given)
  const version = instead && (await versionInstead(work, table, instead))
  const effective = await effectiveNow(work.tx, versions, table, work.scope.chain, version)
  const found = await find(work.tx, { merchantId: work.scope.selected, table, facts, transactionId })
  const { rates, closed } = found
  const circumstances: Circumstances = { step: step ?? stepOf(table), transactionId, rates, closed }
  const exceeded = {
    counted: () => exceededIn(effective, facts, { circumstances, found }),
    exceeded: () => anyHit,
    within: () => noHit,
  }
  const context = contextIn(table, { ...circumstances, exceeded: await exceeded[thresholds]() })
  const formats = await work.deps.userFormats(work.tx, work.user)
  return tellTrace(effective, facts, context, { formats })
}
