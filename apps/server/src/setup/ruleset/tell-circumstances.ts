import { compileRuleset } from '@signalbox/engine/compile-ruleset'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { RulesetCircumstances } from '@signalbox/model/calls/decision-table'
import { ratesToWire } from '@signalbox/model/money/wire-rates'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Work } from '../../kit/handle.ts'
import { pspNames } from '../psp/read-model.ts'
import type { CircumstanceFinder, FoundCircumstances } from './circumstances.ts'
import { refuseWrong } from './refuse-problems.ts'
import { checkContent } from './ruleset-worker/check-content.ts'
import { factsOf } from './simulate.ts'

interface CircumstanceRequest {
  readonly table: DecisionTable
  readonly facts: Record<string, unknown>
  readonly transactionId?: string
  /** That match the payment, and have a threshold. */
  readonly rows?: readonly object[]
}

/** Which of these rows have their threshold exceeded. They need not be saved, and may be of several rulesets. */
async function exceededRows(
  table: DecisionTable,
  given: readonly object[],
  merchantId: number,
  found: FoundCircumstances,
): Promise<number[]> {
  if (given.length === 0 || table.hitPolicy !== 'FIRST_EXCEEDED') return []
  const fields = { name: 'Tried', note: '', priority: 1, inherit: 'OVERRIDABLE', enabled: true }
  const numbered = given.map((row, place) => ({ ...row, id: `row-${place}`, no: place + 1 }))
  const draft = checkContent({
    table: table.slug,
    content: JSON.stringify({ ...fields, preconditions: {}, rules: numbered }),
  })
  refuseWrong(table, draft.problems)
  const rules = JSON.parse(draft.rules) as Rule[]
  const version = { rulesetId: '', merchantId, table: table.slug, no: 1, version: 0, ...draft.fields, rules }
  const compiled = compileRuleset(table, version, platformVocabulary)
  const hits = compiled.rules.map((_rule, row) => compiled.hit(row))
  const exceeded = await found.exceeded(hits)
  return hits.flatMap((hit, place) => (exceeded.has(hit) ? place : []))
}

/** What a live payment would be asked in now, for whoever asks rows that only they have. */
export async function tellCircumstances(
  work: Pick<Work, 'tx' | 'scope' | 'now' | 'user' | 'deps' | 'require'>,
  find: CircumstanceFinder,
  { table, facts: given, transactionId = 'trial', rows = [] }: CircumstanceRequest,
): Promise<RulesetCircumstances> {
  const facts = factsOf(work, given)
  const merchantId = work.scope.selected
  const found = await find(work.tx, { merchantId, table, facts, transactionId })
  const psps = (await pspNames(work.tx)).map(({ psp }) => psp)
  return {
    rates: ratesToWire(found.rates),
    closed: psps.map((psp) => ({ psp, why: found.closed(psp, '') ?? null })),
    closedElse: found.closed('', '') ?? null,
    exceeded: await exceededRows(table, rows, merchantId, found),
  }
}
