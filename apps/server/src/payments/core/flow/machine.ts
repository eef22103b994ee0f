import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { isFinal } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { refusalOf } from '../../../kit/error-reply.ts'
import { systemActor, type AuditActor } from '../../../kit/audit.ts'
import { isConflict } from '../../../kit/transaction.ts'
import { currentContext, traceparentOf } from '../../../kit/request-context.ts'
import { inSpan } from '../../../kit/tracing/in-span.ts'
import type { OpenSpan } from '../../../kit/tracing/span.ts'
import { perform, type UnitOfWork } from '../../../kit/unit-of-work.ts'
import { Payment } from '../state/payment.ts'
import { LostPayment, persist, type PersistDeps } from '../state/persist.ts'
import { KnownValues } from '../record/known-values.ts'
import { claim, findTransaction, lockTransaction, type TxKey } from '../record/transaction-store.ts'
import { copyTransaction, type Transaction } from '../record/transaction.ts'
import { keepNetworkToken } from '../../vault/network-tokens.ts'
import { advance, settle } from './advance.ts'
import { announceChanges } from './announce.ts'
import { becomeInconsistent } from './answer.ts'
import type { CallContext } from './call-context.ts'
import { databaseCallContext } from './database-call-context.ts'
import { databaseContext } from './database-context.ts'
import { decline, failAtPsp } from './decline.ts'
import type { MachineDeps } from './machine-deps.ts'
import { holdMoney } from './payment-money.ts'
import { logSteps } from './log-steps.ts'
import { beginStep, traceFailedStep } from './step-spans.ts'
import { go, isCallStep, type Next, type StepName } from './step.ts'
import { flowSteps } from './steps/index.ts'
import { travelledMs } from './travelled.ts'
import { wakeCallbacks } from './wake-callbacks.ts'
import type { StepContext } from './step-context.ts'

export type PersistHooks = Pick<PersistDeps, 'webhookBody'> & {
  /** Callbacks that came while the PSP was being asked; they are applied after its answer. */
  applyDeferredCallbacks(unit: UnitOfWork, payment: Payment, context: StepContext): Promise<Next | undefined>
}

/** What an operation or a callback does to a payment, with nobody else at it. */
export type Change = (
  payment: Payment,
  context: StepContext,
  unit: UnitOfWork,
) => Promise<Next | undefined> | Next | undefined

type CommitBody = (payment: Payment, context: StepContext, unit: UnitOfWork) => Promise<void>

interface CommitOptions {
  /** The row is locked first: what came meanwhile has to be seen. */
  readonly locked?: boolean
  /** The payment has just been worked on here, and goes by the settings it went by then. */
  readonly underWay?: boolean
}

/** The job that goes on with a payment after somebody in the console has decided about it. */
export const driveTask = 'drive-payment'

const answered: ReadonlySet<string> = new Set(['submit', 'child-submit'])

/** Money the PSP has moved is held aside until somebody decides; what is only reserved has not moved. */
function holdIfMoved(payment: Payment): void {
  const isReserved = payment.isDeposit && payment.tx.capturedAmountMinor === 0n
  if (payment.state.pspApproved && !isReserved) holdMoney(payment, 'A step failed after the PSP was asked')
}

/**
 * Drives payments from one recovery point to the next. Everything between two questions to the outside is one
 * transaction; what is asked next is written down before it is asked.
 */
export class Machine {
  readonly deps: MachineDeps
  readonly #hooks: PersistHooks
  readonly #callContext: CallContext
  readonly #holder: string
  readonly #knownValues = new KnownValues()
  /** Payments being driven right now; a stop waits for them. */
  readonly #driving = new Set<Promise<unknown>>()

  constructor(deps: MachineDeps, hooks: PersistHooks) {
    this.deps = deps
    this.#hooks = hooks
    this.#callContext = databaseCallContext(deps)
    this.#holder = deps.kit.newId()
  }

