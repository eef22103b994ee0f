/** Whether a code could be redeemed now, in words. */
export const voucherVerdicts = {
  OK: 'Can be redeemed now.',
  NOT_A_CODE: 'This cannot be a code: a character is wrong or missing.',
  UNKNOWN: 'There is no such voucher.',
  NOT_RELEASED: 'Its batch has not been released.',
  BLOCKED: 'The voucher is blocked.',
  EXPIRED: 'The voucher has expired.',
  REDEEMED: 'The voucher has been redeemed.',
  RESERVED: 'A payment is redeeming it right now.',
  SUSPENDED: 'Its product is suspended.',
} as const
export type VoucherVerdict = keyof typeof voucherVerdicts
