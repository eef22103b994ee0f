import { effectiveTable, type EffectiveTable } from '@signalbox/engine/effective-table'
import type { EvaluationContext } from '@signalbox/engine/evaluation-context'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { TableTrace } from '@signalbox/model/rules/trace'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import { VersionGone, type CompiledVersions } from './compiled-versions.ts'
import { effectiveNow } from './effective-now.ts'
import { lineages, versionRefs } from './active-rules-store.ts'
import { tellTrace } from './trace-text.ts'

/** What a payment stored about a table it was decided by. */
interface StoredDecision {
  readonly table: string
  readonly step: Step
  readonly hits: readonly string[]
  /** `1000_RO_01@3`, in the order in which they had their say. */
  readonly versions: readonly string[]
  readonly draw?: unknown
}

interface TraceRequest {
  readonly decision: StoredDecision
  /** What was known at the step. */
  readonly facts: Facts
  readonly merchantId: number
  readonly transactionId: string
  readonly formats: UserFormats
  /** Personal data is not for whoever asks. */
  readonly masked: boolean
  /** The exchange rates of then; amounts in other currencies were compared by them. */
  readonly rates?: RateSheet
  /** Asks the rules in effect now instead of those of then. */
  readonly today?: boolean
}

export interface DecisionTracer {
  /** Undefined when a version that decided is not there any more. */
  trace(tx: Tx, request: TraceRequest): Promise<TableTrace | undefined>
}

interface RemovedRow {
  readonly ref: string
  readonly why: string
}

const removedFrom = (draw: unknown): readonly RemovedRow[] =>
  (draw as { removed?: readonly RemovedRow[] } | null | undefined)?.removed ?? []

/**
 * The answer of counters and of providers at that time cannot be asked for again, but the rows that acted tell it: a
 * threshold was exceeded where the row hit, a provider was out where the draw left it out.
 */
function contextOf(
  { decision, transactionId, rates }: TraceRequest,
  effective: EffectiveTable,
): EvaluationContext {
  const hit = new Set(decision.hits)
  const removed = new Map(removedFrom(decision.draw).map(({ ref, why }) => [ref, why]))
  const providers = new Map<string, string>()
  const providerOf = ({ psp, pspAccount }: Readonly<Record<string, unknown>>) =>
    JSON.stringify([psp, pspAccount])
  for (const ruleset of effective.rulesets)
    for (const [row, { outputs }] of ruleset.rules.entries()) {
      const why = removed.get(ruleset.ref(row))
      if (why !== undefined) providers.set(providerOf(outputs), why)
    }
  return {
    step: decision.step,
    transactionId,
    ...(rates && { rates }),
    exceeded: ({ ref }) => hit.has(ref),
    unavailable: (outputs) => providers.get(providerOf(outputs)),
  }
}

/** The table as it was when it was asked, or as it is now; undefined when a version is not there any more. */
async function tableFor(
  tx: Tx,
  versions: CompiledVersions,
  { decision, merchantId, today }: TraceRequest,
): Promise<EffectiveTable | undefined> {
  const table = decisionTables.find(({ slug }) => slug === decision.table)
  if (!table) return undefined
  const lineage = (await lineages(tx)).get(merchantId) ?? [merchantId]
  if (today) return effectiveNow(tx, versions, table, lineage)
  const refs = await versionRefs(tx, table.slug, decision.versions)
  if (refs.length < decision.versions.length) return undefined
  const compiled = await Promise.all(refs.map((ref) => versions.get(tx, ref)))
  return effectiveTable(table, lineage, compiled)
}

/** Asks tables again what they once said about a payment, with the facts of then. */
export const decisionTracer = (versions: CompiledVersions): DecisionTracer => ({
  trace: async (tx, request) => {
    try {
      const effective = await tableFor(tx, versions, request)
      const { facts, formats, masked } = request
      return effective && tellTrace(effective, facts, contextOf(request, effective), { formats, masked })
    } catch (error) {
      if (error instanceof VersionGone) return undefined
      throw error
    }
  },
})
