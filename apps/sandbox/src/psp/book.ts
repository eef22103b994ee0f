import { openAppendLog } from '../append-log.ts'
import {
  noTotals,
  type MovedBack,
  type Movement,
  type Operation,
  type OperationState,
  type Task,
  type Totals,
} from './operation.ts'

/** JSON has no integers of this size, so amounts travel as their digits. */
interface StoredMoney {
  readonly minor: string
  readonly currency: string
}

/** What the entries after the first one make of an operation. */
type Derived = 'state' | 'code' | 'arrivedMinor' | 'totals' | 'movedBack' | 'tasks' | 'acceptedAt'

interface AcceptedOperation extends Omit<Operation, 'amount' | 'requested' | Derived> {
  readonly amount: StoredMoney
  readonly requested: StoredMoney
}

type BookEntry =
  | { readonly type: 'accepted'; readonly at: number; readonly operation: AcceptedOperation }
  | {
      readonly type: 'state'
      readonly at: number
      readonly id: string
      readonly state: OperationState
      readonly code: string
    }
  | { readonly type: 'paidFrom'; readonly at: number; readonly id: string; readonly iban: string }
  | { readonly type: 'arrived'; readonly at: number; readonly id: string; readonly minor: string }
  | {
      readonly type: 'moved'
      readonly at: number
      /** The payment the money belongs to. */
      readonly id: string
      /** The operation that moved it: the payment itself, or a capture, void or refund of it. */
      readonly by: string
      readonly movement: Movement
      readonly minor: string
    }
  | { readonly type: 'tasks'; readonly at: number; readonly id: string; readonly tasks: readonly Task[] }
  | { readonly type: 'taskDone'; readonly at: number; readonly id: string; readonly no: number }

type NewOperation = Omit<Operation, Derived>

/** A movement of money as the provider wrote it down. */
export interface BookedMovement {
  readonly at: number
  readonly payment: Operation
  readonly by: Operation
  readonly movement: Movement
  readonly minor: bigint
}

