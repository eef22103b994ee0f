import { statusCodeOf, type TxStatus } from '@signalbox/model/reference/status-codes'
import type { Money } from '@signalbox/model/money/money'
import type { RateRow } from '@signalbox/model/money/rates'
import type { DeclineStage, TxEventType } from '@signalbox/model/payments/tx-event'
import { isPaymentMethod } from '@signalbox/model/payments/transaction-method'
import { isFinal, mayMove, stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Step } from '@signalbox/model/rules/fact'
import type { KnownFacts, OnlyFacts } from '@signalbox/model/rules/facts-known'
import type { OpenSpan } from '../../../kit/tracing/span.ts'
import type { InfoCause, StepState } from '../record/step-state.ts'
import { copyTransaction, type Transaction } from '../record/transaction.ts'
import type { Effect } from './effect.ts'
import { addedPart, withoutPart, withPart } from './info-text.ts'

/** What a table said to a payment, as it is stored: enough to ask it again and get the same. */
export interface Decision {
  readonly table: string
  readonly step: Step
  readonly outcome: string
  readonly hits: readonly string[]
  /** The versions that had a say, in their order: `1000_RO_01@3`. */
  readonly versions: readonly string[]
  /** Those of them that were not asked, because the payment is outside their preconditions. */
  readonly skipped?: readonly string[]
  /** The row at which reading stopped; those below it were not looked at. */
  readonly stoppedAt?: string
  readonly draw?: unknown
  /** How long the rows took, in microseconds. */
  readonly us?: number
  /** The exchange rates that amounts were converted by; grows while the payment is worked on. */
  readonly rates?: readonly RateRow[]
  /** Facts only this table was asked with, packed. */
  readonly also?: Readonly<Record<string, unknown>>
}

export interface EventDraft {
  readonly type: TxEventType
  readonly step: string | null
  readonly fromNo: number | null
  readonly toNo: number
  readonly actor: string
  readonly summary: string
  readonly durationMs: number | null
  readonly facts: KnownFacts | null
  readonly decisions: readonly Decision[] | null
}

/** Thrown when code asks for something the state machine does not have: a defect, or somebody who came too late. */
class InvalidMove extends Error {
  constructor(from: number | null, to: number) {
    super(`A transaction with status ${from} cannot take status ${to}`)
    this.name = 'InvalidMove'
  }
}

interface MoveOptions {
  readonly actor?: string
  readonly type?: TxEventType
  readonly summary: string
  readonly durationMs?: number
}

/** How a step ended and how long it took, for operators. */
export interface StepTaken {
  readonly step: string
  /** `next`: another follows. `waits`: for somebody. `again`: later. `ends`: nothing is left to do. */
  readonly outcome: 'next' | 'waits' | 'again' | 'ends'
  readonly statusNo: number
  readonly ms: number
  /** By `performance.now()`. */
  readonly endedAt: number
  /** Begun before somebody outside was asked, where traces are sent. */
  readonly span?: OpenSpan
}

/**
 * A payment while it is worked on: its row, and what has to be written with it. Nothing here touches the database, so
 * steps can be tried with nothing but this.
 */
export class Payment {
  readonly tx: Transaction
  readonly events: EventDraft[] = []
  readonly effects: Effect[] = []
  readonly stepsTaken: StepTaken[] = []
  readonly now: Date
  /** Who is behind the changes: `system`, a user, an API client, a PSP. */
  actor: string
  step: string | null = null
  readonly isNew: boolean
  readonly #before: Transaction
  #newFacts: KnownFacts = {}
  #decisions: Decision[] = []

  constructor(
    tx: Transaction,
    { now, actor = 'system', isNew = false }: { now: Date; actor?: string; isNew?: boolean },
  ) {
    this.#before = copyTransaction(tx)
    this.tx = tx
    this.now = now
    this.actor = actor
    this.isNew = isNew
  }

