import type { bankMapping, bankMappingActions, bankMappingConditions } from '../entities/bank-mapping.ts'
import type { RecordOf } from '../field/entity.ts'
import { readIban } from '../reference/iban-banks.ts'

/** What a payout to a bank account is known by, which mappings look at. */
export type PayoutFacts = Partial<Record<(typeof bankMappingConditions)[number], string>>

/** What a mapping adds to what the PSP is sent. */
export type BankDetails = {
  readonly [Name in (typeof bankMappingActions)[number]]?: NonNullable<RecordOf<typeof bankMapping>[Name]>
}

export interface PayoutAccount {
  readonly iban?: string | null | undefined
  readonly bic?: string | null | undefined
  readonly accountNumber?: string | null | undefined
  readonly clearingNumber?: string | null | undefined
}

/** What an account says about its bank; undefined where it is no account at a bank. */
export function payoutFactsOf(account: PayoutAccount): PayoutFacts | undefined {
  const { bic, accountNumber, clearingNumber } = account
  const read = account.iban ? readIban(account.iban) : null
  if (!read && !accountNumber) return undefined
  const known = {
    bic: bic ?? read?.bicPrefix,
    clearingNumber: clearingNumber ?? read?.clearingNumber,
    accountNumber: read?.iban ?? accountNumber,
    country: read?.countryCode,
  }
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** No longer than the bank takes. */
export const shortened = (text: string | undefined, most: number | undefined): string | undefined =>
  text === undefined || most === undefined ? text : text.slice(0, most).trimEnd()
