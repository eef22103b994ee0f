import type { Hit } from '@signalbox/engine/compile-ruleset'
import type { MatchedPayment, MatchedRow, MatchedTable } from '@signalbox/model/calls/rules-hub'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { unlessRestricted } from '../../payments/gdpr/read-model.ts'
import { recordedDecisions } from '../../payments/transactions/read-model.ts'
import {
  DecisionReplay,
  findVersionToTry,
  viewableTables,
  type CompiledVersions,
  type DecisionToReplay,
} from '../../setup/ruleset/read-model.ts'
import { findPayments, type FoundPayment } from './match-store.ts'

interface MatchRequest {
  readonly payments: readonly string[]
  readonly draft?: { readonly rulesetId: string; readonly version: number } | undefined
}

/** An id, or a reference with the merchant in front of it. */
function readPayment(text: string): { readonly txId: number; readonly merchantId?: number } | undefined {
  const ref = parseTxRefId(text)
  if (ref) return ref
  const txId = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return isTxId(txId) ? { txId } : undefined
}

const rowOf = ({ ref, ruleset, rule, outputs }: Hit): MatchedRow => ({
  ref,
  rulesetId: ruleset.version.rulesetId,
  rulesetName: ruleset.version.name,
  merchantId: ruleset.version.merchantId,
  ruleId: rule.id,
  no: rule.no,
  name: rule.name,
  outputs: { ...outputs },
})

/** What a payment feels: which rows act, and what they say. Their place and version do not matter. */
const effectOf = (rows: readonly MatchedRow[]): string =>
  canonicalJson(rows.map(({ rulesetId, ruleId, outputs }) => [rulesetId, ruleId, outputs]))

async function matchTable(
  replay: DecisionReplay,
  decision: DecisionToReplay,
  { slug, title, route }: DecisionTable,
): Promise<MatchedTable> {
  const recorded = (await replay.recorded(decision))?.map(rowOf)
  const now = (await replay.now(decision)).map(rowOf)
  const draft = (await replay.draft(decision))?.map(rowOf)
  const before = effectOf(recorded ?? [])
  const cell = (rows: MatchedRow[]) => ({
    rows,
    differs: recorded !== undefined && effectOf(rows) !== before,
  })
  return {
    table: slug,
    title,
    route,
    step: decision.step,
    recorded: recorded ? { rows: recorded, differs: false } : null,
    now: cell(now),
    draft: draft ? cell(draft) : null,
  }
}

async function matchPayment(
  { tx }: Pick<Work, 'tx'>,
  replay: DecisionReplay,
  tables: ReadonlyMap<string, DecisionTable>,
  { id, merchantId }: FoundPayment,
): Promise<MatchedTable[]> {
  const matched: MatchedTable[] = []
  for await (const { decision, facts, rates } of recordedDecisions(tx, { id, merchantId })) {
    const table = tables.get(decision.table)
    // A table that waits for the PSP has not answered; its answer follows.
    if (!table || decision.outcome === 'DEFERRED') continue
    const { step, hits, versions, draw } = decision
    const asked = { table, step, hits, versions, draw, facts, rates, merchantId, transactionId: String(id) }
    matched.push(await matchTable(replay, asked, table))
  }
  return matched
}

const nothing = (input: string, problem: MatchedPayment['problem']): MatchedPayment => ({
  input,
  problem,
  txId: null,
  merchantId: null,
  txType: null,
  statusNo: null,
  created: null,
  tables: [],
})

/** What decided about payments, and what would now or with another version. Each id is answered, also those that are none. */
export async function matchPayments(
  work: Pick<Work, 'tx' | 'scope' | 'user' | 'require'>,
  versions: CompiledVersions,
  request: MatchRequest,
): Promise<MatchedPayment[]> {
  const inputs = [...new Set(request.payments.map((text) => text.trim()))]
  if (inputs.includes(''))
    throw invalid({ field: 'payments', code: 'REQUIRED', message: 'Enter payment ids or references' })
  const draft = request.draft && (await findVersionToTry(work, request.draft))
  const replay = new DecisionReplay(work.tx, versions, draft)
  const tables = new Map(viewableTables(work).map((table) => [table.slug, table]))
  const seen = unlessRestricted(work.user.roles, { merchant: 't.merchant_id', user: 't.user_id' })
  const ids = inputs.flatMap((text) => readPayment(text)?.txId ?? [])
  const found = await findPayments(work.tx, ids, work.scope.effective, seen)
  const matched: MatchedPayment[] = []
  for (const input of inputs) {
    const wanted = readPayment(input)
    const payment = found.find(
      ({ id, merchantId }) => id === wanted?.txId && (wanted.merchantId ?? merchantId) === merchantId,
    )
    if (!wanted || !payment) {
      matched.push(nothing(input, wanted ? 'NOT_FOUND' : 'NOT_AN_ID'))
      continue
    }
    const decided = await matchPayment(work, replay, tables, payment)
    const { id: txId, merchantId, txType, statusNo, createdAt: created } = payment
    const problem = decided.length === 0 ? 'NO_DECISIONS' : null
    matched.push({ input, problem, txId, merchantId, txType, statusNo, created, tables: decided })
  }
  return matched
}
