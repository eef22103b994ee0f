import { createHash } from 'node:crypto'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { transaction } from '../../kit/transaction.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { merchantsWithPayments } from '../../payments/core/record/event-seal-store.ts'
import { dropOldSlots, dropOthers, lockCubes, makeDay } from './cube-store.ts'
import { cubes } from './cubes.ts'
import { localDay, localDays } from './days.ts'
import { measureNames } from './measures.ts'
import {
  dropDirty,
  horizon,
  newestDirty,
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
const slotDays = 35

/** Another declaration of the rollups makes them anew. */
const madeBy = createHash('sha256')
  .update(JSON.stringify([cubes, measureNames]))
  .digest('hex')
  .slice(0, 16)

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each))

/** Makes all rollups of a merchant from its payments. Each day is replaced at once, so readers never see half of one. */
async function rebuildMerchant(
  { db, now }: CubeDeps,
  merchantId: number,
  signal?: AbortSignal,
): Promise<number> {
  const begun = { freshAt: now(), seenXid: await horizon(db), zones: await zonesOf(db, merchantId), madeBy }
  const span = await paymentSpan(db, merchantId)
  let made = 0
  for (const [index, zone] of begun.zones.entries()) {
    if (!span) break
    const days = localDays(span.first.getTime() - hourMs, span.last.getTime() + hourMs, zone)
    // The newest first, so that somebody who looks meanwhile sees today.
    for (const day of days.toReversed()) {
      signal?.throwIfAborted()
      await transaction(db, async (tx) => {
        await lockCubes(tx, merchantId)
        await makeDay(tx, { ...day, merchantId, zone, withSlots: index === 0 })
      })
      made++
    }
  }
  await transaction(db, async (tx) => {
    await dropOthers(tx, merchantId, begun.zones)
    await writeState(tx, merchantId, begun)
  })
  return made
}

/** Adds up what changed, a day of the merchant after the other. */
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
    const newest = await newestDirty(db, merchantId)
    if (!newest) return made
    await transaction(db, async (tx) => {
      await lockCubes(tx, merchantId)
      const slots = await takeDirty(tx, merchantId, localDay(newest.getTime(), own))
      for (const [index, zone] of zones.entries()) {
        const days = new Map(
          slots.map((slot) => localDay(slot.getTime(), zone)).map((day) => [day.from.getTime(), day]),
        )
        for (const day of days.values())
          await makeDay(tx, { ...day, merchantId, zone, slots, withSlots: index === 0 })
      }
    })
    made++
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

/** Keeps the rollups within a minute of the payments, without payments having to wait for it. */
export const keepCubesJob = (deps: CubeDeps): PeriodicJob => ({
  name: 'analytics-cubes',
  title: 'Figures of analytics',
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
