import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import {
  changedHours,
  lockProgress,
  merchantsWithPayments,
  progressOf,
  recount,
  setProgress,
  type HourRange,
} from './rollup-store.ts'

type PerformanceDeps = Pick<KitDeps, 'db'>

const hourMs = 3_600_000
/** A commit may come this long after the instant it is dated with. */
const lateMs = 120_000
/** Counted at once: a long history is worked off piece by piece. */
const longestRangeMs = 24 * hourMs

const firstOnly = decisionTables
  .filter(({ hitPolicy }) => hitPolicy === 'FIRST' || hitPolicy === 'FIRST_EXCEEDED')
  .map(({ slug }) => slug)

/** Hours that lie side by side are counted together. */
function rangesOf(hours: readonly Date[]): HourRange[] {
  const ranges: { from: Date; to: Date }[] = []
  for (const hour of hours) {
    const to = new Date(hour.getTime() + hourMs)
    const last = ranges.at(-1)
    const joins =
      last?.to.getTime() === hour.getTime() && to.getTime() - last.from.getTime() <= longestRangeMs
    if (last && joins) last.to = to
    else ranges.push({ from: hour, to })
  }
  return ranges
}

/** Counts these hours of a merchant once more. */
export const countAnew = ({ db }: PerformanceDeps, merchantId: number, range: HourRange): Promise<void> =>
  transaction(db, async (tx) => {
    await lockProgress(tx, merchantId)
    await recount(tx, merchantId, range, firstOnly)
  })

/** Counts what changed at a merchant since the last time; gives the number of hours. */
export async function countMerchant(
  { db }: PerformanceDeps,
  merchantId: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const since = await progressOf(db, merchantId)
  const hours = await changedHours(db, merchantId, since)
  for (const range of rangesOf(hours)) {
    signal?.throwIfAborted()
    await countAnew({ db }, merchantId, range)
  }
  await setProgress(db, merchantId, new Date(now.getTime() - lateMs))
  return hours.length
}

/** Keeps the figures of rules within a minute of the payments. */
export const keepPerformance = (deps: PerformanceDeps): PeriodicJob => ({
  name: 'rule-performance',
  title: 'Performance of rules',
  schedule: { everySeconds: 30 },
  atStart: 'always',
  async run({ now, signal }) {
    let hours = 0
    for (const merchantId of await merchantsWithPayments(deps.db)) {
      signal.throwIfAborted()
      hours += await countMerchant(deps, merchantId, now, signal)
    }
    return `Hours counted: ${hours}`
  },
})
