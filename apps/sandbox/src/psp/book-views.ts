import { decimalText } from '@signalbox/model/money/money-text'
import type { Book, BookedMovement } from './book.ts'
import type { Movement, Operation } from './operation.ts'

/** An operation without what only the simulator needs to know. */
export const operationView = (operation: Operation) => ({
  id: operation.id,
  psp: operation.psp,
  account: operation.account,
  kind: operation.kind,
  key: operation.key,
  reference: operation.reference,
  originId: operation.originId,
  amount: decimalText(operation.amount),
  currency: operation.amount.currency,
  byToken: operation.byToken ?? false,
  state: operation.state,
  code: operation.code,
  acceptedAt: new Date(operation.acceptedAt).toISOString(),
  /** Until then the provider answers "pending" to whoever asks, whatever stands in its book. */
  unclearUntil:
    operation.plan.unclearForMs > 0
      ? new Date(operation.acceptedAt + operation.plan.unclearForMs).toISOString()
      : null,
  waitingTasks: operation.tasks.filter((task) => !task.done).length,
})

export const movementView = ({ at, payment, by, movement, minor }: BookedMovement) => ({
  at: new Date(at).toISOString(),
  psp: payment.psp,
  account: payment.account,
  reference: payment.reference,
  pspRefId: payment.id,
  /** The reference and key of the capture, void or refund, or of the payment itself. */
  byReference: by.reference,
  key: by.key,
  movement,
  minor: String(minor),
  currency: payment.amount.currency,
})

/** Per payment what was reserved, taken, given back and paid out, in minor units. */
export const bookTotals = (book: Book) =>
  [...book.operations()]
    .filter((operation) => operation.originId === null)
    .map((operation) => ({
      psp: operation.psp,
      reference: operation.reference,
      key: operation.key,
      kind: operation.kind,
      state: operation.state,
      currency: operation.amount.currency,
      ...(Object.fromEntries(
        Object.entries(operation.totals).map(([movement, minor]) => [movement, String(minor)]),
      ) as Record<Movement, string>),
    }))

/** What a provider owes for a day, in the way its statement puts it: money in is positive. */
const signs: Readonly<Partial<Record<Movement, bigint>>> = {
  captured: 1n,
  refunded: -1n,
  paidOut: -1n,
  disputed: -1n,
}

/** Returned money takes the way back it came: a returned payout comes in, a reversed deposit goes out. */
const signOf = ({ movement, payment }: BookedMovement): bigint => {
  if (movement === 'returned') return payment.kind === 'withdrawal' ? 1n : -1n
  return signs[movement] ?? 0n
}

export function settlementOf(book: Book, psp: string, date: string) {
  const lines = book
    .movements()
    .filter(({ payment, at }) => payment.psp === psp && new Date(at).toISOString().startsWith(date))
    .filter((movement) => signOf(movement) !== 0n)
  const totals = new Map<string, bigint>()
  for (const line of lines) {
    const { currency } = line.payment.amount
    totals.set(currency, (totals.get(currency) ?? 0n) + signOf(line) * line.minor)
  }
  return {
    psp,
    date,
    lines: lines.map((line) => ({ ...movementView(line), minor: String(signOf(line) * line.minor) })),
    totals: Object.fromEntries([...totals].map(([currency, minor]) => [currency, String(minor)])),
  }
}
