import { plainCode } from '@signalbox/model/store/voucher-code'
import type { Fingerprint } from '../vault/fingerprint.ts'

/** What the store knows of a code: a keyed hash, which stays the same when the master key changes. */
export const voucherHash = (print: Fingerprint, typed: string): string => print('VOUCHER', plainCode(typed))
