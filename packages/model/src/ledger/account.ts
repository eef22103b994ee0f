/** What an account is for, and on which side it usually stands. */
export const accountClasses = {
  PSP_RECEIVABLE: 'ASSET',
  BANK: 'ASSET',
  USER_FUNDS: 'LIABILITY',
  WITHDRAWAL_RESERVED: 'LIABILITY',
  SUSPENSE: 'LIABILITY',
  PSP_FEE_ACCRUED: 'LIABILITY',
  RESERVE_HELD: 'ASSET',
  VOUCHER_LIABILITY: 'LIABILITY',
  DISTRIBUTOR_RECEIVABLE: 'ASSET',
  PLATFORM_FEES_PAYABLE: 'LIABILITY',
  VAT_RECOVERABLE: 'ASSET',
  VAT_PAYABLE: 'LIABILITY',
  USER_FEE_INCOME: 'INCOME',
  BREAKAGE_INCOME: 'INCOME',
  DISTRIBUTOR_COMMISSION: 'EXPENSE',
  PSP_FEE_EXPENSE: 'EXPENSE',
  CHARGEBACK_LOSS: 'EXPENSE',
  RECON_DIFFERENCE: 'EXPENSE',
  PLATFORM_FEE_EXPENSE: 'EXPENSE',
  FX_GAIN_LOSS: 'EXPENSE',
  FX_CLEARING: 'TRADING',
} as const satisfies Record<string, 'ASSET' | 'LIABILITY' | 'INCOME' | 'EXPENSE' | 'TRADING'>

export type AccountType = keyof typeof accountClasses

/** An account of one merchant. The dimension says which: a PSP and its account, a currency pair, or nothing. */
export interface LedgerAccount {
  readonly type: AccountType
  readonly dimension: string
  readonly currency: string
}

/** The name an account is stored under. Dimensions hold no colon, so it can be taken apart again. */
export function accountKey(merchantId: number, { type, dimension, currency }: LedgerAccount): string {
  if (dimension.includes(':')) throw new RangeError(`${dimension} cannot name an account`)
  return `${type}:${merchantId}:${dimension}:${currency}`
}

export function parseAccountKey(key: string): (LedgerAccount & { merchantId: number }) | undefined {
  const [type = '', merchantId = '', dimension = '', currency = '', ...rest] = key.split(':')
  if (!Object.hasOwn(accountClasses, type) || !/^\d+$/.test(merchantId) || currency === '' || rest.length > 0)
    return undefined
  return { type: type as AccountType, merchantId: Number(merchantId), dimension, currency }
}
