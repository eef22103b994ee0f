import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { endAlerts, raiseAlert } from '../../setup/alert/read-model.ts'
import { wrongCounts, type WrongCount } from './check-store.ts'
import { countAnew, countMerchant } from './keep-performance.ts'
import { merchantsWithPayments, type HourRange } from './rollup-store.ts'

const dayMs = 86_400_000
const daysChecked = 7

/** Days that are over, the newest first. */
const endedDays = (now: Date): HourRange[] => {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return Array.from({ length: daysChecked }, (_, index) => ({
    from: new Date(today - (index + 1) * dayMs),
    to: new Date(today - index * dayMs),
  }))
}

interface WrongDay extends HourRange {
  readonly wrong: readonly WrongCount[]
}

async function wrongDays(
  { db }: Pick<KitDeps, 'db'>,
  merchantId: number,
  days: readonly HourRange[],
): Promise<WrongDay[]> {
  const found: WrongDay[] = []
  for (const day of days) {
    const wrong = await transaction(db, (tx) => wrongCounts(tx, merchantId, day))
    if (wrong.length > 0) found.push({ ...day, wrong })
  }
  return found
}

function textOf({ from, wrong: [first] }: WrongDay): string {
  if (!first) return ''
  const { table, ref, kept, recorded } = first
  const what = ref === '' ? `evaluations of ${table}` : `hits of ${ref}`
  return `${from.toISOString().slice(0, 10)}: ${kept} ${what}, payments recorded ${recorded}`
}

/** A day that was written to meanwhile is no mistake, so what differs is looked at twice. What is wrong is counted anew. */
export async function checkPerformanceOf(deps: KitDeps, merchantId: number, now: Date): Promise<number> {
  await countMerchant(deps, merchantId, now)
  const suspected = await wrongDays(deps, merchantId, endedDays(now))
  if (suspected.length > 0) await countMerchant(deps, merchantId, now)
  const wrong = await wrongDays(deps, merchantId, suspected)
  for (const day of wrong) await countAnew(deps, merchantId, day)
  await perform(deps, systemActor, async (unit) => {
    if (wrong.length === 0)
      return endAlerts(unit, { source: 'PERFORMANCE_CHECK', merchantId, isOver: () => true })
    await raiseAlert(unit, {
      merchantId,
      source: 'PERFORMANCE_CHECK',
      key: 'figures',
      severity: 'WARNING',
      title: 'Figures of rules differed from recorded decisions',
      body: `${wrong.slice(0, 3).map(textOf).join('; ')}. These days were counted anew.`,
    })
  })
  return wrong.length
}

export const checkPerformance = (deps: KitDeps): PeriodicJob => ({
  name: 'rule-performance-check',
  title: 'Performance of rules, check',
  schedule: { dailyAt: '03:50' },
  async run({ now, signal }) {
    let days = 0
    for (const merchantId of await merchantsWithPayments(deps.db)) {
      signal.throwIfAborted()
      days += await checkPerformanceOf(deps, merchantId, now)
    }
    return `Days with wrong figures: ${days}`
  },
})