/** Everything the simulated providers did. It is the truth our own ledger is compared with. */
export interface Book {
  byKey(psp: string, key: string): Operation | undefined
  byId(id: string): Operation | undefined
  /** The newest payment under our reference; the provider's own reference is understood too. */
  payment(psp: string, reference: string): Operation | undefined
  /** The payment a voucher was redeemed with, unless that was given back. */
  redemptionOf(voucherHash: string): Operation | undefined
  operations(): Iterable<Operation>
  newestFirst(): Iterable<Operation>
  movements(): readonly BookedMovement[]
  accept(operation: NewOperation): Operation
  setState(operation: Operation, state: OperationState, code?: string): void
  arrived(operation: Operation, minor: bigint): void
  paidFrom(operation: Operation, iban: string): void
  move(payment: Operation, by: Operation, movement: Movement, minor: bigint): void
  addTasks(operation: Operation, tasks: readonly Omit<Task, 'no' | 'done'>[]): void
  finishTask(operation: Operation, task: Task): void
  /** Done when everything above is on the disk; no caller is told anything before. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function openBook(path: string, now: () => number): Book {
  // One line holds all that was done in one go: a payment that was accepted but neither paid nor refused because the
  // process ended in between would wait for ever.
  const log = openAppendLog<readonly BookEntry[]>(path)
  const state = emptyState()
  for (const entry of log.replayed.flat()) apply(state, entry)
  let together: BookEntry[] = []
  const write = (): void => {
    // A disk that cannot be written to ends the process: a provider that forgets money would be worse than none.
    if (together.length > 0) void log.append(together)
    together = []
  }
  const record = (entry: BookEntry): void => {
    apply(state, entry)
    if (together.length === 0) queueMicrotask(write)
    together.push(entry)
  }
  const settled = (): Promise<void> => {
    write()
    return log.settled()
  }
  return {
    byKey: (psp, key) => state.byKey.get(`${psp} ${key}`),
    byId: (id) => state.byId.get(id),
    payment: (psp, reference) => {
      const operation = state.byId.get(reference)
      return operation?.psp === psp ? operation : state.payments.get(`${psp} ${reference}`)
    },
    redemptionOf: (voucherHash) => {
      const operation = state.redemptions.get(voucherHash)
      const isGone = !operation || operation.totals.captured <= operation.totals.refunded
      return isGone ? undefined : operation
    },
    operations: () => state.accepted,
    newestFirst: () => backwards(state.accepted),
    movements: () => state.movements,
    accept(operation) {
      const { amount, requested } = operation
      record({
        type: 'accepted',
        at: now(),
        operation: {
          ...operation,
          amount: { ...amount, minor: String(amount.minor) },
          requested: { ...requested, minor: String(requested.minor) },
        },
      })
      return known(state, operation.id)
    },
    setState: ({ id }, next, code = '') => record({ type: 'state', at: now(), id, state: next, code }),
    arrived: ({ id }, minor) => record({ type: 'arrived', at: now(), id, minor: String(minor) }),
    paidFrom: ({ id }, iban) => record({ type: 'paidFrom', at: now(), id, iban }),
    move: ({ id }, by, movement, minor) =>
      record({ type: 'moved', at: now(), id, by: by.id, movement, minor: String(minor) }),
    addTasks({ id, tasks }, added) {
      if (added.length === 0) return
      const numbered = added.map((task, index) => ({ ...task, no: tasks.length + index, done: false }))
      record({ type: 'tasks', at: now(), id, tasks: numbered })
    },
    finishTask: ({ id }, { no }) => record({ type: 'taskDone', at: now(), id, no }),
    settled,
    close: async () => {
      await settled()
      await log.close()
    },
  }
}

/** From the end, without a copy: a book that has been kept for long is large. */
function* backwards<T>(items: readonly T[]): Generator<T> {
  for (let index = items.length - 1; index >= 0; index--) yield items[index] as T
}

interface State {
  /** In the order they came. */
  readonly accepted: Operation[]
  readonly byId: Map<string, Operation>
  readonly byKey: Map<string, Operation>
  readonly payments: Map<string, Operation>
  readonly redemptions: Map<string, Operation>
  readonly movements: BookedMovement[]
}

const emptyState = (): State => ({
  accepted: [],
  byId: new Map(),
  byKey: new Map(),
  payments: new Map(),
  redemptions: new Map(),
  movements: [],
})

function known(state: State, id: string): Operation {
  const operation = state.byId.get(id)
  if (!operation) throw new Error(`The book knows no operation ${id}`)
  return operation
}

function apply(state: State, entry: BookEntry): void {
  if (entry.type === 'accepted') {
    const operation = revive(entry.operation, entry.at)
    state.accepted.push(operation)
    state.byId.set(operation.id, operation)
    state.byKey.set(`${operation.psp} ${operation.key}`, operation)
    if (operation.originId === null) state.payments.set(`${operation.psp} ${operation.reference}`, operation)
    return
  }
  const operation = known(state, entry.id)
  switch (entry.type) {
    case 'state':
      operation.state = entry.state
      operation.code = entry.code
      return
    case 'arrived':
      operation.arrivedMinor = BigInt(entry.minor)
      return
    case 'paidFrom':
      operation.payerIban = entry.iban
      return
    case 'moved': {
      const minor = BigInt(entry.minor)
      operation.totals[entry.movement] += minor
      const back = movedBack(operation, entry.movement, minor)
      if (back) operation.movedBack.push(back)
      if (entry.movement === 'captured' && operation.voucherHash)
        state.redemptions.set(operation.voucherHash, operation)
      const by = known(state, entry.by)
      state.movements.push({ at: entry.at, payment: operation, by, movement: entry.movement, minor })
      return
    }
    case 'tasks':
      operation.tasks.push(...entry.tasks.map((task) => ({ ...task })))
      return
    case 'taskDone': {
      const task = operation.tasks[entry.no]
      if (task) task.done = true
    }
  }
}

/** Numbered by the order in the book, so that a book that is read again gives the same ids. */
function movedBack(
  { id, movedBack: before }: Operation,
  movement: Movement,
  minor: bigint,
): MovedBack | undefined {
  if (movement !== 'returned' && movement !== 'disputed') return undefined
  const disputed = minor > 0n ? 'disputeFiled' : 'disputeResolved'
  return {
    id: `${id}-R${before.length + 1}`,
    subject: movement === 'returned' ? 'reversal' : disputed,
    minor: minor > 0n ? minor : -minor,
  }
}

const revive = (stored: AcceptedOperation, acceptedAt: number): Operation => ({
  ...stored,
  amount: { ...stored.amount, minor: BigInt(stored.amount.minor) },
  requested: { ...stored.requested, minor: BigInt(stored.requested.minor) },
  acceptedAt,
  state: 'pending',
  code: '',
  arrivedMinor: null,
  totals: noTotals() satisfies Totals,
  movedBack: [],
  tasks: [],
})
