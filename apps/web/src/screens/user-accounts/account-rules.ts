import { isIban } from '@signalbox/model/reference/account-number'
import { texts } from '@signalbox/model/text/texts'
import type { Row } from '../../kit/list/listing.ts'
import type { RecordCheck } from '../../kit/record/use-record-form.ts'

type Refusal = (row: Row) => string | null

const unless =
  (name: string, value: unknown, message: string): Refusal =>
  (row) =>
    row[name] === value ? message : null

const refusals: Readonly<Record<string, Refusal>> = {
  activate: unless('status', 'ACTIVE', 'The account is already active.'),
  inactivate: ({ status }) =>
    status === 'ACTIVE' || status === 'NEW' ? null : 'Only an active account can be deactivated.',
  block: unless('status', 'BLOCKED', 'The account is already blocked.'),
  show: unless('visible', true, 'The account is already shown.'),
  hide: unless('visible', false, 'The account is already hidden.'),
  verify: unless('verificationStatus', 'VERIFIED', 'The account is already verified.'),
  unverify: unless('verificationStatus', 'UNVERIFIED', 'The account is not verified.'),
  'request-verification': unless('verificationStatus', 'REQUESTED', 'Verification is already requested.'),
  delete: unless('status', 'DELETED', 'The account is already deleted.'),
}

export const operationRefusal = (name: string, row: Row): string | null => refusals[name]?.(row) ?? null

const isMask = (value: string): boolean => value.includes('***')

const bankFields = ['iban', 'bic', 'accountNumber', 'clearingNumber', 'walletEmail'] as const

/** What the server would refuse, said while it is typed. */
export const checkAccount: RecordCheck = ({ values, record }) => {
  if (record?.providerType === 'CREDITCARD') {
    const filled = bankFields.filter((name) => values[name])
    return Object.fromEntries(
      filled.map((name) => [name, 'A card has no bank details, and its number cannot be changed']),
    )
  }
  const iban = typeof values.iban === 'string' ? values.iban : ''
  return iban !== '' && !isMask(iban) && !isIban(iban) ? { iban: texts.invalidIban } : {}
}
