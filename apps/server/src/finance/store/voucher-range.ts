import { isUuid } from '@signalbox/model/field/validators'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import { changeRange, type Range } from './voucher-change-store.ts'

export interface RangeInput {
  readonly action: 'BLOCK' | 'UNBLOCK'
  readonly batchId?: string | undefined
  readonly fromSerial?: string | undefined
  readonly toSerial?: string | undefined
  readonly reason: string
}

function rangeOf({ batchId, fromSerial, toSerial }: RangeInput): Range {
  if (batchId !== undefined) {
    if (fromSerial !== undefined || toSerial !== undefined)
      throw invalid({ field: 'batchId', code: 'INVALID', message: 'Choose a batch or serials, not both' })
    if (!isUuid(batchId)) throw new Refusal('NOT_FOUND')
    return { batchId }
  }
  const missing = { code: 'REQUIRED', message: texts.required }
  if (fromSerial === undefined) throw invalid({ field: 'fromSerial', ...missing })
  if (toSerial === undefined) throw invalid({ field: 'toSerial', ...missing })
  if (toSerial < fromSerial)
    throw invalid({ field: 'toSerial', code: 'INVALID', message: 'Must not be below the first serial' })
  if (BigInt(toSerial) - BigInt(fromSerial) >= 10_000n)
    throw invalid({ field: 'toSerial', code: 'INVALID', message: 'At most 10000 serials at once' })
  return { fromSerial, toSerial }
}

const nameOf = (range: Range): string =>
  'batchId' in range ? `batch ${range.batchId}` : `${range.fromSerial} to ${range.toSerial}`

/** Blocks or unblocks many vouchers at once. Those in another state are left alone and counted. */
export async function changeVouchers(
  work: Work,
  input: RangeInput,
): Promise<{ changed: number; skipped: number }> {
  const range = rangeOf(input)
  const reason = input.reason.trim()
  if (reason === '') throw invalid({ field: 'reason', code: 'REQUIRED', message: texts.required })
  const outcomes = await changeRange(work.tx, {
    merchants: work.scope.effective,
    range,
    action: input.action,
    reason,
    now: work.now,
    by: work.user.username,
  })
  if (outcomes.length === 0) throw new Refusal('NOT_FOUND', { message: 'There are no such vouchers.' })
  for (const { merchantId, changed, skipped } of outcomes) {
    work.audit({
      merchantId,
      entityType: 'voucher',
      entityId: nameOf(range),
      entityLabel: `Vouchers ${nameOf(range)}`,
      changeType: 'UPDATE',
      action: `${input.action}_RANGE`,
      after: { ...range, changed, skipped },
      note: reason,
    })
    work.emit({ merchantId, topic: 'voucher', key: nameOf(range) })
  }
  const sum = (name: 'changed' | 'skipped') => outcomes.reduce((total, each) => total + each[name], 0)
  return { changed: sum('changed'), skipped: sum('skipped') }
}
