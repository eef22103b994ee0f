import { statusCodeOf, txStatusLabels, type StatusCode } from './status-codes.ts'

const acronyms: Readonly<Record<string, string>> = {
  '3d': '3-D Secure',
  kyc: 'KYC',
  psp: 'PSP',
  ip: 'IP',
  bin: 'BIN',
  bic: 'BIC',
  cvv: 'CVV',
  sca: 'SCA',
  io: 'I/O',
  vaultiq: 'VaultIQ',
  id: 'id',
  tx: 'transaction',
}

/** Said by the state already. */
const prefix = /^ERR_(?:DECLINED?_|INCONSISTENT_|CANCELLED_)?(?=.)/

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `ERR_DECLINED_CVV_FAIL` as "CVV fail". */
const wordsOf = (code: string): string =>
  capitalised(
    code
      .replace(prefix, '')
      .toLowerCase()
      .split('_')
      .map((word) => acronyms[word] ?? word)
      .join(' '),
  )

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
