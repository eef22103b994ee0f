import type { VoucherVerdict } from '@signalbox/model/store/voucher-verdict'
import { isCode, plainCode } from '@signalbox/model/store/voucher-code'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { judgeVoucher } from '../../payments/vouchers/judge-voucher.ts'
import { voucherHash } from '../../payments/vouchers/voucher-hash.ts'
import { voucherByHash } from '../../payments/vouchers/voucher-store.ts'
import { countWrong, isThrottled, knownAtConsole, queueUp } from '../../payments/vouchers/wrong-tries.ts'
import type { Fingerprint } from '../../payments/vault/fingerprint.ts'
import { findByHash } from './voucher-change-store.ts'

interface Checked {
  readonly verdict: VoucherVerdict
  readonly id: string | null
  readonly serial: string | null
}

/** Finds a voucher by its code. Whoever guesses codes at the console is stopped like whoever guesses them in a shop. */
export async function checkTypedCode(print: Fingerprint, work: Work, typed: string): Promise<Checked> {
  const { tx, now, scope, user, ip } = work
  const knownBy = knownAtConsole(print, { userId: user.id, ip })
  const trier = { merchantId: scope.selected, knownBy, now }
  await queueUp(tx, trier)
  const tooMany = () => new Refusal('RATE_LIMITED', { message: 'Too many wrong codes within an hour.' })
  if (await isThrottled(tx, trier)) throw tooMany()
  const hash = voucherHash(print, typed)
  const found = isCode(plainCode(typed)) ? await findByHash(tx, scope.effective, hash) : undefined
  const voucher = found && (await voucherByHash(tx, found.merchantId, hash))
  if ((!found || !voucher) && !(await countWrong(tx, trier, work.newId))) throw tooMany()
  const missing = isCode(plainCode(typed)) ? 'UNKNOWN' : 'NOT_A_CODE'
  const verdict = voucher ? judgeVoucher(voucher, now) : missing
  work.audit({
    merchantId: found?.merchantId ?? scope.selected,
    entityType: 'voucher',
    entityId: found?.id ?? 'unknown',
    entityLabel: found ? `Voucher ${found.serial}` : 'Unknown code',
    action: 'CHECK_CODE',
    after: { verdict },
  })
  return { verdict, id: found?.id ?? null, serial: found?.serial ?? null }
}
