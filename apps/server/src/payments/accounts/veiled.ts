import { maskAccount, maskEmail, maskIban, maskName } from '@signalbox/model/masking'

type Values = Readonly<Record<string, unknown>>

/** What is known about the person behind an account, and how much of it anybody may see. */
export const accountMasks: Readonly<Record<string, (text: string) => string>> = {
  holder: maskName,
  iban: maskIban,
  clearingNumber: maskAccount,
  walletEmail: (text) => (text.includes('@') ? maskEmail(text) : maskAccount(text)),
}

/** An account as it may be written where anybody might read it, such as the audit log. */
export function veiled<R extends object>(record: R): R {
  const hidden = Object.entries(record as Values).map(([name, value]) => {
    const mask = accountMasks[name]
    return [name, mask && typeof value === 'string' && value !== '' ? mask(value) : value]
  })
  return Object.fromEntries(hidden) as R
}
