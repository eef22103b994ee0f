import type { SandboxClock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import type { Book } from './book.ts'
import type { SendCallback } from './deliver-callback.ts'
import { drawOf } from './draw.ts'
import type {
  CallbackPlan,
  FollowUpSubmission,
  Operation,
  OperationState,
  ReturnSubject,
  Submission,
} from './operation.ts'
import { callbackTask, type AnswerKind } from './plan.ts'
import { submissionsOf } from './psp-submissions.ts'
import { createTasks, type PspTasks } from './psp-tasks.ts'
import type { SimulatedProvider } from './provider.ts'
import { reasons } from './reasons.ts'
import type { TokenBook } from '../services/token-book.ts'
import type { Scripts } from './scripts.ts'
import { leftMinor, settleMoney } from './money-moves.ts'
import { lastBack, toldBack, toldWithout } from './told-back.ts'
import { voucherHash } from './vouchers.ts'

export interface PspCoreDeps {
  readonly book: Book
  readonly clock: SandboxClock
  /** Whoever asks waits for the answer in real time, wherever the clock has travelled to. */
  readonly realClock: SandboxClock
  readonly delays: () => Delays
  readonly scripts: Scripts
  readonly providers: readonly SimulatedProvider[]
  readonly send: SendCallback
  readonly tokens: Pick<TokenBook, 'read'>
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
  /** Which card a network token stands for, as the networks tell their acquirers. */
  readToken: TokenBook['read']
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
  const { book, clock, scripts, delays, send } = deps
  const providers = new Map(deps.providers.map((each) => [each.psp, each]))
  const speakerOf = (psp: string) => providers.get(psp)
  const tasks = createTasks({ book, clock, send, speakerOf })
  /** Of operations that are told badly. Kept in memory alone: whoever starts anew misbehaves anew. */
  const timesAsked = new Map<string, number>()

  // A provider that answered badly does not know better itself for a while.
  const viewOf = (operation: Operation): View => {
    const unclear = clock.now() < operation.acceptedAt + operation.plan.unclearForMs
    return { operation, state: unclear ? 'pending' : operation.state }
  }

  return {
    ...submissionsOf({ book, clock, scripts, delays, tasks, speakerOf, viewOf }),
    ...decisionsOf({ book, delays, tasks, speakerOf }),
    ...returnsOf(book, tasks),

    look: (psp, keyOrReference) => {
      const operation = book.byKey(psp, keyOrReference) ?? book.payment(psp, keyOrReference)
      const badly = operation?.plan.whenAsked
      if (!operation || !badly) return operation && viewOf(operation)
      const times = timesAsked.get(operation.id) ?? 0
      timesAsked.set(operation.id, times + 1)
      return { ...viewOf(operation), answer: badly[times] }
    },

    readToken: deps.tokens.read,
    isRedeemed: (voucher) => book.redemptionOf(voucherHash(voucher)) !== undefined,
    wait: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => deps.realClock.after(ms, resolve))),
    settled: book.settled,
    stop: () => tasks.stop(),
  }
}

interface DecisionDeps extends Pick<PspCoreDeps, 'book' | 'delays'> {
  readonly tasks: PspTasks
  readonly speakerOf: (psp: string) => SimulatedProvider | undefined
}

/** What payers and people at the provider decide. */
function decisionsOf(deps: DecisionDeps): Pick<PspCore, 'finishPage' | 'confirm' | 'fire'> {
  const { book, tasks, speakerOf } = deps
  return {
    async finishPage(operation, result, payerIban) {
      if (operation.state !== 'redirect') return
      if (payerIban) book.paidFrom(operation, payerIban)
      const delays = deps.delays()
      if (result === 'cancelled') book.setState(operation, 'cancelled', reasons.cancelledByPayer)
      else if (typeof result === 'object') book.setState(operation, 'declined', result.failed)
      const next =
        result === 'agreed'
          ? speakerOf(operation.psp)?.afterPage(delays, drawOf(operation.reference))
          : undefined
      if (next?.outcome === 'approve') settleMoney(book, operation)
      if (next?.outcome === 'pending') book.setState(operation, 'pending')
      tasks.add(operation, [
        ...(next?.outcome === 'pending' ? next.tasks : [callbackTask(0)]),
        ...operation.plan.tasks,
      ])
      await book.settled()
    },

    async confirm(operation, accepted) {
      if (operation.state !== 'confirmation' && operation.state !== 'pending') return
      if (accepted) settleMoney(book, operation)
      else book.setState(operation, 'declined', reasons.refused)
      tasks.add(operation, [callbackTask(0)])
      await book.settled()
    },

    async fire(operation, act, afterMs = 0) {
      tasks.add(operation, [
        typeof act === 'string'
          ? { afterMs, act: { do: act } }
          : { afterMs, act: { do: 'callback', callback: act } },
      ])
      await book.settled()
    },
  }
}

/** What goes back of a payment, and is won again. */
function returnsOf(book: Book, tasks: PspTasks): Pick<PspCore, 'takeBack' | 'winDispute'> {
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
    tasks.tellLater(operation, back ? toldBack(back) : toldWithout(subject, minor))
    await book.settled()
  }

  return {
    takeBack,

    async winDispute(operation) {
      const { disputed } = operation.totals
      const won = lastBack(operation, 'disputeResolved')
      if (disputed > 0n || !won) return takeBack(operation, 'disputeResolved', disputed, false)
      tasks.tellLater(operation, toldBack(won))
      await book.settled()
    },
  }
}
