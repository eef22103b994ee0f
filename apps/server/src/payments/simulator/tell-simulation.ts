import { explain } from '@signalbox/engine/explain'
import { matchingValue } from '@signalbox/engine/matching-value'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import { mayAccess } from '@signalbox/model/access/policy'
import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { maskFact } from '@signalbox/model/rules/mask-fact'
import type { RowResult, TableTrace, TraceRow } from '@signalbox/model/rules/trace'
import { isInputFact } from '@signalbox/model/simulator/input-of-facts'
import type { AskedTable, SimulationResult } from '@signalbox/model/simulator/simulation-result'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { SessionUser } from '../../kit/session-user.ts'
import { factText, tellTrace } from '../../setup/ruleset/read-model.ts'
import type { Transaction } from '../core/record/transaction.ts'
import type { Effect } from '../core/state/effect.ts'
import type { EventDraft } from '../core/state/payment.ts'
import type { AskedQuestion } from './asked-tables.ts'
import type { FlowRun } from './run-flow.ts'

/** More rows of a table than anybody compares. */
const mostRows = 100

export interface Telling {
  readonly formats: UserFormats
  /** Personal data is not for this reader. */
  readonly masked: boolean
  readonly user: Pick<SessionUser, 'roles' | 'internalUser'>
}

const ranks: Readonly<Record<RowResult, number>> = {
  HIT: 0,
  PASSED_OVER: 1,
  MISS: 2,
  NOT_REACHED: 3,
  PRECONDITION_FAILED: 4,
  EXPIRED: 5,
  DISABLED: 6,
}

/** What acted first, then what missed by the fewest cells. */
const nearMissFirst = (a: TraceRow, b: TraceRow): number =>
  ranks[a.result] - ranks[b.result] || a.failed.length - b.failed.length

const isMoney = (value: FactValue): value is Money => typeof value === 'object' && 'minor' in value

const wireFact = (value: FactValue): unknown => (isMoney(value) ? toWire(value) : value)

/** What the input would have to say for rows that miss in one cell alone. */
function repairsOf(
  { effective, facts, context }: AskedQuestion,
  shown: readonly TraceRow[],
  { masked }: Telling,
): AskedTable['repairs'] {
  const near = new Set(
    shown.filter(({ result, failed }) => result === 'MISS' && failed.length === 1).map(({ ref }) => ref),
  )
  if (near.size === 0) return {}
  const trace = explain(effective, facts, context)
  const repairs: AskedTable['repairs'] = {}
  const nowMs = (typeof facts.now === 'string' && Date.parse(facts.now)) || 0
  for (let row = 0; row < trace.rowCount && near.size > 0; row++) {
    const { ref, failed } = trace.candidate(row)
    if (!near.delete(ref)) continue
    const [cell] = failed
    const fact = cell && factOf(cell.column)
    const key = fact?.reads ?? fact?.key
    if (!cell || !fact || !key || !isInputFact(key)) continue
    const value = matchingValue({ fact, cell: cell.cell }, facts, { vocabulary: platformVocabulary, nowMs })
    if (value === undefined) continue
    const text = factText(masked ? maskFact(fact, value) : value)
    repairs[ref] = { fact: key, value: wireFact(value), label: `${fact.label}: ${text}` }
  }
  return repairs
}

function tellTable(question: AskedQuestion, telling: Telling): AskedTable {
  const { flowStep, step, effective, facts, context, decision, us } = question
  const { table } = effective
  const told: TableTrace | null = mayAccess(table.access.view, telling.user)
    ? tellTrace(effective, facts, context, telling)
    : null
  const rows = told ? [...told.rows].sort(nearMissFirst).slice(0, mostRows) : []
  return {
    step,
    flowStep,
    table: table.slug,
    title: table.title,
    route: table.route,
    outcome: decision.outcome,
    hits: [...decision.hits],
    versions: [...decision.versions],
    us,
    trace: told && ({ ...told, rows } as AskedTable['trace']),
    repairs: told ? repairsOf(question, rows, telling) : {},
  }
}

const codeOf = (statusNo: number): string => statusCodeOf(statusNo)?.code ?? String(statusNo)

