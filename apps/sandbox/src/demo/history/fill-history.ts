import { setImmediate } from 'node:timers/promises'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { systemActor } from '@signalbox/server/kit/audit'
import { lockByName } from '@signalbox/server/kit/lock-by-name'
import { transaction } from '@signalbox/server/kit/transaction'
import { perform, type KitDeps } from '@signalbox/server/kit/unit-of-work'
import type { RuleSource } from '@signalbox/server/payments/core/flow/ask-rules'
import { postHistory } from '@signalbox/server/payments/ledger/ledger'
import { sealFromTheBeginning } from '@signalbox/server/payments/core/record/event-seal-store'
import { noteBulk } from '@signalbox/server/insight/analytics/read-model'
import { noteValues } from '@signalbox/server/payments/core/record/value-store'
import type { ReferenceData } from '@signalbox/server/payments/reference/reference-data'
import type { Fingerprint } from '@signalbox/server/payments/vault/fingerprint'
import { userIds } from '../demo-store.ts'
import { approvalsBy } from './approval-rules.ts'
import { daysFor } from './calendar.ts'
import { Dice } from './dice.ts'
import { History, type HistoryPlan } from './history.ts'
import {
  countAccounts,
  doNotWaitForDisk,
  hasPayments,
  insertRows,
  isWritten,
  readPlans,
  writePlans,
} from './history-store.ts'
import { markets } from './market.ts'
import type { Cast } from './opening.ts'
import { routesBy } from './routes.ts'
import { rowsOf, type HistoryRows } from './rows.ts'
import type { PastPayment } from './past-payment.ts'

/** What a history is made with: the rules, rates and keys real payments use. */
export interface HistoryDeps {
  readonly kit: KitDeps
  readonly rules: RuleSource
  readonly reference: Pick<ReferenceData, 'rates'>
  readonly print: Fingerprint
}

export interface HistoryOptions {
  /** How many payments of users there should be; what follows from them comes on top. */
  readonly transactions: number
  readonly seed?: number
  /** Also where there are payments that nobody generated. */
  readonly besideReal?: boolean
  /** Only where there is no history at all, not even a smaller one. */
  readonly onlyFirst?: boolean
}

const firstSeed = 20_260
const platform = 1000

/**
 * Writes down what is to be there. Nothing is planned where real payments are, unless somebody asks for it, and nothing
 * that is planned already is planned again. False when real payments are in the way.
 */
export async function planHistory(
  { kit }: Pick<HistoryDeps, 'kit'>,
  { transactions, seed = firstSeed, besideReal = false, onlyFirst = false }: HistoryOptions,
): Promise<boolean> {
  const { value } = await perform(kit, systemActor, async (unit) => {
    await lockByName(unit.tx, 'demo-history')
    const plans = await readPlans(unit.tx)
    if (plans.length === 0 && !besideReal && (await hasPayments(unit.tx))) return false
    const missing = transactions - plans.reduce((sum, plan) => sum + plan.transactions, 0)
    if (missing <= 0 || (onlyFirst && plans.length > 0)) return true
    const plan: HistoryPlan = {
      seed: seed + plans.length,
      transactions: missing,
      untilMs: unit.now.getTime(),
      days: daysFor(missing),
      hasOpen: plans.length === 0,
    }
    await writePlans(unit.tx, [...plans, plan])
    unit.audit({
      merchantId: platform,
      entityType: 'platform',
      entityId: 'demo-history',
      entityLabel: 'Generated payments',
      changeType: 'CREATE',
      action: 'SEED_HISTORY',
      after: { ...plan },
    })
    return true
  })
  return value
}

/** So many payments are written in one transaction: few enough that a server can do something else in between. */
const perBatch = 250

export interface Progress {
  readonly payments: number
  readonly rows: number
}

export interface FillOptions {
  readonly signal?: AbortSignal
  /** How many batches are written at once, each by a connection of its own. A server has payments of today to look after. */
  readonly writers?: number
  readonly onProgress?: (progress: Progress) => void
}

export async function castOf({ kit, rules, reference }: HistoryDeps, untilMs: number): Promise<Cast> {
  const staff = ['approver1', 'approver2', 'approver3', 'investigator', 'operator'] as const
  const ids = await userIds(kit.db, staff)
  const person = (username: (typeof staff)[number]) => ({ id: ids.get(username) ?? username, username })
  const merchants = markets.map(({ merchantId }) => merchantId)
  const each = async <T>(read: (merchantId: number) => Promise<T>): Promise<Map<number, T>> =>
    new Map(await Promise.all(merchants.map(async (id) => [id, await read(id)] as const)))
  const rates = await each((merchantId) => reference.rates(merchantId))
  const routing = await each((merchantId) => rules.effective(merchantId, 'psp-routing'))
  const approving = await each((merchantId) => rules.effective(merchantId, 'approval'))
  const tables = await each(async (merchantId) => {
    const slugs = decisionTables.map(({ slug }) => slug)
    const effective = await Promise.all(slugs.map((slug) => rules.effective(merchantId, slug)))
    return new Map(effective.map((table) => [table.table.slug, table]))
  })
  return {
    rates,
    tables,
    untilMs,
    approvers: [person('approver1'), person('approver2'), person('approver3')],
    investigator: person('investigator'),
    operator: person('operator'),
    route: routesBy(routing, rates),
    approval: approvalsBy(approving, rates),
  }
}