  get state(): StepState {
    return this.tx.stepState
  }

  get status(): TxStatus {
    return stateOfNumber(this.tx.statusNo)
  }

  get requested(): Money {
    return { minor: this.tx.requestedAmountMinor, currency: this.tx.currency }
  }

  /** What moves on the user's wallet, with its sign. */
  get amount(): Money {
    return { minor: this.tx.amountMinor, currency: this.tx.currency }
  }

  get pspAmount(): Money {
    const { pspAmountMinor, pspCurrency, txAmountMinor, currency } = this.tx
    return pspAmountMinor !== null && pspCurrency !== null
      ? { minor: pspAmountMinor, currency: pspCurrency }
      : { minor: txAmountMinor < 0n ? -txAmountMinor : txAmountMinor, currency }
  }

  get direction(): 'DEPOSIT' | 'WITHDRAWAL' {
    return this.tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT'
  }

  /** Belongs to another transaction and moves its money: a capture, void, refund, or what a PSP or a person reported. */
  get isChild(): boolean {
    return !isPaymentMethod(this.tx.method)
  }

  /** Asked of the PSP as a deposit: also a card check, which is one of nothing. */
  get isDeposit(): boolean {
    return !this.isChild && this.direction === 'DEPOSIT'
  }

  get facts(): KnownFacts {
    return this.state.facts
  }

  patchState(change: Partial<StepState>): void {
    this.tx.stepState = { ...this.tx.stepState, ...change }
  }

  clearState(...keys: (keyof StepState)[]): void {
    const state = { ...this.tx.stepState }
    for (const key of keys) delete state[key]
    this.tx.stepState = state
  }

