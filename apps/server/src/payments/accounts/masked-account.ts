import { maskAccount, maskEmail, maskIban, maskLocalAccount, maskName } from '@signalbox/model/text/masking'

type Values = Readonly<Record<string, unknown>>

/** What is known about the person behind an account, and how much of it anybody may see. */
export const accountMasks: Readonly<Record<string, (text: string) => string>> = {
  holder: maskName,
  iban: maskIban,
  accountNumber: maskLocalAccount,
  clearingNumber: maskLocalAccount,
  walletEmail: (text) => (text.includes('@') ? maskEmail(text) : maskAccount(text)),
}

/** An account as it may be written where anybody might read it, such as the audit log. */
export function maskRecord<R extends object>(record: R): R {
  const hidden = Object.entries(record as Values).map(([name, value]) => {
    const mask = accountMasks[name]
    return [name, mask && typeof value === 'string' && value !== '' ? mask(value) : value]
  })
  return Object.fromEntries(hidden) as R
}

/** What of an account says whose it is, masked or not. */
const tellingFields = [
  ...Object.keys(accountMasks),
  'merchantUserId',
  'maskedAccount',
  'hashedAccount',
  'expiryDate',
  'startDate',
  'description',
  'bic',
  'bankName',
] as const

interface Owned {
  readonly merchantId: number
  readonly merchantUserId: string
  readonly maskedAccount: string
  readonly providerType: string
}

/** How the audit log names an account, so that its owner can be forgotten and the entry stays. */
export const auditedAccount = <R extends Owned>(before: R | null, after: R | null) => {
  const record = (after ?? before) as R
  const { merchantId, merchantUserId: userId, maskedAccount, providerType } = record
  return {
    entityLabel: `${providerType} ${maskedAccount.slice(-4)}`,
    before: before && maskRecord(before),
    after: after && maskRecord(after),
    subject: { merchantId, userId, fields: tellingFields },
  }
}
