import { severityOfAmount } from '@signalbox/model/investigation/case'
import { amountText } from '@signalbox/model/money/money-text'
import type { AuditActor } from '../../../kit/audit.ts'
import { perform, type UnitOfWork } from '../../../kit/unit-of-work.ts'
import { openCase } from '../cases/cases.ts'
import { lockUnfinished, setCallbackProgress, type StoredCallback } from '../record/callback-store.ts'
import { lockTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { reportedAmount } from './packed-reading.ts'

const minuteMs = 60_000
/** After so long what could not be booked is tried again, each time; then only when somebody asks for it. */
const retryMs = [1, 5, 30, 120, 360, 1_440].map((minutes) => minutes * minuteMs)

/** Money that could not be booked is somebody's to look at, however it came about. */
export async function openCallbackCase(
  unit: UnitOfWork,
  about: { readonly merchantId: number; readonly txId: number | null; readonly callbackId: string },
  { cause, baseMinor }: { readonly cause: string; readonly baseMinor: bigint | null },
): Promise<void> {
  await openCase(unit, {
    ...about,
    type: 'CALLBACK_FAILED',
    severity: severityOfAmount(baseMinor),
    cause: cause.slice(0, 500),
  })
}

/** What can never be applied is kept with its reason, and somebody asks the PSP. */
export async function refuseCallback(
  unit: UnitOfWork,
  { merchantId, id: txId, amountBaseMinor }: Transaction,
  callbackId: string,
  { message }: NotBookable,
): Promise<void> {
  const refused = { outcome: 'REFUSED', note: message, tries: 1, retryAt: null } as const
  await setCallbackProgress(unit.tx, { merchantId, id: callbackId }, refused)
  await openCallbackCase(
    unit,
    { merchantId, txId, callbackId },
    { cause: message, baseMinor: amountBaseMinor },
  )
}

const sayWhy = (callback: StoredCallback, error: unknown): string => {
  if (error instanceof NotBookable) return error.message
  const amount = reportedAmount(callback.reading)
  const what = `${callback.psp} reports on the payment${amount ? ` (${amountText(amount)})` : ''}`
  return `${what}, and it could not be applied: ${error instanceof Error ? error.message : String(error)}`
}

/**
 * Writes down that it did not work, and asks somebody to look. The message itself is safe already. Whether from now on
 * others find it that waits, who did not before.
 */
export async function recordFailure(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  error: unknown,
): Promise<boolean> {
  const note = sayWhy(callback, error).slice(0, 500)
  const { value } = await perform(machine.deps.kit, actor, async (unit) => {
    const row = await lockTransaction(unit.tx, callback.merchantId, callback.txId)
    const current = await lockUnfinished(unit.tx, callback)
    // Somebody may have dismissed it meanwhile.
    if (!current) return false
    const isFinal = error instanceof NotBookable && error.isFinal
    const delayMs = isFinal ? undefined : retryMs[current.tries]
    await setCallbackProgress(unit.tx, callback, {
      outcome: isFinal ? 'REFUSED' : 'FAILED',
      note,
      tries: current.tries + 1,
      retryAt: delayMs === undefined ? null : new Date(unit.now.getTime() + delayMs),
    })
    // Whoever works on the case is not disturbed with what they know.
    if (current.outcome === 'FAILED' && current.note === note) return false
    const { merchantId, txId, id } = callback
    const baseMinor = row?.amountBaseMinor ?? null
    await openCallbackCase(unit, { merchantId, txId, callbackId: id }, { cause: note, baseMinor })
    return !isFinal && current.outcome !== 'FAILED'
  })
  return value
}