  /** Begins a payment in a unit of work of the caller's and says which row to drive once that is committed. */
  async begin(
    unit: UnitOfWork,
    transaction: Transaction,
    first: StepName,
    { actor, later = false }: { readonly actor: string; readonly later?: boolean },
  ): Promise<Transaction> {
    const context = databaseContext(this.deps, unit.tx, unit.now)
    const payment = new Payment(transaction, { now: unit.now, actor, isNew: true })
    payment.patchState({ rules: { edition: await context.newestEdition(transaction.merchantId) } })
    const requestContext = currentContext()
    if (requestContext) payment.patchState({ trace: traceparentOf(requestContext) })
    payment.note('INPUT', `${transactionTypeLabel(transaction.txType)} registered`)
    this.#lease(payment)
    await advance(payment, context, go(first))
    if (later) this.handOver(unit, payment.tx)
    await this.#persist(unit, payment, transaction, context)
    return payment.tx
  }

  /** Writes down a transaction that has happened already: nobody is asked, nothing can stop it. */
  async record(
    unit: UnitOfWork,
    transaction: Transaction,
    summary: string,
    also: (payment: Payment) => void,
  ): Promise<void> {
    const context = databaseContext(this.deps, unit.tx, unit.now)
    const payment = new Payment(transaction, {
      now: unit.now,
      actor: transaction.initiatedBy ?? 'system',
      isNew: true,
    })
    payment.note('INPUT', `${transactionTypeLabel(transaction.txType)} of ${transaction.originTxId}`)
    payment.move(StatusNo.PROCESSING_PROVIDER, { type: 'RULES', summary })
    payment.move(StatusNo.SUCCESS, { type: 'NOTIFY', summary })
    also(payment)
    await this.#persist(unit, payment, transaction, context)
  }

  /** Changes a payment on somebody's behalf, then does what follows from it. */
  async change(key: TxKey, actor: AuditActor, change: Change): Promise<Transaction | undefined> {
    const { value } = await perform(this.deps.kit, actor, (unit) =>
      this.changeIn(unit, key, actor.name, change),
    )
    return value && this.drive(value)
  }

  /** The same inside a unit of work of the caller's, who drives the row after the commit. */
  async changeIn(
    unit: UnitOfWork,
    key: TxKey,
    actor: string,
    change: Change,
  ): Promise<Transaction | undefined> {
    const before = await lockTransaction(unit.tx, key.merchantId, key.id)
    if (!before) return undefined
    const context = databaseContext(this.deps, unit.tx, unit.now)
    const payment = new Payment(copyTransaction(before), { now: unit.now, actor })
    const next = await change(payment, context, unit)
    if (next) {
      this.#lease(payment)
      await advance(payment, context, next)
    }
    // Whoever works on the payment right now is not disturbed for nothing.
    const isNothing =
      payment.events.length === 0 &&
      payment.effects.length === 0 &&
      Object.keys(payment.changes()).length === 0
    if (!isNothing) await this.#persist(unit, payment, before, context)
    return payment.tx
  }

  /**
   * The same in a call of the console, whose transaction is still open when it answers: a job goes on with the payment
   * after the commit.
   */
  async changeLater(
    unit: UnitOfWork,
    key: TxKey,
    actor: string,
    change: Change,
  ): Promise<Transaction | undefined> {
    return this.changeIn(unit, key, actor, async (payment, context) => {
      const next = await change(payment, context, unit)
      if (!next) return undefined
      await advance(payment, context, next)
      this.handOver(unit, payment.tx)
      return undefined
    })
  }

  /** Lets go of a payment in the transaction that has just prepared its next step. */
  handOver(unit: UnitOfWork, tx: Transaction): void {
    if (tx.nextStep === null) return
    tx.leaseHolder = null
    tx.leaseUntil = unit.now.toISOString()
    const { pending } = tx.stepState
    if (pending) tx.stepState = { ...tx.stepState, pending: { ...pending, unsent: true } }
    unit.enqueue({ task: driveTask, payload: { merchantId: tx.merchantId, id: tx.id } })
  }

