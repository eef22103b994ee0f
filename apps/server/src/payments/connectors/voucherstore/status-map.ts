import { wordedStatusMap } from '../worded-status-map.ts'

export const voucherstoreStatusMap: Readonly<Record<string, number>> = {
  ...wordedStatusMap,
  already_redeemed: 518,
  voucher_expired: 568,
}
