import { StatusNo } from '@signalbox/model/reference/status-no'
import { wordedStatusMap } from '../worded-status-map.ts'

export const voucherstoreStatusMap: Readonly<Record<string, number>> = {
  ...wordedStatusMap,
  already_redeemed: StatusNo.ERR_DECLINED_DUPLICATE_TX_ID,
  voucher_expired: StatusNo.ERR_DECLINED_EXPIRED,
}