  /** Takes over a payment nobody works on. Nothing happens when somebody does. */
  async pickUp(key: TxKey): Promise<Transaction | undefined> {
    const { db, now } = this.deps.kit
    const at = now()
    const row = await claim(db, key, this.#holder, at, new Date(at.getTime() + this.deps.timings.leaseMs))
    if (!row) return undefined
    const { pending } = row.stepState
    if (!pending?.unsent) return this.drive(row, true)
    const { unsent: _first, ...sent } = pending
    const marked = await this.#commit(row, (payment) => {
      payment.patchState({ pending: sent })
      return Promise.resolve()
    })
    return this.drive(marked)
  }

  /** Goes on until somebody else has to do something. */
  async drive(row: Transaction, recovering = false): Promise<Transaction> {
    const driving = this.#drive(row, recovering)
    this.#driving.add(driving)
    try {
      return await driving
    } finally {
      this.#driving.delete(driving)
    }
  }

  /** Waits a while for what is being driven; what takes longer is taken over by whoever runs next. */
  async stop(graceMs = 10_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs)
    })
    await Promise.race([Promise.allSettled([...this.#driving]), grace])
    clearTimeout(timer)
  }

  async #drive(start: Transaction, recovering: boolean): Promise<Transaction> {
    let row = start
    let again = recovering
    while (row.nextStep !== null && row.leaseHolder === this.#holder) {
      const step = row.nextStep
      const began = performance.now()
      const span = row.stepState.pending?.step === step ? beginStep(row, step) : undefined
      try {
        row = await this.#takeStep(row, again, span)
      } catch (error) {
        traceFailedStep(row, { step, began, span }, error)
        if (error instanceof LostPayment) return this.#asItIs(row)
        // The database is away: whoever comes first after the lease has ended goes on from here.
        if (refusalOf(error).code === 'UNAVAILABLE') throw error
        this.deps.kit.log.error({ err: error, txId: row.id, step }, 'a step of a payment failed')
        this.deps.metrics.stepDuration.observe(
          { step, outcome: 'failed' },
          (performance.now() - began) / 1_000,
        )
        const given = await this.#failStep(row, again, error)
        if (!given) return this.#asItIs(row)
        row = given
      }
      again = false
    }
    return row
  }

  async #takeStep(row: Transaction, recovering: boolean, span?: OpenSpan): Promise<Transaction> {
    const name = row.nextStep as StepName
    const step = flowSteps[name]
    const { pending } = row.stepState
    if (!isCallStep(step) || pending?.step !== name)
      return this.#commit(row, (payment, context) => advance(payment, context, go(name)), {
        underWay: !recovering,
      })
    const view = new Payment(copyTransaction(row), { now: this.deps.kit.now() })
    this.deps.failpoint(`before ${name}`)
    const began = performance.now()
    const answer = await inSpan(span, () => step.call(view, this.#callContext, recovering))
    const callMs = performance.now() - began
    this.deps.failpoint(`after ${name}`)
    return this.#commitOurs(
      row,
      async (payment, context, unit) => {
        await settle(payment, context, name, { answer, callMs, span })
        if (!answered.has(name)) return
        const next = await this.#hooks.applyDeferredCallbacks(unit, payment, context)
        if (!next) return
        // The answer left the payment to nobody; what came meanwhile goes on here.
        this.#lease(payment)
        await advance(payment, context, next)
      },
      { locked: answered.has(name), underWay: !recovering },
    )
  }

  /**
   * The answer is in hand. Where somebody changed the row meanwhile but left the step to us, as a note does, it is
   * written down on the row as it is now.
   */
  async #commitOurs(row: Transaction, body: CommitBody, options: CommitOptions): Promise<Transaction> {
    let current = row
    for (let tries = 1; ; tries++) {
      try {
        return await this.#commit(current, body, options)
      } catch (error) {
        if (!(error instanceof LostPayment) || tries === 3) throw error
        const found = await this.#current(row)
        const isOurs =
          found?.leaseHolder === this.#holder &&
          found.stepState.pending?.sentAt === row.stepState.pending?.sentAt
        if (!found || !isOurs) throw error
        current = found
      }
    }
  }

  /**
   * What becomes of a payment whose step failed; nothing when somebody else goes on with it. Where others were in the way
   * too often nothing is wrong with the payment: it is taken up again once the lease has ended. Its caller is told how it
   * stands in any case, since it has begun and may still move money.
   */
  async #failStep(row: Transaction, recovering: boolean, error: unknown): Promise<Transaction | undefined> {
    if (isConflict(error)) return undefined
    try {
      return await this.#giveUp(row, recovering)
    } catch (failure) {
      if (refusalOf(failure).code === 'UNAVAILABLE') throw failure
      if (!(failure instanceof LostPayment))
        this.deps.kit.log.error({ err: failure, txId: row.id }, 'giving up a payment failed')
      return undefined
    }
  }

  /** A defect of ours. Before anything was sent the payment fails; afterwards somebody has to look. */
  async #giveUp(row: Transaction, recovering: boolean): Promise<Transaction> {
    try {
      return await this.#giveUpOnce(row, recovering, holdIfMoved)
    } catch (error) {
      if (error instanceof LostPayment || refusalOf(error).code === 'UNAVAILABLE') throw error
      // What failed may be the books themselves.
      return this.#giveUpOnce(row, recovering)
    }
  }

  #giveUpOnce(
    row: Transaction,
    recovering: boolean,
    hold?: (payment: Payment) => void,
  ): Promise<Transaction> {
    return this.#commit(row, async (payment, context) => {
      const { state, tx } = payment
      const step = tx.nextStep
      if (isFinal(tx.statusNo)) return advance(payment, context, { end: true })
      hold?.(payment)
      if (state.pspApproved || (answered.has(step ?? '') && recovering) || payment.status === 'INCONSISTENT')
        return advance(
          payment,
          context,
          becomeInconsistent(
            payment,
            context,
            StatusNo.ERR_INCONSISTENT_TRANSACTION,
            'A step failed after the PSP was asked',
          ),
        )
      const failure = {
        at: 'D14',
        info: `The step ${step} failed on our side before anything was sent`,
      } as const
      const failed =
        step === 'submit'
          ? failAtPsp(payment, StatusNo.ERR_SYSTEM_ERROR, failure)
          : decline(payment, StatusNo.ERR_SYSTEM_ERROR, failure)
      return advance(payment, context, failed)
    })
  }

  async #commit(
    row: Transaction,
    body: CommitBody,
    { locked = false, underWay = false }: CommitOptions = {},
  ): Promise<Transaction> {
    const { value } = await perform(this.deps.kit, systemActor, async (unit) => {
      if (locked) {
        const current = await lockTransaction(unit.tx, row.merchantId, row.id)
        if (current?.version !== row.version) throw new LostPayment(row.id)
      }
      const context = databaseContext(this.deps, unit.tx, unit.now, { underWay })
      const payment = new Payment(copyTransaction(row), { now: unit.now })
      this.#lease(payment)
      await body(payment, context, unit)
      await this.#persist(unit, payment, row, context)
      return payment.tx
    })
    return value
  }

  /** Ours for a while. A payment that waits or is over belongs to nobody, which `advance` sees to. */
  #lease({ tx, now }: Payment): void {
    tx.leaseHolder = this.#holder
    tx.leaseUntil = new Date(now.getTime() + this.deps.timings.leaseMs).toISOString()
  }

  async #persist(
    unit: UnitOfWork,
    payment: Payment,
    before: Transaction,
    context: StepContext,
  ): Promise<void> {
    const beforeNo = before.statusNo
    unit.afterCommit(() => logSteps(this.deps, payment, beforeNo))
    await announceChanges(payment, context)
    payment.noteRest()
    const { timeZone } = await context.merchant(payment.tx.merchantId)
    await persist(
      {
        unit,
        timeZone,
        travelledMs: travelledMs(this.deps.kit),
        webhooks: (merchantId, event) => context.listeners(merchantId, event),
        forgetCode: (merchantId, txId) => this.deps.vault.forgetCode(unit.tx, merchantId, txId),
        webhookBody: this.#hooks.webhookBody,
        knownValues: this.#knownValues,
        keepToken: (card, token) =>
          keepNetworkToken(unit.tx, this.deps.box, card, token, { id: unit.newId(), at: unit.now }),
      },
      payment,
      before,
    )
    await wakeCallbacks(unit, payment, before)
  }

  async #asItIs(row: Transaction): Promise<Transaction> {
    return (await this.#current(row)) ?? row
  }

  #current(row: TxKey): Promise<Transaction | undefined> {
    return findTransaction(this.deps.kit.db, row.merchantId, row.id)
  }
}
