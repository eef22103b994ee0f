import { addressAllowed } from '../merchant/read-model.ts'
import type { Account } from './account-store.ts'

/** A merchant may name the address ranges its staff work from; the nearest list on the way up counts. */
export const isAllowedIp = (account: Account, ip: string): boolean =>
  addressAllowed(ip, account.home.allowedIps)
