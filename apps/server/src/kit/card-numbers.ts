import { holdsCardNumber } from '@signalbox/model/card-number-in-text'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { invalid, type FieldProblem } from '@signalbox/model/refusal'

const mostTold = 20
const dayMs = 86_400_000

/** Transactions have numbers too, and people write them down: those that can have been given are no cards. */
const isTransaction = (digits: string): boolean => Number(digits) < firstTxIdAt(Date.now() + dayMs)

const holds = (text: string): boolean => holdsCardNumber(text, isTransaction)

function find(value: unknown, path: string, fields: readonly string[], found: FieldProblem[]): void {
  if (found.length >= mostTold || fields.includes(path)) return
  if (typeof value === 'string') {
    if (holds(value)) found.push({ field: path, code: 'CARD_NUMBER', message: 'Must not hold a card number' })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    // The answer does not repeat the number either.
    if (holds(name)) find(name, path, fields, found)
    else find(member, path === '' ? name : `${path}.${name}`, fields, found)
  }
}

/**
 * Card numbers belong into the vault. Typed into a note, a reference, a search or a user id they would be stored in
 * clear, shown to everybody and kept in the audit log for ever; they are refused before anything is written. `fields`:
 * where a card number is asked for.
 */
export function refuseCardNumbers(given: unknown, fields: readonly string[] = []): void {
  const found: FieldProblem[] = []
  find(given, '', fields, found)
  if (found.length > 0) throw invalid(...found)
}
