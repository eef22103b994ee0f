import { counted } from '@signalbox/model/text/counted'
import { vouchersExpired } from '@signalbox/model/ledger/business-postings'
import { isFinal, stateOfNumber } from '@signalbox/model/payments/transitions'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { post } from '../ledger/ledger.ts'
import { leaseMs } from './redeem.ts'
import { removeOldTries } from './try-store.ts'
import {
  endedLeases,
  expireVouchers,
  holdVoucher,
  lockedPaymentStatus,
  merchantsWithExpired,
  releaseVoucher,
  timeZoneOf,
  voucherOfPayment,
  type ExpiredVouchers,
  type Lease,
} from './voucher-store.ts'
import { triesKeptMs } from './wrong-tries.ts'

/**
 * A reservation whose time is up goes by its payment: a payment that failed, or that was never written, lets the voucher
 * go; one that is under way keeps it. A success redeems it in its own commit, so there is nothing to do here.
 */
async function lookAfter(deps: KitDeps, { merchantId, txId }: Lease): Promise<boolean> {
  const { value } = await perform(deps, systemActor, async (unit) => {
    const statusNo = await lockedPaymentStatus(unit.tx, merchantId, txId)
    const voucher = await voucherOfPayment(unit.tx, merchantId, txId, { locked: true })
    if (voucher?.state !== 'RESERVED') return false
    const isOver = statusNo === null || (isFinal(statusNo) && stateOfNumber(statusNo) !== 'SUCCESSFUL')
    if (!isOver) {
      await holdVoucher(unit.tx, voucher, unit.now, new Date(unit.now.getTime() + leaseMs))
      return false
    }
    await releaseVoucher(unit.tx, voucher, unit.now)
    unit.emit({ merchantId, topic: 'voucher', key: voucher.id })
    return true
  })
  return value
}

const leasesPerRun = 500

/** Gives vouchers free that payments left reserved. Gives how many. */
export async function releaseLeases(deps: KitDeps, signal?: AbortSignal): Promise<number> {
  let released = 0
  for (const lease of await endedLeases(deps.db, deps.now(), leasesPerRun)) {
    signal?.throwIfAborted()
    if (await lookAfter(deps, lease)) released++
  }
  return released
}

async function bookExpired(unit: UnitOfWork, expired: ExpiredVouchers, timeZone: string): Promise<void> {
  const { merchantId, batchId, sku, currency, vouchers, valueMinor } = expired
  const { now, newId } = unit
  await post(
    unit.tx,
    {
      merchantId,
      sourceType: 'VOUCHER',
      // Vouchers of one batch may end on several days, where some were extended.
      sourceId: `${batchId}:${newId()}`,
      eventType: 'VOUCHER_EXPIRED',
      valueDate: writeLocalTime('YYYY-MM-DD', now.getTime(), timeZone),
      description: `${counted(vouchers, 'voucher')} of ${sku} expired`,
      createdBy: 'system',
      lines: vouchersExpired(sku, { minor: valueMinor, currency }),
    },
    { now, newId },
  )
}

/** Ends all vouchers whose time is up. Gives how many. */
export async function expireDueVouchers(deps: KitDeps, signal?: AbortSignal): Promise<number> {
  let ended = 0
  for (const merchantId of await merchantsWithExpired(deps.db, deps.now())) {
    signal?.throwIfAborted()
    const { value } = await perform(deps, systemActor, async (unit) => {
      const timeZone = await timeZoneOf(unit.tx, merchantId)
      const batches = await expireVouchers(unit.tx, merchantId, unit.now)
      for (const batch of batches) await bookExpired(unit, batch, timeZone)
      const vouchers = batches.reduce((sum, batch) => sum + batch.vouchers, 0)
      if (vouchers > 0) {
        unit.emit({ merchantId, topic: 'voucher', key: String(merchantId) })
        unit.audit({
          merchantId,
          entityType: 'voucher',
          entityId: String(merchantId),
          entityLabel: counted(vouchers, 'voucher'),
          action: 'EXPIRE',
          after: { vouchers, batches: batches.length },
        })
      }
      return vouchers
    })
    ended += value
  }
  return ended
}

/** What the store does by itself. */
export const voucherJobs = (deps: KitDeps): PeriodicJob[] => [
  {
    name: 'voucher-leases',
    title: 'Stale voucher reservations',
    schedule: { everySeconds: 60 },
    atStart: 'always',
    run: async ({ signal }) => {
      await removeOldTries(deps.db, new Date(deps.now().getTime() - triesKeptMs))
      return `Vouchers: ${await releaseLeases(deps, signal)}`
    },
  },
  {
    name: 'voucher-expiry',
    title: 'Expiry of vouchers',
    schedule: { dailyAt: '00:20' },
    atStart: 'when-new',
    run: async ({ signal }) => `Vouchers: ${await expireDueVouchers(deps, signal)}`,
  },
]
