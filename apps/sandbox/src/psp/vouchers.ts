import { createHash } from 'node:crypto'

/** Spaces, dashes and small letters make no other voucher. */
export const plainVoucher = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** What the book keeps of a voucher, which is as good as money. */
export const voucherHash = (code: string): string =>
  createHash('sha256')
    .update(`voucher ${plainVoucher(code)}`)
    .digest('hex')
