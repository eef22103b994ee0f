import { codeFrom, randomBytesOfCode } from '@signalbox/model/store/voucher-code'
import type { Fingerprint } from '../../payments/vault/fingerprint.ts'
import { voucherHash } from '../../payments/vouchers/voucher-hash.ts'
import type { Work } from '../../kit/handle.ts'
import { nextSerial, serialText, type NewVoucher } from './batch-store.ts'

export interface CodeDeps {
  readonly print: Fingerprint
  readonly random: (bytes: number) => Uint8Array
}

export interface MadeVoucher extends NewVoucher {
  /** For whoever is told it, now and never again. */
  readonly code: string
}

export async function makeVouchers(
  { print, random }: CodeDeps,
  work: Work,
  count: number,
): Promise<MadeVoucher[]> {
  const first = await nextSerial(work.tx)
  return Array.from({ length: count }, (_, index) => {
    const code = codeFrom(random(randomBytesOfCode))
    return {
      id: work.newId(),
      serial: serialText(first + BigInt(index)),
      code,
      codeHash: voucherHash(print, code),
      codeLast4: code.slice(-4),
    }
  })
}
