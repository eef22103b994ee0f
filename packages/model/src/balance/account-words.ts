import { accountClasses, type AccountType } from '../ledger/account.ts'
import type { JournalSource, LedgerEvent } from '../ledger/journal.ts'

/** What people call the accounts. */
export const accountLabels = {
  PSP_RECEIVABLE: 'PSP receivable',
  BANK: 'Bank',
  USER_FUNDS: 'User funds',
  WITHDRAWAL_RESERVED: 'Withdrawals reserved',
  SUSPENSE: 'Suspense',
  PSP_FEE_ACCRUED: 'PSP fees accrued',
  RESERVE_HELD: 'Reserve held',
  VOUCHER_LIABILITY: 'Voucher liability',
  DISTRIBUTOR_RECEIVABLE: 'Distributor receivable',
  PLATFORM_FEES_PAYABLE: 'Platform fees payable',
  VAT_RECOVERABLE: 'VAT recoverable',
  VAT_PAYABLE: 'VAT payable',
  USER_FEE_INCOME: 'User fee income',
  BREAKAGE_INCOME: 'Breakage income',
  DISTRIBUTOR_COMMISSION: 'Distributor commission',
  PSP_FEE_EXPENSE: 'PSP fees',
  CHARGEBACK_LOSS: 'Chargeback loss',
  RECON_DIFFERENCE: 'Reconciliation difference',
  PLATFORM_FEE_EXPENSE: 'Platform fees',
  FX_GAIN_LOSS: 'FX gain and loss',
  FX_CLEARING: 'FX clearing',
} as const satisfies Record<AccountType, string>

export const classLabels = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  INCOME: 'Income',
  EXPENSE: 'Expenses',
  TRADING: 'Trading',
} as const
export type AccountClass = keyof typeof classLabels

export const accountTypes = Object.keys(accountClasses) as AccountType[]

export const isAccountType = (text: string): text is AccountType => Object.hasOwn(accountClasses, text)

/**
 * What accounts are the sum of, where something else keeps it payment by payment: an entry by hand would be in the one and
 * not in the other.
 */
const controlled: Readonly<Partial<Record<AccountType, string>>> = {
  PSP_RECEIVABLE: 'payments that are not settled',
  PSP_FEE_ACCRUED: 'the fees of payments that are not settled',
  RESERVE_HELD: 'what settlements say is held back',
  WITHDRAWAL_RESERVED: 'withdrawals that are under way',
  SUSPENSE: 'open cases',
  VOUCHER_LIABILITY: 'vouchers outstanding',
}

/** What an account has to agree with, so that nobody posts to it by hand; undefined where there is no such thing. */
export function controlOf(type: AccountType, dimension: string): string | undefined {
  // Without a customer they are fees merchants bear, which no invoice takes back.
  if (type === 'PLATFORM_FEES_PAYABLE' && dimension !== '') return 'the invoices of the customer'
  return controlled[type]
}

/** Accounts people can choose for an entry by hand. */
export const adjustableTypes = accountTypes.filter((type) => controlOf(type, '') === undefined)

/** Which accounts a person can post to by hand need a PSP or something else to tell them apart. */
const dimensions: Readonly<Partial<Record<AccountType, string>>> = {
  BANK: 'Bank account',
  DISTRIBUTOR_RECEIVABLE: 'Product',
  DISTRIBUTOR_COMMISSION: 'Product',
  PSP_FEE_EXPENSE: 'PSP',
  CHARGEBACK_LOSS: 'PSP',
  RECON_DIFFERENCE: 'PSP',
  FX_CLEARING: 'Currency pair, such as EUR/SEK',
}

/** What tells the accounts of a type apart; undefined where a merchant has one per currency. */
export const dimensionOf = (type: AccountType): string | undefined => dimensions[type]

export const eventLabels = {
  DEPOSIT_SUCCESS: 'Deposit',
  WITHDRAWAL_RESERVED: 'Withdrawal reserved',
  WITHDRAWAL_SUCCESS: 'Withdrawal paid',
  WITHDRAWAL_RELEASED: 'Withdrawal released',
  CAPTURE: 'Capture',
  REFUND: 'Refund',
  REVERSAL: 'Reversal',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_WON: 'Chargeback won',
  PSP_FEE: 'PSP fee',
  MERCHANT_FEE: 'Merchant fee',
  SUSPENSE_HELD: 'Held in suspense',
  SUSPENSE_SUCCESS: 'Suspense decided: successful',
  SUSPENSE_RETURNED: 'Suspense decided: failed',
  SUCCESS_SUSPENDED: 'Success in doubt',
  SETTLEMENT: 'Settlement',
  VOUCHER_SOLD: 'Vouchers sold',
  VOUCHER_REDEEMED: 'Voucher redeemed',
  VOUCHER_EXPIRED: 'Vouchers expired',
  VOUCHER_REFUNDED: 'Voucher refunded',
  INVOICE_ISSUED: 'Invoice issued',
  INVOICE_PAID: 'Invoice paid',
  INVOICE_WRITTEN_OFF: 'Invoice written off',
  ADJUSTMENT: 'Adjustment',
  ENTRY_REVERSED: 'Entry reversed',
} as const satisfies Record<LedgerEvent, string>

export const sourceLabels = {
  TRANSACTION: 'Transaction',
  SETTLEMENT: 'Settlement',
  VOUCHER: 'Voucher',
  INVOICE: 'Invoice',
  ADJUSTMENT: 'Adjustment',
} as const satisfies Record<JournalSource, string>
