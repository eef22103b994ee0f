import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { merchantsWithPayments } from '../../payments/core/record/event-seal-store.ts'
import { endAlerts, raiseAlert } from '../../setup/alert/read-model.ts'
import { wrongFigures, type WrongFigure } from './check-store.ts'
import { slotDays } from './cubes.ts'
import { localDays, type LocalDay } from './days.ts'
import { updateMerchant } from './keep-cubes.ts'
import { paymentSpan, zonesOf } from './state-store.ts'

const dayMs = 86_400_000
/** Days that are checked every night; each of the older ones comes up once in so many nights. */
const recentDays = 7
const turnOfOldDays = 30

interface WrongDay extends LocalDay {
  readonly wrong: readonly WrongFigure[]
}

/** Days that are over: the figures of today change while they are looked at. */
async function daysToCheck(
  { db }: Pick<KitDeps, 'db'>,
  merchantId: number,
  zone: string,
  now: Date,
): Promise<LocalDay[]> {
  const span = await paymentSpan(db, merchantId)
  if (!span) return []
  const tonight = Math.floor(now.getTime() / dayMs)
  return localDays(span.first.getTime(), Math.min(now.getTime(), span.last.getTime() + 1), zone).filter(
    ({ from, to }) => {
      const age = (now.getTime() - to.getTime()) / dayMs
      const turn = (tonight - Math.round(from.getTime() / dayMs)) % turnOfOldDays
      return age >= 0 && (age < recentDays || turn === 0)
    },
  )
}

async function wrongDays(
  deps: Pick<KitDeps, 'db'>,
  merchantId: number,
  { zone, now }: { readonly zone: string; readonly now: Date },
  days: readonly LocalDay[],
): Promise<WrongDay[]> {
  const found: WrongDay[] = []
  for (const day of days) {
    // A day less than they are kept: the job that drops them may be at work.
    const withSlots = day.from.getTime() >= now.getTime() - (slotDays - 1) * dayMs
    const wrong = await transaction(deps.db, (tx) =>
      wrongFigures(tx, merchantId, { ...day, zone, withSlots }),
    )
    if (wrong.length > 0) found.push({ ...day, wrong })
  }
  return found
}

/** Checks rollups against payments. A payment that changed meanwhile is no mistake, so what differs is looked at twice. */
export async function checkMerchant(
  deps: KitDeps,
  merchantId: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  await updateMerchant(deps, merchantId, signal)
  const wrong: WrongDay[] = []
  for (const zone of await zonesOf(deps.db, merchantId)) {
    signal?.throwIfAborted()
    const days = await daysToCheck(deps, merchantId, zone, now)
    const suspected = await wrongDays(deps, merchantId, { zone, now }, days)
    if (suspected.length > 0) await updateMerchant(deps, merchantId, signal)
    wrong.push(...(await wrongDays(deps, merchantId, { zone, now }, suspected)))
  }
  await perform(deps, systemActor, async (unit) => {
    if (wrong.length === 0)
      return endAlerts(unit, { source: 'ANALYTICS_CHECK', merchantId, isOver: () => true })
    await raiseAlert(unit, {
      merchantId,
      source: 'ANALYTICS_CHECK',
      key: 'rollups',
      severity: 'CRITICAL',
      title: 'Analytics figures differ from the payments',
      body: `${wrong.slice(0, 3).map(textOf).join('; ')}. Rebuild them: npm run admin -- rebuild-analytics`,
    })
  })
  return wrong.length
}

function textOf({ from, wrong: [first] }: WrongDay): string {
  return `${from.toISOString().slice(0, 10)}: ${first ? figureText(first) : ''}`
}

const figureText = ({ cube, measure, kept, counted }: WrongFigure): string =>
  measure === null
    ? `${cube} adds up, but has payments under other values than their own`
    : `${measure} in ${cube} is ${kept}, payments say ${counted}`

/** Every night: rollups nobody checks are believed until somebody adds them up by hand. */
export const checkCubesJob = (deps: KitDeps): PeriodicJob => ({
  name: 'analytics-check',
  title: 'Analytics check',
  schedule: { dailyAt: '03:40' },
  async run({ now, signal }) {
    const merchants = await merchantsWithPayments(deps.db)
    let days = 0
    for (const merchantId of merchants) {
      signal.throwIfAborted()
      days += await checkMerchant(deps, merchantId, now, signal)
    }
    return `Merchants checked: ${merchants.length}, days with wrong figures: ${days}`
  },
})
