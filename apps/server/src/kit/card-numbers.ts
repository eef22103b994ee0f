import { holdsCardNumber } from '@signalbox/model/card-number-in-text'
import { invalid, type FieldProblem } from '@signalbox/model/refusal'

const mostTold = 20

/** Our own numbers, which by chance may look like those of a card. */
const isOurs = (path: string): boolean => /(^|\.)(id|txId|originTxId|transactionId)$/.test(path)

function find(value: unknown, path: string, fields: readonly string[], found: FieldProblem[]): void {
  if (found.length >= mostTold || fields.includes(path) || isOurs(path)) return
  if (typeof value === 'string') {
    if (holdsCardNumber(value))
      found.push({ field: path, code: 'CARD_NUMBER', message: 'Must not hold a card number' })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    find(name, at, fields, found)
    find(member, at, fields, found)
  }
}

/**
 * Card numbers belong into the vault. Typed into a note, a reference or a user id they would be stored in clear, shown
 * to everybody and kept in the audit log for ever; they are refused before anything is written. `fields`: where a card
 * number is asked for.
 */
export function refuseCardNumbers(body: unknown, fields: readonly string[] = []): void {
  const found: FieldProblem[] = []
  find(body, '', fields, found)
  if (found.length > 0) throw invalid(...found)
}
