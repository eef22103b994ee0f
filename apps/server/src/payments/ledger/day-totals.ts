import { dayBefore } from '@signalbox/model/text/calendar-day'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { shutBook } from './book-store.ts'
import { bindThrough, nextDayToTotal, totalDay, totalRest, totalsProgress } from './day-total-store.ts'
import { merchantsWithBooks } from './invariants-store.ts'

type TotalsDeps = Pick<KitDeps, 'db'>

/**
 * Adds up the days of a merchant that are over. First no more can be posted on them, which takes a moment and is all that
 * payments wait for; then they are added up one by one, as long as that takes.
 */
export async function totalDays(
  { db }: TotalsDeps,
  merchantId: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const yesterday = dayBefore(now.toISOString().slice(0, 10))
  const { boundThrough } = await totalsProgress(db, merchantId)
  if (boundThrough === null || boundThrough < yesterday)
    await transaction(db, async (tx) => {
      await shutBook(tx, merchantId)
      await bindThrough(tx, merchantId, yesterday)
    })
  let days = 0
  for (;;) {
    signal?.throwIfAborted()
    const day = await nextDayToTotal(db, merchantId)
    if (day === undefined) break
    if (await transaction(db, (tx) => totalDay(tx, merchantId, day))) days++
  }
  await totalRest(db, merchantId)
  return days
}

/** Every night the day that ended is added up, so that balances of the past need not go through every posting. */
export const totalDaysJob = (deps: TotalsDeps): PeriodicJob => ({
  name: 'ledger-day-totals',
  title: 'Daily totals of the books',
  schedule: { dailyAt: '00:25' },
  atStart: 'when-new',
  async run({ now, signal }) {
    let days = 0
    for (const merchantId of await merchantsWithBooks(deps.db))
      days += await totalDays(deps, merchantId, now, signal)
    return `Days added up: ${days}`
  },
})
