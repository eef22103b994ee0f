import type { Fingerprint } from '../vault/fingerprint.ts'
import type { CounterSubject } from './counter-types.ts'

interface KnownAbout {
  readonly userId: string
  /** Of the vault or of `accountHash()`; it is a print already. */
  readonly accountHash?: string | undefined
  readonly ip?: string | undefined
  readonly bin?: string | undefined
  readonly email?: string | undefined
  readonly deviceId?: string | undefined
}

/** What a payment is counted under. What is not known is not counted. */
export function counterKeys(
  print: Fingerprint,
  { userId, accountHash, ip, bin, email, deviceId }: KnownAbout,
): CounterSubject['keys'] {
  return {
    USER: print('USER', userId),
    ...(accountHash && { ACCOUNT: accountHash }),
    ...(ip && { IP: print('IP', ip) }),
    ...(bin && { BIN: print('BIN', bin) }),
    ...(email && { EMAIL: print('EMAIL', email) }),
    ...(deviceId && { DEVICE: print('DEVICE', deviceId) }),
  }
}