interface Filling {
  readonly deps: HistoryDeps
  readonly signal: AbortSignal | undefined
  readonly writers: number
  /** Called after every batch with what it added. */
  readonly onWritten: (added: Progress) => void
}

interface Batch {
  readonly start: number
  readonly payments: number
  /** Makes its ids; the same batch makes the same ones. */
  readonly dice: Dice
  readonly rows: HistoryRows
}

/** So many payments are told before somebody else gets the thread. */
const perTurn = 25

/** Tells the payments of one batch, with pauses in which the one before it is sent on its way. */
async function generateBatch(history: History, start: number, end: number): Promise<PastPayment[]> {
  const payments: PastPayment[] = []
  for (let index = start; index < end; index++) {
    payments.push(...history.generate(index))
    if (index % perTurn === 0) await setImmediate()
  }
  return payments
}

/** Whoever writes the same batch takes the same turn; neighbours take different ones and go on at once. */
const turns = 4
const lockNameOf = ({ start }: Batch): string => `demo-history batch ${(start / perBatch) % turns}`

/** Writes one batch, unless it is there, and says how many rows that were. */
async function writeBatch({ deps }: Filling, batch: Batch, history: History): Promise<number> {
  const { tables, accounts, drafts, payments } = batch.rows
  return transaction(deps.kit.db, async (tx) => {
    await lockByName(tx, lockNameOf(batch))
    if (await isWritten(tx, history.keyOf(batch.start))) return 0
    await doNotWaitForDisk(tx)
    let count = accounts.length + drafts.reduce((sum, { lines }) => sum + 1 + lines.length, 0)
    for (const [table, rows] of tables) {
      await insertRows(tx, table, rows)
      count += rows.length
    }
    const now = deps.kit.now()
    await postHistory(tx, drafts, { now, newId: () => batch.dice.uuid(now.getTime()) })
    // Neighbours know the same people and PSPs.
    await lockByName(tx, 'demo-history accounts')
    await countAccounts(tx, accounts)
    await noteValues(tx, payments)
    await noteBulk(tx, payments)
    // The last batch of a history: what was sealed meanwhile did not know the others.
    if (batch.start === 0) for (const { merchantId } of markets) await sealFromTheBeginning(tx, merchantId)
    return count
  })
}

/** While the database writes some batches the next is told, so that neither waits for the other. */
async function fillPlan(filling: Filling, plan: HistoryPlan, ordinal: number): Promise<void> {
  const { deps, signal, writers, onWritten } = filling
  const cast = await castOf(deps, plan.untilMs)
  const history = new History({ plan, ordinal, cast, print: deps.print })
  // The newest first: they are what people look at. So the oldest batch is there only when all are.
  if (await isWritten(deps.kit.db, history.keyOf(0))) return
  const writing: Promise<void>[] = []
  for (let end = plan.transactions; end > 0 && !signal?.aborted; end = batchStart(end)) {
    const start = batchStart(end)
    if (await isWritten(deps.kit.db, history.keyOf(start))) continue
    const payments = await generateBatch(history, start, end)
    const dice = new Dice(plan.seed, payments[0]?.tx.id ?? 0)
    const batch = {
      start,
      payments: end - start,
      dice,
      rows: rowsOf(payments, { cast, plan, print: deps.print }),
    }
    await Promise.all(start === 0 ? writing : writing.splice(0, writing.length - writers + 1))
    if (signal?.aborted) break
    const written = writeBatch(filling, batch, history).then((rows) => {
      if (rows > 0) onWritten({ payments: batch.payments, rows })
    })
    // Whoever waits for it hears of a failure; until then it is nobody's.
    written.catch(() => undefined)
    writing.push(written)
  }
  await Promise.all(writing)
}

const batchStart = (end: number): number => Math.floor((end - 1) / perBatch) * perBatch

/** Writes what is planned and not there yet. It may be cut off at any point; the next call goes on from there. */
export async function fillHistory(
  deps: HistoryDeps,
  { signal, writers = 1, onProgress }: FillOptions = {},
): Promise<Progress> {
  const plans = await readPlans(deps.kit.db)
  const progress = { payments: 0, rows: 0 }
  const onWritten = ({ payments, rows }: Progress) => {
    progress.payments += payments
    progress.rows += rows
    onProgress?.({ ...progress })
  }
  for (const [ordinal, plan] of plans.entries())
    await fillPlan({ deps, signal, writers, onWritten }, plan, ordinal)
  return progress
}
