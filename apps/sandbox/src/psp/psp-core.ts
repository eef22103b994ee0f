import { createHash } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import { adoptPast } from './adopt-past.ts'
import type { Book } from './book.ts'
import { deliverCallback, type SendCallback } from './deliver-callback.ts'
import type {
  CallbackPlan,
  FollowUpSubmission,
  Operation,
  OperationState,
  PlannedTask,
  ReturnSubject,
  Submission,
  Task,
} from './operation.ts'
import { callbackTask, declined, type AnswerKind, type Plan } from './plan.ts'
import type { SimulatedProvider } from './provider.ts'
import { reasons } from './reasons.ts'
import type { Scripts } from './scripts.ts'
import { followUpOutcome, leftMinor, settleMoney } from './money-moves.ts'
import { lastBack, toldBack, toldWithout } from './told-back.ts'
import { voucherHash } from './vouchers.ts'
import { triggeredFollowUpPlan, triggeredPlan } from './triggers.ts'

export interface PspCoreDeps {
  readonly book: Book
  readonly clock: SandboxClock
  /** Whoever asks waits for the answer in real time, wherever the clock has travelled to. */
  readonly realClock: SandboxClock
  readonly delays: () => Delays
  readonly scripts: Scripts
  readonly providers: readonly SimulatedProvider[]
  readonly send: SendCallback
}

/** An operation as its provider can tell about it, which may be less than there is to know. */
export interface View {
  readonly operation: Operation
  readonly state: OperationState
  /** Set where the provider is asked how things stand and answers badly. */
  readonly answer?: AnswerKind | undefined
}

/** What a submission came to and how the provider is going to answer. */
export interface Handled {
  readonly view: View | undefined
  readonly answer: AnswerKind
  readonly delayMs: number
}

/** What all simulated providers have in common: a book, plans, and time. */
export interface PspCore {
  submit(submission: Submission): Promise<Handled>
  followUp(submission: FollowUpSubmission): Promise<Handled>
  /** The operation under a key or a reference. */
  look(psp: string, keyOrReference: string): View | undefined
  /** The payer is done on the provider's page. */
  finishPage(
    operation: Operation,
    result: 'agreed' | 'cancelled' | { readonly failed: string },
    payerIban?: string,
  ): Promise<void>
  /** Somebody at the provider confirms or refuses what waits for confirmation. */
  confirm(operation: Operation, accepted: boolean): Promise<void>
  /** An event by hand. */
  fire(operation: Operation, act: 'reversal' | 'dispute' | CallbackPlan, afterMs?: number): Promise<void>
  /** A part of a payment goes back, or a disputed part is won, and is told of: as much as is there. */
  takeBack(operation: Operation, subject: ReturnSubject, minor: bigint, onlyIfLeft: boolean): Promise<void>
  /** All that is disputed is won; where nothing is any more, the last one that was won is told again. */
  winDispute(operation: Operation): Promise<void>
  /** Whether a voucher was redeemed before. */
  isRedeemed(voucher: string): boolean
  wait(ms: number): Promise<void>
  settled(): Promise<void>
  stop(): void
}

