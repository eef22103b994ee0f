import { codeWords } from '../text/code-words.ts'
import { statusCodeOf, txStatusLabels, type StatusCode } from './status-codes.ts'

/** Said by the state already. */
const prefix = /^ERR_(?:DECLINED?_|INCONSISTENT_|CANCELLED_)?(?=.)/

/** `ERR_DECLINED_CVV_FAIL` as "CVV fail". */
const wordsOf = (code: string): string => codeWords(code.replace(prefix, ''))

const withoutFullStop = (text: string): string => text.replace(/\.$/, '')

/** These say no more than the state does. */
const plain: readonly string[] = [
  'SUCCESS',
  'REGISTERED',
  'WAITING_INPUT',
  'WAITING_DEPOSIT_APPROVAL',
  'WAITING_WITHDRAWAL_APPROVAL',
  'ERR_INCONSISTENT_TRANSACTION',
]

const reasonOf = ({ code, text }: StatusCode): string =>
  plain.includes(code) ? '' : code.startsWith('ERR_') ? wordsOf(code) : withoutFullStop(text)

/** Why a payment is in its state, in a few words; nothing where the state says it all. */
export function statusReason(statusNo: number): string {
  const status = statusCodeOf(statusNo)
  return status ? reasonOf(status) : ''
}

/** A status with its number and code: what operators quote to engineers, and look up. */
export function statusInFull(statusNo: number): string {
  const status = statusCodeOf(statusNo)
  return status ? `${txStatusLabels[status.status]}: ${status.text} ${status.code} (${status.no})` : ''
}
