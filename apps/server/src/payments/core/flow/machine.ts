import { isFinal } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { refusalOf } from '../../../kit/error-reply.ts'
import { systemActor, type AuditActor } from '../../../kit/audit.ts'
import { isConflict } from '../../../kit/transaction.ts'
import { currentContext, traceparentOf } from '../../../kit/request-context.ts'
import { perform, type UnitOfWork } from '../../../kit/unit-of-work.ts'
import { Payment } from '../state/payment.ts'
import { LostPayment, persist, type PersistParts } from '../state/persist.ts'
import { KnownValues } from '../record/known-values.ts'
import { claim, findTransaction, lockTransaction, type TxKey } from '../record/transaction-store.ts'
import { copyTransaction, type Transaction } from '../record/transaction.ts'
import { advance, settle } from './advance.ts'
import { announceChanges } from './announce.ts'
import { becomeInconsistent } from './answer.ts'
import type { CallDesk } from './call-desk.ts'
import { databaseDesk } from './database-desk.ts'
import { databaseWorld } from './database-world.ts'
import { decline, failAtPsp } from './decline.ts'
import type { MachineParts } from './machine-parts.ts'
import { holdMoney } from './payment-money.ts'
import { tellSteps } from './tell-steps.ts'
import { go, isCallStep, type Next, type StepName } from './step.ts'
import { flowSteps } from './steps/index.ts'
import { travelledMs } from './travelled.ts'
import { wakeCallbacks } from './wake-callbacks.ts'
import type { World } from './world.ts'

export type PersistHooks = Pick<PersistParts, 'webhookBody'> & {
  /** Reports of the PSP that came while it was being asked; what they mean follows its answer. */
  applyParked(unit: UnitOfWork, payment: Payment, world: World): Promise<Next | undefined>
}

/** What an operation or a callback does to a payment, with nobody else at it. */
export type Change = (
  payment: Payment,
  world: World,
  unit: UnitOfWork,
) => Promise<Next | undefined> | Next | undefined

