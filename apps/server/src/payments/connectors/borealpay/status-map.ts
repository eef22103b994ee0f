import { StatusNo } from '@signalbox/model/reference/status-no'
import { iso8583StatusMap } from '../iso-8583-status-map.ts'

/** Boreal speaks ISO 8583 too, and has a few refusals of its own. */
export const borealpayStatusMap: Readonly<Record<string, number>> = {
  ...iso8583StatusMap,
  B1: StatusNo.ERR_DECLINED_FRAUD_RULE_PSP,
  B2: StatusNo.ERR_DECLINED_EMAIL_BLACKLIST,
  B3: StatusNo.ERR_DECLINED_CURRENCY_NOT_SUPPORTED,
  B4: StatusNo.ERR_DECLINE_COUNTRY_NOT_SUPPORTED,
}