  /** New facts, or facts that changed; they are stored with the next event. */
  addFacts<const Given extends KnownFacts>(facts: OnlyFacts<Given>): void {
    // Tables that were asked before did not know this, and whoever asks them again must not know it either.
    if (this.#decisions.length > 0)
      this.note('RULES', `Asked ${this.#decisions.map(({ table }) => table).join(', ')}`)
    this.#newFacts = { ...this.#newFacts, ...facts }
    this.patchState({ facts: { ...this.state.facts, ...facts } })
  }

  recordStep(step: string, outcome: StepTaken['outcome'], ms: number, span?: OpenSpan): void {
    const endedAt = performance.now()
    this.stepsTaken.push({ step, outcome, statusNo: this.tx.statusNo, ms, endedAt, span })
  }

  recordDecision(decision: Decision): void {
    this.#decisions.push(decision)
    const fresh = decision.hits.filter((ref) => !this.tx.rulesTrace.includes(ref))
    if (fresh.length > 0) this.tx.rulesTrace = [...this.tx.rulesTrace, ...fresh]
  }

  /** Something happened that leaves the status as it is. */
  note(type: TxEventType, summary: string, durationMs?: number): void {
    this.#event(type, this.tx.statusNo, { summary, ...(durationMs !== undefined && { durationMs }) })
  }

  /** What was decided last belongs to what happened last, unless there are new facts since. */
  noteDecisions(type: TxEventType, summary: string): void {
    const last = this.events.at(-1)
    if (!last || Object.keys(this.#newFacts).length > 0) return this.note(type, summary)
    this.events[this.events.length - 1] = {
      ...last,
      decisions: [...(last.decisions ?? []), ...this.#decisions],
    }
    this.#decisions = []
  }

  /** Before it is written: what was decided last and new facts belongs to an event like everything else. */
  noteRest(): void {
    if (this.#decisions.length > 0)
      this.note('RULES', `Asked ${this.#decisions.map(({ table }) => table).join(', ')}`)
    else if (Object.keys(this.#newFacts).length > 0)
      this.note('RULES', `Learnt ${Object.keys(this.#newFacts).join(', ')}`)
  }

  /** Takes another status, as far as the state machine has it. */
  move(statusNo: number, options: MoveOptions): void {
    const from = this.tx.statusNo
    if (from === statusNo) return this.note(options.type ?? 'RULES', options.summary, options.durationMs)
    if (!mayMove(from, statusNo)) throw new InvalidMove(from, statusNo)
    this.#event(options.type ?? 'RULES', from, options, statusNo)
    this.tx.statusNo = statusNo
    this.#dropCauses(stateOfNumber(statusNo))
    if (isFinal(statusNo) && !isFinal(from)) this.tx.completedAt = this.now.toISOString()
    // What a payment waited for does not concern it in another state.
    this.tx.expiresAt = null
    if (stateOfNumber(statusNo) !== 'WAITING_APPROVAL') this.tx.approvalDueAt = null
    if (isFinal(statusNo)) this.tx.pollAt = null
    if (stateOfNumber(statusNo) === 'SUCCESSFUL') this.tx.declineStage = null
  }

  effect(effect: Effect): void {
    this.effects.push(effect)
  }

  /** Adds a remark to the summary people read: once, however many steps add it. */
  addInfo(info: string): void {
    this.tx.info = withPart(this.tx.info, info)
    // What was only true for now is a remark once somebody says it for good.
    this.#setCauses((cause) => cause.text !== info)
  }

  /** Why the payment failed or is in doubt: in the summary as long as it holds, in the timeline for good. */
  addCause(of: InfoCause['of'], info: string): void {
    const before = this.tx.info
    const after = withPart(before, info)
    if (after === before) return
    this.tx.info = after
    const text = addedPart(before, after)
    if (text !== '') this.patchState({ causes: [...(this.state.causes ?? []), { of, text }] })
  }

  /** Nothing is left of a doubt once it is over, nor of a failure that turned out to be a success. */
  #dropCauses(status: TxStatus): void {
    const holds = ({ of }: InfoCause) =>
      status !== 'SUCCESSFUL' && (of === 'FAILURE' || status === 'INCONSISTENT')
    for (const cause of this.state.causes ?? [])
      if (!holds(cause)) this.tx.info = withoutPart(this.tx.info, cause.text)
    this.#setCauses(holds)
  }

  #setCauses(holds: (cause: InfoCause) => boolean): void {
    const { causes } = this.state
    if (!causes || causes.every(holds)) return
    const left = causes.filter(holds)
    if (left.length > 0) this.patchState({ causes: left })
    else this.clearState('causes')
  }

  tag(...tags: readonly string[]): void {
    const added = tags.filter((tag) => !this.tx.tags.includes(tag))
    if (added.length > 0) this.tx.tags = [...new Set([...this.tx.tags, ...added])]
  }

  setDeclineStage(stage: DeclineStage): void {
    this.tx.declineStage = stage
  }

  #event(type: TxEventType, fromNo: number, options: MoveOptions, toNo = fromNo): void {
    const newFacts = Object.keys(this.#newFacts).length > 0 ? this.#newFacts : null
    this.events.push({
      type,
      step: this.step,
      fromNo: this.events.length === 0 && this.isNew ? null : fromNo,
      toNo,
      actor: options.actor ?? this.actor,
      summary: options.summary.slice(0, 500),
      durationMs: options.durationMs ?? null,
      facts: newFacts,
      decisions: this.#decisions.length > 0 ? this.#decisions : null,
    })
    this.#newFacts = {}
    this.#decisions = []
  }

  /** What differs from the row as it was read. */
  changes(): Partial<Transaction> {
    const changed = Object.entries(this.tx).filter(
      ([key, value]) => !same(value, this.#before[key as keyof Transaction]),
    )
    return Object.fromEntries(changed)
  }
}

/** Texts of codes for people: the code and what an operator should know. */
export const describeStatus = (statusNo: number): string => {
  const status = statusCodeOf(statusNo)
  return status ? `${status.code}: ${status.text}` : String(statusNo)
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner))
  return text(a) === text(b)
}
