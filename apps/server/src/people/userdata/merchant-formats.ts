import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import { localeConfig } from '../settings/read-model.ts'
import { timeZoneOf } from './store.ts'

/** What a merchant says about dates and figures, with its own time zone where it names no other. */
export async function merchantFormats(tx: Tx, merchantId: number): Promise<Partial<UserFormats>> {
  const [timeZone, chosen] = await Promise.all([timeZoneOf(tx, merchantId), localeConfig(tx, merchantId)])
  return { timeZone, ...chosen }
}
