import type { VoucherVerdict } from '@signalbox/model/store/voucher-verdict'
import type { StoredVoucher } from './voucher-store.ts'

const ofState: Readonly<Record<StoredVoucher['state'], VoucherVerdict>> = {
  CREATED: 'NOT_RELEASED',
  ACTIVE: 'OK',
  RESERVED: 'RESERVED',
  REDEEMED: 'REDEEMED',
  REFUNDED: 'REDEEMED',
  BLOCKED: 'BLOCKED',
  EXPIRED: 'EXPIRED',
}

/** Whether a voucher could be redeemed now, whoever asks. Its time is up at its instant, not when a job has seen it. */
export function judgeVoucher(voucher: StoredVoucher, now: Date): VoucherVerdict {
  const verdict = ofState[voucher.state]
  if (verdict !== 'OK') return verdict
  if (Date.parse(voucher.expiresAt) <= now.getTime()) return 'EXPIRED'
  return voucher.productState === 'ACTIVE' || voucher.productState === 'RETIRED' ? 'OK' : 'SUSPENDED'
}
