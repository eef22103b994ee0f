import { createHash } from 'node:crypto'
import { jobStatusStore } from '../../kit/jobs/job-status-store.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { merchantsWithPayments } from '../../payments/core/record/event-seal-store.ts'
import { dropOldSlots, dropOthers, lockCubes, makeDays } from './cube-store.ts'
import { cubes, slotDays } from './cubes.ts'
import { dayNamesOf, daysOfZone, stretchesOf } from './days.ts'
import { measureNames } from './measures.ts'
import {
  dirtySpan,
  dropDirty,
  hasMorePayments,
  horizon,
  noteChanges,
  paymentSpan,
  readState,
  takeDirty,
  writeState,
  zonesOf,
} from './state-store.ts'

type CubeDeps = Pick<KitDeps, 'db' | 'now'>

/** Commits come at most this long after the time they give a payment. */
const slackMs = 10 * 60_000
const hourMs = 3_600_000
/** So much is added up in one transaction. */
const [mostDays, mostPayments] = [31, 50_000]

/** Raised when what is counted changes and its name does not. */
const edition = 3
/** Another declaration of the rollups makes them anew. */
const madeBy = createHash('sha256')
  .update(JSON.stringify([edition, cubes, measureNames]))
  .digest('hex')
  .slice(0, 16)

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each))

/**
 * Makes all rollups of a merchant from its payments, many days at a time and in all zones. Those of a stretch of days are
 * replaced at once, so readers never see half of one.
 */
async function rebuildMerchant(
  { db, now }: CubeDeps,
  merchantId: number,
  signal?: AbortSignal,
): Promise<number> {
  const begun = { freshAt: now(), seenXid: await horizon(db), zones: await zonesOf(db, merchantId), madeBy }
  const span = await paymentSpan(db, merchantId)
  let made = 0
  if (span) {
    // The newest first, so that somebody who looks meanwhile sees today.
    for (let left = dayNamesOf([span.first, span.last], begun.zones); left.length > 0;) {
      signal?.throwIfAborted()
      const names = await lastOf(db, merchantId, left)
      left = left.slice(0, -names.length)
      await transaction(db, async (tx) => {
        await lockCubes(tx, merchantId)
        const days = begun.zones.map((zone) => daysOfZone(names, zone))
        await makeDays(tx, { days, merchantId, withSlots: true })
      })
      made += names.length
    }
  }
  await transaction(db, async (tx) => {
    await dropOthers(tx, merchantId, begun.zones)
    await writeState(tx, merchantId, begun)
  })
  return made
}

/** As many of the last of these days as can be added up in one go: a month, or fewer where there are many payments. */
async function lastOf(db: CubeDeps['db'], merchantId: number, names: readonly string[]): Promise<string[]> {
  for (let count = mostDays; count > 1; count = Math.floor(count / 2)) {
    const some = names.slice(-count)
    if (!(await hasMorePayments(db, merchantId, daysOfZone(some, 'UTC'), mostPayments))) return some
  }
  return names.slice(-1)
}

const ends = (sorted: readonly Date[]): Date[] => [...sorted.slice(0, 1), ...sorted.slice(-1)]

/** Adds up what changed, a stretch of days after the other. */
async function addUpDirty(
  { db }: CubeDeps,
  merchantId: number,
  zones: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const [own = 'UTC'] = zones
  let made = 0
  for (;;) {
    signal?.throwIfAborted()
    const span = await dirtySpan(db, merchantId)
    if (!span) return made
    const names = await lastOf(db, merchantId, dayNamesOf([span.first, span.last], [own]))
    await transaction(db, async (tx) => {
      await lockCubes(tx, merchantId)
      const taken = await takeDirty(tx, merchantId, daysOfZone(names, own))
      for (const slots of stretchesOf(taken, own)) {
        const days = zones.map((zone) => daysOfZone(dayNamesOf(ends(slots), [zone]), zone))
        await makeDays(tx, { days, merchantId, slots, withSlots: true })
        made += names.length
      }
    })
  }
}

/** Brings the rollups of a merchant up to now. */
export async function updateMerchant(
  deps: CubeDeps,
  merchantId: number,
  signal?: AbortSignal,
): Promise<number> {
  const { db, now } = deps
  const [state, zones] = [await readState(db, merchantId), await zonesOf(db, merchantId)]
  if (!state || state.madeBy !== madeBy || !isSame(state.zones, zones)) {
    const made = await rebuildMerchant(deps, merchantId, signal)
    return made + (await addUpDirty(deps, merchantId, zones, signal))
  }
  const freshAt = now()
  const seenXid = await horizon(db)
  const since = new Date(Math.min(freshAt.getTime(), Date.parse(state.freshAt)) - slackMs)
  await noteChanges(db, merchantId, { since, seenXid: state.seenXid })
  const made = await addUpDirty(deps, merchantId, zones, signal)
  await writeState(db, merchantId, { freshAt, seenXid, zones, madeBy })
  return made
}

const jobName = 'analytics-cubes'

/** For whoever wrote many payments at once and knows that somebody waits for their figures. */
export async function figuresAreDue({ db, now }: CubeDeps): Promise<void> {
  await jobStatusStore(db).makeDue(jobName, now())
}

/** Keeps the rollups within a minute of the payments, without payments having to wait for it. */
export const keepCubesJob = (deps: CubeDeps): PeriodicJob => ({
  name: jobName,
  title: 'Analytics figures',
  schedule: { everySeconds: 30 },
  atStart: 'always',
  async run({ now, signal }) {
    let days = 0
    for (const merchantId of await merchantsWithPayments(deps.db)) {
      days += await updateMerchant(deps, merchantId, signal)
      await dropOldSlots(deps.db, merchantId, new Date(now.getTime() - slotDays * 24 * hourMs))
    }
    return `Days added up: ${days}`
  },
})

/** From nothing: what is there is not believed. */
export async function rebuildAll(
  deps: CubeDeps,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const merchantId of await merchantsWithPayments(deps.db)) {
    await transaction(deps.db, (tx) => dropDirty(tx, merchantId))
    const days = await rebuildMerchant(deps, merchantId, signal)
    say(`${merchantId}: ${days} days`)
  }
}