type CommitBody = (payment: Payment, world: World, unit: UnitOfWork) => Promise<void>

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
  readonly parts: MachineParts
  readonly #hooks: PersistHooks
  readonly #desk: CallDesk
  readonly #holder: string
  readonly #knownValues = new KnownValues()
  /** Payments being driven right now; a stop waits for them. */
  readonly #driving = new Set<Promise<unknown>>()

  constructor(parts: MachineParts, hooks: PersistHooks) {
    this.parts = parts
    this.#hooks = hooks
    this.#desk = databaseDesk(parts)
    this.#holder = parts.kit.newId()
  }

  /** Begins a payment in a unit of work of the caller's and says which row to drive once that is committed. */
  async begin(
    unit: UnitOfWork,
    transaction: Transaction,
    first: StepName,
    { actor, later = false }: { readonly actor: string; readonly later?: boolean },
  ): Promise<Transaction> {
    const world = databaseWorld(this.parts, unit.tx, unit.now)
    const payment = new Payment(transaction, { now: unit.now, actor, isNew: true })
    const context = currentContext()
    if (context) payment.remember({ trace: traceparentOf(context) })
    payment.note('INPUT', `${transaction.txType} registered`)
    this.#lease(payment)
    await advance(payment, world, go(first))
    if (later) this.handOver(unit, payment.tx)
    await this.#persist(unit, payment, transaction, world)
    return payment.tx
  }

  /** Writes down a transaction that has happened already: nobody is asked, nothing can stop it. */
  async record(
    unit: UnitOfWork,
    transaction: Transaction,
    summary: string,
    also: (payment: Payment) => void,
  ): Promise<void> {
    const world = databaseWorld(this.parts, unit.tx, unit.now)
    const payment = new Payment(transaction, {
      now: unit.now,
      actor: transaction.initiatedBy ?? 'system',
      isNew: true,
    })
    payment.note('INPUT', `${transaction.txType} of ${transaction.originTxId}`)
    payment.move(StatusNo.PROCESSING_PROVIDER, { type: 'RULES', summary })
    payment.move(StatusNo.SUCCESS, { type: 'NOTIFY', summary })
    also(payment)
    await this.#persist(unit, payment, transaction, world)
  }

  /** Changes a payment on somebody's behalf, then does what follows from it. */
  async change(key: TxKey, actor: AuditActor, change: Change): Promise<Transaction | undefined> {
    const { value } = await perform(this.parts.kit, actor, (unit) =>
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
    const world = databaseWorld(this.parts, unit.tx, unit.now)
    const payment = new Payment(copyTransaction(before), { now: unit.now, actor })
    const next = await change(payment, world, unit)
    if (next) {
      this.#lease(payment)
      await advance(payment, world, next)
    }
    // Whoever works on the payment right now is not disturbed for nothing.
    const isNothing =
      payment.events.length === 0 &&
      payment.effects.length === 0 &&
      Object.keys(payment.changes()).length === 0
    if (!isNothing) await this.#persist(unit, payment, before, world)
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
    return this.changeIn(unit, key, actor, async (payment, world) => {
      const next = await change(payment, world, unit)
      if (!next) return undefined
      await advance(payment, world, next)
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
    const { db, now } = this.parts.kit
    const at = now()
    const row = await claim(db, key, this.#holder, at, new Date(at.getTime() + this.parts.timings.leaseMs))
    if (!row) return undefined
    const { pending } = row.stepState
    if (!pending?.unsent) return this.drive(row, true)
    const { unsent: _first, ...sent } = pending
    const marked = await this.#commit(row, (payment) => {
      payment.remember({ pending: sent })
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
      try {
        row = await this.#takeStep(row, again)
      } catch (error) {
        if (error instanceof LostPayment) return this.#asItIs(row)
        // The database is away: whoever comes first after the lease has ended goes on from here.
        if (refusalOf(error).code === 'UNAVAILABLE') throw error
        this.parts.kit.log.error({ err: error, txId: row.id, step }, 'a step of a payment failed')
        this.parts.metrics.stepDuration.observe(
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

  async #takeStep(row: Transaction, recovering: boolean): Promise<Transaction> {
    const name = row.nextStep as StepName
    const step = flowSteps[name]
    const { pending } = row.stepState
    if (!isCallStep(step) || pending?.step !== name)
      return this.#commit(row, (payment, world) => advance(payment, world, go(name)), {
        underWay: !recovering,
      })
    const view = new Payment(copyTransaction(row), { now: this.parts.kit.now() })
    this.parts.reach(`before ${name}`)
    const began = performance.now()
    const answer = await step.call(view, this.#desk, recovering)
    const callMs = performance.now() - began
    this.parts.reach(`after ${name}`)
    return this.#commitOurs(
      row,
      async (payment, world, unit) => {
        await settle(payment, world, name, { answer, callMs })
        if (!answered.has(name)) return
        const next = await this.#hooks.applyParked(unit, payment, world)
        if (!next) return
        // The answer left the payment to nobody; what came meanwhile goes on here.
        this.#lease(payment)
        await advance(payment, world, next)
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
        this.parts.kit.log.error({ err: failure, txId: row.id }, 'giving up a payment failed')
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
    return this.#commit(row, async (payment, world) => {
      const { state, tx } = payment
      const step = tx.nextStep
      if (isFinal(tx.statusNo)) return advance(payment, world, { end: true })
      hold?.(payment)
      if (state.pspApproved || (answered.has(step ?? '') && recovering) || payment.status === 'INCONSISTENT')
        return advance(
          payment,
          world,
          becomeInconsistent(
            payment,
            world,
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
      return advance(payment, world, failed)
    })
  }

  async #commit(
    row: Transaction,
    body: CommitBody,
    { locked = false, underWay = false }: CommitOptions = {},
  ): Promise<Transaction> {
    const { value } = await perform(this.parts.kit, systemActor, async (unit) => {
      if (locked) {
        const current = await lockTransaction(unit.tx, row.merchantId, row.id)
        if (current?.version !== row.version) throw new LostPayment(row.id)
      }
      const world = databaseWorld(this.parts, unit.tx, unit.now, { underWay })
      const payment = new Payment(copyTransaction(row), { now: unit.now })
      this.#lease(payment)
      await body(payment, world, unit)
      await this.#persist(unit, payment, row, world)
      return payment.tx
    })
    return value
  }

  /** Ours for a while. A payment that waits or is over belongs to nobody, which `advance` sees to. */
  #lease({ tx, now }: Payment): void {
    tx.leaseHolder = this.#holder
    tx.leaseUntil = new Date(now.getTime() + this.parts.timings.leaseMs).toISOString()
  }

  async #persist(unit: UnitOfWork, payment: Payment, before: Transaction, world: World): Promise<void> {
    const beforeNo = before.statusNo
    unit.afterCommit(() => tellSteps(this.parts, payment, beforeNo))
    await announceChanges(payment, world)
    payment.noteRest()
    const { timeZone } = await world.merchant(payment.tx.merchantId)
    await persist(
      {
        unit,
        timeZone,
        travelledMs: travelledMs(this.parts.kit),
        webhooks: (merchantId, event) => world.listeners(merchantId, event),
        forgetCode: (merchantId, txId) => this.parts.vault.forgetCode(unit.tx, merchantId, txId),
        webhookBody: this.#hooks.webhookBody,
        knownValues: this.#knownValues,
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
    return findTransaction(this.parts.kit.db, row.merchantId, row.id)
  }
}
