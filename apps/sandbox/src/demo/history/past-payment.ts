import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { JournalDraft, LedgerEvent, JournalLine } from '@signalbox/model/ledger/journal'
import { movementOf, type Movement } from '@signalbox/model/ledger/movement'
import type { PaymentMoney } from '@signalbox/model/ledger/postings'
import { declineStageOf, type DeclinePlace } from '@signalbox/model/payments/decline-stage'
import type { NotificationKind, TxEventType } from '@signalbox/model/payments/tx-event'
import { isFinal, mayMove, stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import {
  caseDueMs,
  severityOfAmount,
  type CaseResolution,
  type CaseSeverity,
  type CaseType,
} from '@signalbox/model/investigation/case'
import { describeStatus, type Decision } from '@signalbox/server/payments/core/state/payment'
import type { TxAttemptTable } from '@signalbox/server/payments/core/record/transaction-table'
import type { Transaction } from '@signalbox/server/payments/core/record/transaction'
import type { Dice } from './dice.ts'

interface PastEvent {
  readonly seq: number
  readonly at: string
  readonly type: TxEventType
  readonly step: string | null
  readonly fromNo: number | null
  readonly toNo: number
  readonly actor: string
  readonly summary: string
  readonly durationMs: number | null
  readonly decisions: readonly Decision[] | null
}

type Attempt = Omit<TxAttemptTable, 'amountMinor'> & { readonly amountMinor: bigint }

export interface PastEntry {
  readonly ms: number
  readonly draft: Omit<JournalDraft, 'valueDate'>
}

export interface PastCase {
  readonly id: string
  readonly type: CaseType
  readonly severity: CaseSeverity
  readonly cause: string
  readonly openedAt: string
  readonly dueAt: string
  resolution: CaseResolution | null
  resolvedAt: string | null
  resolvedBy: string | null
}

interface EventDetails {
  readonly step: string
  readonly actor?: string
  readonly durationMs?: number
  readonly decisions?: readonly Decision[]
}

/**
 * One payment of the past and everything that was written about it. It moves by the same state machine as any other, but
 * through time that has gone by.
 */
export class PastPayment {
  readonly tx: Transaction
  readonly dice: Dice
  readonly events: PastEvent[] = []
  readonly attempts: Attempt[] = []
  readonly entries: PastEntry[] = []
  readonly cases: PastCase[] = []
  readonly notifications: {
    id: string
    kind: NotificationKind
    leg: string
    target: string
    body: object
    at: string
  }[] = []
  readonly approvals: {
    level: 1 | 2
    decision: 'APPROVE' | 'DENY'
    userId: string
    username: string
    at: string
    tagId: string | null
    info: string | null
  }[] = []
  readonly notes: { id: string; authorId: string; author: string; at: string; text: string }[] = []
  readonly schemeDeclines: { attemptNo: number; statusNo: number; at: string }[] = []
  /** Whether it took part in limits. */
  isCounted = false
  ms: number
  #at = { ms: Number.NaN, text: '' }

  constructor(tx: Transaction, dice: Dice) {
    this.tx = tx
    this.dice = dice
    this.ms = Date.parse(tx.created)
    this.#event('INPUT', null, tx.statusNo, `${transactionTypeLabel(tx.txType)} registered`, {
      step: 'register',
    })
  }

  get at(): string {
    if (this.#at.ms !== this.ms) this.#at = { ms: this.ms, text: new Date(this.ms).toISOString() }
    return this.#at.text
  }

  /** Time goes by. */
  pass(leastMs: number, mostMs: number): number {
    const passed = this.dice.between(leastMs, mostMs)
    this.ms += passed
    return passed
  }

  note(type: TxEventType, summary: string, details: EventDetails): void {
    this.#event(type, this.tx.statusNo, this.tx.statusNo, summary, details)
  }

  move(statusNo: number, type: TxEventType, summary: string, details: EventDetails): void {
    const { tx } = this
    if (tx.statusNo === statusNo) return this.note(type, summary, details)
    if (!mayMove(tx.statusNo, statusNo))
      throw new RangeError(`A payment with status ${tx.statusNo} cannot take status ${statusNo}`)
    this.#event(type, tx.statusNo, statusNo, summary, details)
    if (isFinal(statusNo) && !isFinal(tx.statusNo)) tx.completedAt = this.at
    tx.statusNo = statusNo
    tx.expiresAt = null
    tx.approvalDueAt = null
  }

  /** The payment ends without money having moved. */
  end(statusNo: number, at: DeclinePlace, info: string): void {
    this.tx.declineStage = declineStageOf(statusNo, at)
    this.tx.info = info
    this.move(statusNo, 'CANCEL', describeStatus(statusNo), { step: 'cancel' })
  }

  /** Somebody has to look into it; its info says so as long as nobody has. */
  doubt(cause: string): void {
    this.tx.info = cause
    this.tx.stepState.causes = [{ of: 'DOUBT', text: cause }]
    this.openCase('INCONSISTENT', cause)
  }

  #event(
    type: TxEventType,
    fromNo: number | null,
    toNo: number,
    summary: string,
    details: EventDetails,
  ): void {
    this.events.push({
      seq: this.events.length + 1,
      at: this.at,
      type,
      step: details.step,
      fromNo,
      toNo,
      actor: details.actor ?? 'system',
      summary,
      durationMs: details.durationMs ?? null,
      decisions: details.decisions ?? null,
    })
    this.tx.lastUpdated = this.at
    this.tx.updatedBy = details.actor ?? 'system'
    this.tx.version += 1
  }

  /** A submission and its answer; what the PSP says later about the same one is not an attempt of its own. */
  attempt(
    kind: Pick<Attempt, 'reason' | 'action'>,
    answer: Pick<Attempt, 'outcome' | 'statusNo' | 'pspRefId' | 'pspStatusCode' | 'pspStatusMessage'>,
    latencyMs: number,
  ): void {
    const { tx } = this
    const isKnown = this.attempts.some(({ no }) => no === tx.attemptCount)
    if (!isKnown)
      this.attempts.push({
        merchantId: tx.merchantId,
        txId: tx.id,
        no: tx.attemptCount,
        ...kind,
        psp: tx.psp ?? '',
        pspAccount: tx.pspAccount ?? '',
        pspVersion: null,
        idempotencyKey: `${txRefId(tx.merchantId, tx.id)}-${tx.attemptCount}`,
        amountMinor: tx.pspAmountMinor ?? 0n,
        currency: tx.pspCurrency ?? tx.currency,
        ruleRef: tx.rulesTrace[0] ?? null,
        requestedAt: new Date(this.ms - latencyMs).toISOString(),
        answeredAt: this.at,
        latencyMs,
        ...answer,
        retryable: answer.outcome === 'notSent',
      })
    tx.pspRefId = answer.pspRefId ?? tx.pspRefId
    tx.pspStatusCode = answer.pspStatusCode ?? tx.pspStatusCode
    tx.pspStatusMessage = answer.pspStatusMessage ?? tx.pspStatusMessage
    tx.pspAnsweredAt = this.at
  }

  get money(): PaymentMoney {
    const { tx } = this
    const wallet = tx.amountMinor < 0n ? -tx.amountMinor : tx.amountMinor
    return {
      direction: tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT',
      psp: tx.psp ?? '',
      pspAccount: tx.pspAccount ?? '',
      wallet: { minor: wallet, currency: tx.currency },
      fee: { minor: tx.feeMinor, currency: tx.currency },
      vat: { minor: tx.vatAmountMinor, currency: tx.currency },
      billTo: tx.feeBillTo ?? 'USER',
      pspAmount: { minor: tx.pspAmountMinor ?? wallet, currency: tx.pspCurrency ?? tx.currency },
    }
  }

  /** What it moves. `ofPayout`: what came back had been paid out. */
  movement(ofPayout = false): Movement {
    const movement = movementOf({ ...this.money, method: this.tx.method, ofPayout })
    if (!movement) throw new RangeError(`Transaction ${this.tx.id} moves no money`)
    return movement
  }

  book(eventType: LedgerEvent, description: string, lines: readonly JournalLine[], seq = 0): void {
    if (lines.length === 0) return
    this.entries.push({
      ms: this.ms,
      draft: {
        merchantId: this.tx.merchantId,
        sourceType: 'TRANSACTION',
        sourceId: String(this.tx.id),
        eventType,
        seq,
        description,
        lines,
        createdBy: 'system',
      },
    })
  }

  notify(kind: NotificationKind, leg: string, target = 'merchant', body: object = {}): void {
    this.notifications.push({ id: this.dice.uuid(this.ms), kind, leg, target, body, at: this.at })
  }

  openCase(type: CaseType, cause: string): void {
    this.cases.push({
      id: this.dice.uuid(this.ms),
      type,
      severity: severityOfAmount(this.tx.amountBaseMinor),
      cause,
      openedAt: this.at,
      dueAt: new Date(this.ms + caseDueMs(type)).toISOString(),
      resolution: null,
      resolvedAt: null,
      resolvedBy: null,
    })
  }

  closeCase(resolution: CaseResolution, by: string): void {
    const open = this.cases.at(-1)
    if (!open) return
    open.resolution = resolution
    open.resolvedAt = this.at
    open.resolvedBy = by
  }

  write(author: { readonly id: string; readonly username: string }, text: string): void {
    const { id: authorId, username } = author
    this.notes.push({ id: this.dice.uuid(this.ms), authorId, author: username, at: this.at, text })
    this.tx.noteCount += 1
  }

  get isOver(): boolean {
    return isFinal(this.tx.statusNo)
  }

  get state(): string {
    return stateOfNumber(this.tx.statusNo)
  }
}
