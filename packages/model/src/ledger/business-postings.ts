import { addMoney, subtractMoney, type Money } from '../money/money.ts'
import { credit, debit, type JournalLine } from './journal.ts'

/** A payout of a PSP that somebody accepted. */
export interface SettlementMoney {
  readonly psp: string
  readonly pspAccount: string
  readonly bankAccount: string
  /** What the payments in it add up to. */
  readonly gross: Money
  readonly net: Money
  /** What the PSP kept. */
  readonly fee: Money
  /** What the PSP keeps for a while. */
  readonly heldBack: Money
}

/** What is left between gross and its parts is a difference somebody accepted. */
export function settlementAccepted(money: SettlementMoney): JournalLine[] {
  const { psp, pspAccount, bankAccount, gross, net, fee, heldBack } = money
  const explained = addMoney(addMoney(net, fee), heldBack)
  return [
    ...debit('BANK', bankAccount, net),
    ...debit('PSP_FEE_ACCRUED', psp, fee),
    ...debit('RESERVE_HELD', psp, heldBack),
    ...debit('RECON_DIFFERENCE', psp, subtractMoney(gross, explained)),
    ...credit('PSP_RECEIVABLE', `${psp}/${pspAccount}`, gross),
  ]
}

/** A PSP took, or gave, more than the payment has: nobody's money, and a difference somebody accepted. */
export const surplusAccepted = (
  { psp, pspAccount, way }: { readonly psp: string; readonly pspAccount: string; readonly way: 'IN' | 'OUT' },
  surplus: Money,
): JournalLine[] => {
  const [atPsp, difference] = way === 'IN' ? [debit, credit] : [credit, debit]
  return [
    ...atPsp('PSP_RECEIVABLE', `${psp}/${pspAccount}`, surplus),
    ...difference('RECON_DIFFERENCE', psp, surplus),
  ]
}

/** The distributor owes the value without what it keeps of it. */
export const vouchersSold = (product: string, value: Money, commission: Money): JournalLine[] => [
  ...debit('DISTRIBUTOR_RECEIVABLE', product, subtractMoney(value, commission)),
  ...debit('DISTRIBUTOR_COMMISSION', product, commission),
  ...credit('VOUCHER_LIABILITY', product, value),
]

interface AtStore {
  readonly psp: string
  readonly pspAccount: string
}

/**
 * The payment books what the store owes for it, like that of any PSP, and the user's money with its fees. Our own store
 * pays at once, with what it owes the holder: together that is the liability against the user's funds.
 */
export const voucherRedeemed = (
  product: string,
  value: Money,
  { psp, pspAccount }: AtStore,
): JournalLine[] => [
  ...debit('VOUCHER_LIABILITY', product, value),
  ...credit('PSP_RECEIVABLE', `${psp}/${pspAccount}`, value),
]

/** What a refund took from the user is given back by the distributor, who owes us that much less. */
export const voucherRefunded = (
  product: string,
  value: Money,
  { psp, pspAccount }: AtStore,
): JournalLine[] => [
  ...debit('PSP_RECEIVABLE', `${psp}/${pspAccount}`, value),
  ...credit('DISTRIBUTOR_RECEIVABLE', product, value),
]

export const vouchersExpired = (product: string, value: Money): JournalLine[] => [
  ...debit('VOUCHER_LIABILITY', product, value),
  ...credit('BREAKAGE_INCOME', '', value),
]

export const invoiceIssued = (customer: string, net: Money, vat: Money): JournalLine[] => [
  ...debit('PLATFORM_FEE_EXPENSE', customer, net),
  ...debit('VAT_RECOVERABLE', customer, vat),
  ...credit('PLATFORM_FEES_PAYABLE', customer, addMoney(net, vat)),
]

/** What was charged and is not collected any more. */
export const invoiceWrittenOff = (customer: string, total: Money): JournalLine[] => [
  ...debit('PLATFORM_FEES_PAYABLE', customer, total),
  ...credit('PLATFORM_FEE_EXPENSE', customer, total),
]

export const invoicePaid = (customer: string, bankAccount: string, total: Money): JournalLine[] => [
  ...debit('PLATFORM_FEES_PAYABLE', customer, total),
  ...credit('BANK', bankAccount, total),
]