export function createPspCore(deps: PspCoreDeps): PspCore {
  const { book, clock, scripts } = deps
  const provider = new Map(deps.providers.map((each) => [each.psp, each]))
  const pendingTimers = new Set<() => void>()
  /** Of operations that are told badly. Kept in memory alone: whoever starts anew misbehaves anew. */
  const timesAsked = new Map<string, number>()

  let stopped = false

  const later = (ms: number, run: () => void): void => {
    const cancel = clock.after(ms, () => {
      pendingTimers.delete(cancel)
      run()
    })
    pendingTimers.add(cancel)
  }
  const begun = new WeakSet<Task>()
  // Timers of one moment may fire in any order; what was planned first still happens first.
  const runDue = (operation: Operation, { no, dueAt }: Task): void => {
    const due = operation.tasks.filter((each) => each.no <= no && each.dueAt <= dueAt && !each.done)
    for (const task of due) {
      if (begun.has(task)) continue
      begun.add(task)
      void runTask(operation, task)
    }
  }
  const schedule = (operation: Operation, task: Task): void =>
    later(task.dueAt - clock.now(), () => runDue(operation, task))
  const addTasks = (operation: Operation, tasks: readonly PlannedTask[]): void => {
    const first = operation.tasks.length
    const now = clock.now()
    book.addTasks(
      operation,
      tasks.map(({ afterMs, act }) => ({ dueAt: now + afterMs, act })),
    )
    for (const task of operation.tasks.slice(first)) schedule(operation, task)
  }
  const tell = async (operation: Operation, task: Task, plan: CallbackPlan): Promise<void> => {
    const speaker = provider.get(operation.psp)
    if (!speaker) return
    await book.settled()
    await deliverCallback({
      speaker,
      operation,
      plan,
      taskNo: task.no,
      now: clock.now(),
      pause: (ms) => new Promise((resolve) => later(ms, resolve)),
      send: deps.send,
    })
  }
  // Told by a task of its own, which is written down with what was moved: whoever is killed in between moves it once.
  const tellLater = (operation: Operation, callback: CallbackPlan): void =>
    addTasks(operation, [{ afterMs: 0, act: { do: 'callback', callback } }])
  const runTask = async (operation: Operation, task: Task): Promise<void> => {
    const { act } = task
    switch (act.do) {
      case 'settle':
        if (operation.state === 'pending' || operation.state === 'confirmation')
          settleMoney(book, operation, act.decline)
        break
      case 'callback':
        await tell(operation, task, act.callback)
        break
      case 'reversal': {
        const left = leftMinor(operation.totals)
        if (left > 0n) book.move(operation, operation, 'returned', left)
        // Told once more, or of what went back in another way before, it moves nothing.
        const back = lastBack(operation, 'reversal')
        const { captured, paidOut } = operation.totals
        if (back) tellLater(operation, toldBack(back))
        else if (captured + paidOut > 0n) tellLater(operation, toldWithout('reversal', captured + paidOut))
        break
      }
      case 'dispute': {
        const left = leftMinor(operation.totals)
        if (operation.totals.captured > 0n && operation.totals.disputed === 0n && left > 0n)
          book.move(operation, operation, 'disputed', left)
        const back = lastBack(operation, 'disputeFiled')
        // Of what may still be paid it would be a lie that comes true: nobody disputes what was only reserved.
        const mayBePaid = !['approved', 'declined', 'cancelled'].includes(operation.state)
        if (operation.totals.captured > 0n || !mayBePaid)
          tellLater(operation, back ? toldBack(back) : toldWithout('disputeFiled'))
      }
    }
    // What was being told when the book was closed is still owed, and told again after the next start.
    if (!stopped) book.finishTask(operation, task)
  }

  // What was promised before the process ended is still owed.
  for (const operation of book.operations()) {
    for (const task of operation.tasks) if (!task.done) schedule(operation, task)
  }

  // A provider that answered badly does not know better itself for a while.
  const viewOf = (operation: Operation): View => {
    const unclear = clock.now() < operation.acceptedAt + operation.plan.unclearForMs
    return { operation, state: unclear ? 'pending' : operation.state }
  }
  // The same key again: whatever became of it meanwhile. Nothing is booked twice.
  const again = async (operation: Operation): Promise<Handled> => {
    await book.settled()
    return { view: viewOf(operation), answer: 'normal', delayMs: 0 }
  }

  const begin = (operation: Operation): void => {
    const { plan } = operation
    switch (plan.outcome) {
      case 'approve':
        settleMoney(book, operation)
        break
      case 'decline':
        book.setState(operation, 'declined', plan.code)
        break
      case 'redirect':
        book.setState(operation, 'redirect')
        break
      case 'confirm':
        book.setState(operation, 'confirmation')
        break
      case 'pending':
        book.setState(operation, 'pending')
    }
    // Behind a page everything begins when the payer has left it.
    if (plan.outcome !== 'redirect') addTasks(operation, plan.tasks)
  }

  const isRedeemed = (voucher: string): boolean => book.redemptionOf(voucherHash(voucher)) !== undefined

  const planFor = (submission: Submission): Plan => {
    const speaker = provider.get(submission.psp)
    if (!speaker) throw new Error(`There is no provider ${submission.psp}`)
    const context = {
      delays: deps.delays(),
      now: clock.now(),
      authenticatesItself: speaker.authenticatesItself,
    }
    if (submission.voucher && isRedeemed(submission.voucher)) return declined(reasons.alreadyRedeemed)
    return (
      scripts.planFor(submission) ??
      triggeredPlan(submission, context) ??
      speaker.ordinaryPlan(submission, context.delays, drawOf(submission.reference))
    )
  }

  const takeBack: PspCore['takeBack'] = async (operation, subject, minor, onlyIfLeft) => {
    const { captured, disputed } = operation.totals
    const left = leftMinor(operation.totals)
    const room = { reversal: left, disputeFiled: captured > 0n ? left : 0n, disputeResolved: disputed }
    if (onlyIfLeft && minor > room[subject]) return
    // A provider that says more than there is has moved nothing.
    const moved = minor <= room[subject] ? minor : 0n
    if (moved > 0n && subject === 'reversal') book.move(operation, operation, 'returned', moved)
    else if (moved > 0n)
      book.move(operation, operation, 'disputed', subject === 'disputeFiled' ? moved : -moved)
    const back = moved > 0n ? lastBack(operation, subject) : undefined
    tellLater(operation, back ? toldBack(back) : toldWithout(subject, minor))
    await book.settled()
  }

  return {
    async submit(submission) {
      const before = book.byKey(submission.psp, submission.key)
      if (before) return again(before)
      const plan = planFor(submission)
      if (plan.lost) return nothing(plan.answer)
      const { psp, account, key, reference, kind, amount, requested, authorizeOnly } = submission
      const operation = book.accept({
        id: idOf(psp, key),
        psp,
        account,
        kind,
        key,
        reference,
        originId: null,
        amount,
        requested,
        authorizeOnly,
        callbackUrl: submission.callbackUrl,
        returnUrl: submission.returnUrl,
        plan,
        ...(submission.voucher && { voucherHash: voucherHash(submission.voucher) }),
        ...(submission.payerIban && { payerIban: submission.payerIban }),
      })
      begin(operation)
      // As it is now: what it becomes while the disk is written is told by a callback.
      const { state } = operation
      await book.settled()
      return {
        view: { operation, state },
        answer: plan.answer,
        delayMs: plan.answerDelayMs,
      }
    },

    async followUp(submission) {
      const { psp, account, key, reference, kind, amount, requested } = submission
      const before = book.byKey(psp, key)
      if (before) return again(before)
      const origin = book.payment(psp, submission.origin) ?? adoptPast(book, submission)
      if (!origin) return nothing('normal')
      const triggered = scripts.planForFollowUp(submission) ?? triggeredFollowUpPlan(requested, deps.delays())
      if (triggered.lost) return nothing(triggered.answer)
      const refusal = followUpOutcome(origin, kind, amount)
      const plan = refusal ? declined(refusal) : triggered
      const operation = book.accept({
        id: idOf(psp, key),
        psp,
        account,
        kind,
        key,
        reference,
        originId: origin.id,
        amount,
        requested,
        authorizeOnly: false,
        callbackUrl: submission.callbackUrl,
        returnUrl: '',
        plan,
      })
      if (plan.outcome === 'decline') book.setState(operation, 'declined', plan.code)
      else settleMoney(book, operation)
      await book.settled()
      return {
        view: { operation, state: operation.state },
        answer: plan.answer,
        delayMs: plan.answerDelayMs,
      }
    },

    look: (psp, keyOrReference) => {
      const operation = book.byKey(psp, keyOrReference) ?? book.payment(psp, keyOrReference)
      const badly = operation?.plan.whenAsked
      if (!operation || !badly) return operation && viewOf(operation)
      const times = timesAsked.get(operation.id) ?? 0
      timesAsked.set(operation.id, times + 1)
      return { ...viewOf(operation), answer: badly[times] }
    },

    async finishPage(operation, result, payerIban) {
      if (operation.state !== 'redirect') return
      if (payerIban) book.paidFrom(operation, payerIban)
      const delays = deps.delays()
      if (result === 'cancelled') book.setState(operation, 'cancelled', reasons.cancelledByPayer)
      else if (typeof result === 'object') book.setState(operation, 'declined', result.failed)
      const next =
        result === 'agreed'
          ? provider.get(operation.psp)?.afterPage(delays, drawOf(operation.reference))
          : undefined
      if (next?.outcome === 'approve') settleMoney(book, operation)
      if (next?.outcome === 'pending') book.setState(operation, 'pending')
      addTasks(operation, [
        ...(next?.outcome === 'pending' ? next.tasks : [callbackTask(0)]),
        ...operation.plan.tasks,
      ])
      await book.settled()
    },

    async confirm(operation, accepted) {
      if (operation.state !== 'confirmation' && operation.state !== 'pending') return
      if (accepted) settleMoney(book, operation)
      else book.setState(operation, 'declined', reasons.refused)
      addTasks(operation, [callbackTask(0)])
      await book.settled()
    },

    async fire(operation, act, afterMs = 0) {
      addTasks(operation, [
        typeof act === 'string'
          ? { afterMs, act: { do: act } }
          : { afterMs, act: { do: 'callback', callback: act } },
      ])
      await book.settled()
    },

    takeBack,

    async winDispute(operation) {
      const { disputed } = operation.totals
      const won = lastBack(operation, 'disputeResolved')
      if (disputed > 0n || !won) return takeBack(operation, 'disputeResolved', disputed, false)
      tellLater(operation, toldBack(won))
      await book.settled()
    },

    isRedeemed,
    wait: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => deps.realClock.after(ms, resolve))),
    settled: book.settled,
    stop: () => {
      stopped = true
      for (const cancel of pendingTimers) cancel()
      pendingTimers.clear()
    },
  }
}

const nothing = (answer: AnswerKind): Handled => ({ view: undefined, answer, delayMs: 0 })

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The same key always gets the same reference, whichever process answers. */
const idOf = (psp: string, key: string): string =>
  `${psp.slice(0, 2)}_${digestOf(`${psp} ${key}`).slice(0, 20)}`

/** Between 0 and 1, the same for the same reference. */
const drawOf = (reference: string): number => Number.parseInt(digestOf(reference).slice(0, 8), 16) / 2 ** 32
