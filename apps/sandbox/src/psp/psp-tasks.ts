import type { SandboxClock } from '../clock.ts'
import type { Book } from './book.ts'
import { deliverCallback, type SendCallback } from './deliver-callback.ts'
import { leftMinor, settleMoney } from './money-moves.ts'
import type { CallbackPlan, Operation, PlannedTask, Task } from './operation.ts'
import type { SimulatedProvider } from './provider.ts'
import { lastBack, toldBack, toldWithout } from './told-back.ts'

interface TaskDeps {
  readonly book: Book
  readonly clock: SandboxClock
  readonly send: SendCallback
  readonly speakerOf: (psp: string) => SimulatedProvider | undefined
}

/** What providers do by themselves, when it is due. It is written down first, so a restart loses nothing. */
export interface PspTasks {
  add(operation: Operation, tasks: readonly PlannedTask[]): void
  /** Told by a task of its own, which is written down with what was moved: whoever is killed in between moves it once. */
  tellLater(operation: Operation, callback: CallbackPlan): void
  stop(): void
}

/** Everything that is still to come, so that it can be called off. */
function timersOf(clock: SandboxClock) {
  const pending = new Set<() => void>()
  const later = (ms: number, run: () => void): void => {
    const cancel = clock.after(ms, () => {
      pending.delete(cancel)
      run()
    })
    pending.add(cancel)
  }
  const cancelAll = (): void => {
    for (const cancel of pending) cancel()
    pending.clear()
  }
  return { later, cancelAll }
}

export function createTasks({ book, clock, send, speakerOf }: TaskDeps): PspTasks {
  const { later, cancelAll } = timersOf(clock)
  let stopped = false

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
  const add = (operation: Operation, tasks: readonly PlannedTask[]): void => {
    const first = operation.tasks.length
    const now = clock.now()
    book.addTasks(
      operation,
      tasks.map(({ afterMs, act }) => ({ dueAt: now + afterMs, act })),
    )
    for (const task of operation.tasks.slice(first)) schedule(operation, task)
  }
  const tell = async (operation: Operation, task: Task, plan: CallbackPlan): Promise<void> => {
    const speaker = speakerOf(operation.psp)
    if (!speaker) return
    await book.settled()
    await deliverCallback({
      speaker,
      operation,
      plan,
      taskNo: task.no,
      now: clock.now(),
      pause: (ms) => new Promise((resolve) => later(ms, resolve)),
      send,
    })
  }
  const tellLater = (operation: Operation, callback: CallbackPlan): void =>
    add(operation, [{ afterMs: 0, act: { do: 'callback', callback } }])
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
      case 'reversal':
        reverse(book, operation, tellLater)
        break
      case 'dispute':
        dispute(book, operation, tellLater)
    }
    // What was being told when the book was closed is still owed, and told again after the next start.
    if (!stopped) book.finishTask(operation, task)
  }

  // What was promised before the process ended is still owed.
  for (const operation of book.operations()) {
    for (const task of operation.tasks) if (!task.done) schedule(operation, task)
  }
  const stop = (): void => {
    stopped = true
    cancelAll()
  }
  return { add, tellLater, stop }
}

/** All that is left goes back. */
function reverse(book: Book, operation: Operation, tellLater: PspTasks['tellLater']): void {
  const left = leftMinor(operation.totals)
  if (left > 0n) book.move(operation, operation, 'returned', left)
  // Told once more, or of what went back in another way before, it moves nothing.
  const back = lastBack(operation, 'reversal')
  const { captured, paidOut } = operation.totals
  if (back) tellLater(operation, toldBack(back))
  else if (captured + paidOut > 0n) tellLater(operation, toldWithout('reversal', captured + paidOut))
}

/** All that is left is disputed. */
function dispute(book: Book, operation: Operation, tellLater: PspTasks['tellLater']): void {
  const left = leftMinor(operation.totals)
  if (operation.totals.captured > 0n && operation.totals.disputed === 0n && left > 0n)
    book.move(operation, operation, 'disputed', left)
  const back = lastBack(operation, 'disputeFiled')
  // Of what may still be paid it would be a lie that comes true: nobody disputes what was only reserved.
  const mayBePaid = !['approved', 'declined', 'cancelled'].includes(operation.state)
  if (operation.totals.captured > 0n || !mayBePaid)
    tellLater(operation, back ? toldBack(back) : toldWithout('disputeFiled'))
}
