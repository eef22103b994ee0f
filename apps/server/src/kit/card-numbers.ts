import { setImmediate } from 'node:timers/promises'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'
import { isSecurityCodeName } from '@signalbox/model/text/security-code-name'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'

const mostTold = 20
/** As much of a file as is looked at in one go, and of what came before, in which a number may have begun. */
const [piece, overlap] = [200_000, 100]

const problem = (field: string): FieldProblem => ({
  field,
  code: 'CARD_NUMBER',
  message: 'Must not contain a card number',
})

const codeProblem = (field: string): FieldProblem => ({
  field,
  code: 'SECURITY_CODE',
  message: 'Must not contain the security code of a card',
})

/** The two places where a security code is asked for: the card of a payment, and what is encrypted for the vault. */
const asksForCode = (path: string): boolean => path === 'cvv' || /(?:^|\.)card\.cvv$/.test(path)

const isCode = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^\s*\d{3,4}\s*$/.test(String(value))

interface Search {
  /** Where a card number is asked for. */
  readonly fields: readonly string[]
  readonly found: FieldProblem[]
  /** Texts that are looked through later, piece by piece. */
  readonly long?: Map<string, string>
}

function find(value: unknown, path: string, search: Search): void {
  const { fields, found, long } = search
  if (found.length >= mostTold || fields.includes(path)) return
  if (typeof value === 'string') {
    if (long && value.length > piece) long.set(path, value)
    else if (holdsCardNumber(value)) found.push(problem(path))
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    // The answer does not repeat the number either.
    const place = path === '' ? name : `${path}.${name}`
    if (holdsCardNumber(name)) find(name, path, search)
    else if (isSecurityCodeName(name) && isCode(member) && !asksForCode(place)) found.push(codeProblem(place))
    else find(member, place, search)
  }
}

/**
 * Card numbers belong into the vault. Typed into a note, a reference, a search or a user id they would be stored in
 * clear, shown to everybody and kept in the audit log for ever; they are refused before anything is written, and so is
 * what calls itself a security code. `fields`: where a card number is asked for.
 */
export function refuseCardNumbers(given: unknown, fields: readonly string[] = []): void {
  const found: FieldProblem[] = []
  find(given, '', { fields, found })
  if (found.length > 0) throw invalid(...found)
}

/** The same for a file of megabytes, of which others need not wait for the end. */
export async function refuseCardNumbersInFile(text: string, field: string): Promise<void> {
  for (let from = 0; from < text.length; from += piece) {
    if (holdsCardNumber(text.slice(Math.max(0, from - overlap), from + piece))) throw invalid(problem(field))
    await setImmediate()
  }
}

/** The same for a body, which may bring a file. */
export async function refuseCardNumbersInBody(given: unknown, fields: readonly string[] = []): Promise<void> {
  const found: FieldProblem[] = []
  const long = new Map<string, string>()
  find(given, '', { fields, found, long })
  if (found.length > 0) throw invalid(...found)
  for (const [field, text] of long) await refuseCardNumbersInFile(text, field)
}