/** The attempts in their order, each with what came of it. */
function pathOf(effects: readonly Effect[]): SimulationResult['path'] {
  return effects.flatMap((effect) => {
    if (effect.kind !== 'attempt') return []
    const { no, psp, pspAccount, reason } = effect.attempt
    const ended = effects.find((each) => each.kind === 'attemptResult' && each.result.no === no)
    const result = ended?.kind === 'attemptResult' ? ended.result : undefined
    return [
      {
        psp,
        pspAccount,
        reason,
        outcome: result?.outcome ?? null,
        code: result ? codeOf(result.statusNo) : null,
      },
    ]
  })
}

function amountsOf(row: Transaction): SimulationResult['amounts'] {
  const own = (minor: bigint) => toWire(absoluteMoney({ minor, currency: row.currency }))
  const { pspAmountMinor, pspCurrency, pspFeeMinor, pspFeeCurrency } = row
  return {
    requested: own(row.requestedAmountMinor),
    fee: own(row.feeMinor),
    vat: own(row.vatAmountMinor),
    feeMode: row.feeMode,
    wallet: own(row.amountMinor),
    psp:
      pspAmountMinor !== null && pspCurrency !== null
        ? toWire({ minor: pspAmountMinor, currency: pspCurrency })
        : null,
    fxRate: row.fxAppliedRate,
    providerCost:
      pspFeeMinor !== null && pspFeeCurrency !== null
        ? toWire({ minor: pspFeeMinor, currency: pspFeeCurrency })
        : null,
  }
}

type ToldStep = SimulationResult['steps'][number]

/** What happened, step by step; an event carries the questions that were asked up to it. */
function stepsOf(events: readonly EventDraft[], taken: FlowRun['taken']): ToldStep[] {
  const steps: ToldStep[] = []
  const times = [...taken]
  let asked = 0
  for (const { step, type, summary, toNo, facts, decisions } of events) {
    const name = step ?? 'register'
    let current = steps.at(-1)
    if (current?.step !== name) {
      const at = times.findIndex((each) => each.step === name)
      const ms = at < 0 ? 0 : (times.splice(at, 1)[0]?.ms ?? 0)
      steps.push((current = { step: name, ms, events: [], tables: [], factsAdded: [] }))
    }
    current.events.push({ type, summary, status: stateOfNumber(toNo), code: codeOf(toNo) })
    current.factsAdded.push(...Object.keys(facts ?? {}))
    for (const _ of decisions ?? []) current.tables.push(asked++)
  }
  return steps
}

function waitsFor({ statusNo, approvalDueAt, stepState }: Transaction): string | null {
  const status = stateOfNumber(statusNo)
  if (status === 'WAITING_APPROVAL')
    return approvalDueAt === null ? 'An approver' : 'The delay of an automatic approval'
  if (status !== 'WAITING_INPUT') return null
  if (stepState.threeDs?.transId && !stepState.threeDs.result) return 'The user to authenticate'
  return stepState.redirectTarget ? 'The user at the PSP' : 'The PSP'
}

/** How it ends, and by which way. */
export const tellOutcome = ({
  row,
  effects,
}: FlowRun): Pick<SimulationResult, 'outcome' | 'path' | 'amounts'> => ({
  outcome: {
    status: stateOfNumber(row.statusNo),
    statusNo: row.statusNo,
    code: codeOf(row.statusNo),
    info: row.info,
    declineStage: row.declineStage,
    waitsFor: waitsFor(row),
  },
  path: pathOf(effects),
  amounts: amountsOf(row),
})

export function tellSimulation(
  run: FlowRun,
  asked: readonly AskedQuestion[],
  telling: Telling,
): Omit<SimulationResult, 'tookMs'> {
  const facts = Object.entries(run.row.stepState.facts).flatMap(([key, value]) => {
    const fact = factOf(key)
    if (value === undefined || (!fact && key !== 'now')) return []
    return [[key, factText(telling.masked && fact ? maskFact(fact, value) : value)]]
  })
  return {
    ...tellOutcome(run),
    steps: stepsOf(run.events, run.taken),
    tables: asked.map((question) => tellTable(question, telling)),
    facts: Object.fromEntries(facts) as Record<string, string>,
  }
}
