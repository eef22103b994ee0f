import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { AnalyticsChangePoint, AnalyticsMarker } from '@signalbox/model/analytics/query'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { merchantsWithPayments } from '../../payments/core/record/event-seal-store.ts'
import { endAlerts, raiseAlert } from '../../setup/alert/read-model.ts'
import {
  endChangePoint,
  insertChangePoint,
  latestChangePoints,
  lockChangePoints,
  outcomesBetween,
  usualRates,
  withParents,
  type KnownPoint,
  type Outcome,
  type UsualRate,
} from './change-point-store.ts'
import { findDrop, findRecovery, limitFor, type Drop } from './find-drop.ts'
import { grouped } from './grouped.ts'
import { markersBetween } from './marker-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What is usual is the rate of so many days, and those of the last one are tested against it. */
const usualDays = 28
const watchedMs = dayMs
/** A slice with fewer payments in all these days has no usual rate. */
const leastUsual = 100
/** So many false alarms of a merchant in the time what is usual is taken from. */
const falseAlarms = 2
const causesMs = 6 * hourMs
const mostCauses = 5

interface SliceKey {
  readonly psp: string
  readonly providerType: string
  readonly country: string
}

/** From the broadest: what shows there is not told again of each of its parts. */
const levels: readonly ((of: SliceKey) => SliceKey)[] = [
  ({ psp }) => ({ psp, providerType: '', country: '' }),
  ({ psp, providerType }) => ({ psp, providerType, country: '' }),
  (key) => key,
]

const nameOf = ({ psp, providerType, country }: SliceKey): string => [psp, providerType, country].join('/')

const isPartOf = (part: SliceKey, whole: SliceKey): boolean =>
  part.psp === whole.psp &&
  (whole.providerType === '' || part.providerType === whole.providerType) &&
  (whole.country === '' || part.country === whole.country)

/** The rates of a level, added up from those of the finest slices. */
function ratesOf(usual: readonly UsualRate[], level: (of: SliceKey) => SliceKey): Map<string, number> {
  const groups = grouped(usual, (each) => nameOf(level(each)))
  return new Map(
    groups.flatMap((group) => {
      const [first] = group
      const total = group.reduce((sum, { n }) => sum + n, 0)
      const approved = group.reduce((sum, each) => sum + each.approved, 0)
      return first && total >= leastUsual ? [[nameOf(level(first)), approved / total] as const] : []
    }),
  )
}

interface ApprovalDrop {
  readonly slice: SliceKey
  readonly before: number
  readonly drop: Drop
  readonly list: readonly Outcome[]
}

interface WatchedOutcomes {
  readonly outcomes: readonly Outcome[]
  readonly usual: readonly UsualRate[]
  readonly known: readonly KnownPoint[]
}

/** Slices whose rate fell and of which nothing is known yet. */
function newDrops({ outcomes, usual, known }: WatchedOutcomes): ApprovalDrop[] {
  const slices = levels.map((level) => ({
    level,
    rates: ratesOf(usual, level),
    groups: grouped(outcomes, (each) => nameOf(level(each))),
  }))
  const tests = slices.reduce((sum, { rates }) => sum + rates.size, 0)
  const payments = usual.reduce((sum, { n }) => sum + n, 0) * levels.length
  const limit = limitFor(Math.max(payments, tests * leastUsual), falseAlarms)
  const found: ApprovalDrop[] = []
  for (const { level, rates, groups } of slices)
    for (const group of groups) {
      const [first] = group
      if (!first) continue
      const slice = level(first)
      const before = rates.get(nameOf(slice))
      const isTold = (other: SliceKey) => isPartOf(slice, other)
      if (before === undefined || found.some((each) => isTold(each.slice))) continue
      if (known.some((each) => each.endedAt === null && isTold(each))) continue
      const overMs = Math.max(0, ...known.filter(isTold).map(({ endedAt }) => Date.parse(endedAt ?? '')))
      const list = group.filter(({ atMs }) => atMs > overMs)
      const drop = findDrop(list, before, limit)
      if (drop) found.push({ slice, before, drop, list })
    }
  return found
}

const carriers = ['providerType', 'country', 'cardBrand', 'issuer', 'statusCode'] as const
const dimensionOfCarrier: Readonly<Record<(typeof carriers)[number], DimensionId>> = {
  providerType: 'providerType',
  country: 'userCountry',
  cardBrand: 'cardBrand',
  issuer: 'issuer',
  statusCode: 'statusCode',
}

/** The value under which most of what was lost lies, where it is most of it and not most payments anyway. */
function carrierOf({ slice, drop, list }: ApprovalDrop): AnalyticsChangePoint['carriedBy'] {
  const since = list.slice(drop.began, drop.found + 1)
  const lost = since.filter(({ approved }) => !approved)
  const shares = carriers
    .filter((id) => !(id in slice) || slice[id as keyof SliceKey] === '')
    .flatMap((id) =>
      grouped(lost, (each) => each[id]).map((group) => {
        const value = group[0]?.[id] ?? ''
        const usual =
          id === 'statusCode' ? 0 : since.filter((each) => each[id] === value).length / since.length
        return { id, value, share: group.length / lost.length, usual }
      }),
    )
  // A code says how they were declined; a slice of the payments says which, and is told first where there is one.
  const [best] = shares
    .filter(({ value, share, usual }) => value !== '' && share >= 0.5 && share >= usual + 0.15)
    .toSorted(
      (a, b) =>
        Number(a.id === 'statusCode') - Number(b.id === 'statusCode') ||
        b.share - b.usual - (a.share - a.usual),
    )
  return best ? { dimension: dimensionOfCarrier[best.id], value: best.value, share: best.share } : null
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function bodyOf(
  { before, drop, list }: ApprovalDrop,
  causes: readonly AnalyticsMarker[],
  carriedBy: AnalyticsChangePoint['carriedBy'],
): string {
  const since = new Date(list[drop.began]?.atMs ?? 0).toISOString().slice(0, 16).replace('T', ' ')
  const [cause] = causes
  return [
    `From ${percent(before)} to ${percent(drop.after)} over ${drop.found - drop.began + 1} payments since ${since} UTC.`,
    ...(carriedBy ? [`${percent(carriedBy.share)} of the declines: ${carriedBy.value}.`] : []),
    ...(cause ? [`Changed just before: ${cause.title}.`] : []),
  ].join(' ')
}

async function tellDrop(
  unit: UnitOfWork,
  merchantId: number,
  found: ApprovalDrop,
  causes: readonly AnalyticsMarker[],
): Promise<void> {
  const { slice, before, drop, list } = found
  const carriedBy = carrierOf(found)
  const atOf = (place: number) => new Date(list[place]?.atMs ?? 0)
  await insertChangePoint(unit.tx, {
    merchantId,
    id: unit.newId(),
    ...slice,
    beganAt: atOf(drop.began),
    foundAt: unit.now,
    before,
    after: drop.after,
    payments: drop.found - drop.began + 1,
    causes,
    carriedBy,
  })
  const about = [slice.psp, slice.providerType, slice.country].filter((each) => each !== '').join(' · ')
  await raiseAlert(unit, {
    merchantId,
    source: 'APPROVAL_DROP',
    key: nameOf(slice),
    severity: 'WARNING',
    title: `Approval rate fell: ${about}`,
    body: bodyOf(found, causes, carriedBy),
    psp: slice.psp,
  })
}

/** Of what is known to be down, that which is certainly back. */
function recovered({ outcomes, known }: WatchedOutcomes): KnownPoint[] {
  return known
    .filter(({ endedAt }) => endedAt === null)
    .filter((point) => {
      const since = outcomes.filter((each) => isPartOf(each, point) && each.atMs > Date.parse(point.foundAt))
      return findRecovery(since, { ...point, limit: limitFor(1_000, 1) }) !== null
    })
}

/** Looks for rates that fell and for those that are back, at one merchant. */
export async function watchMerchant(
  deps: KitDeps,
  merchantId: number,
  now: Date,
): Promise<{ readonly fell: number; readonly back: number }> {
  const { value } = await perform(deps, systemActor, async (unit) => {
    const { tx } = unit
    await lockChangePoints(tx, merchantId)
    const fromMs = now.getTime() - watchedMs
    const looked: WatchedOutcomes = {
      outcomes: await outcomesBetween(tx, merchantId, { from: new Date(fromMs), to: now }),
      usual: await usualRates(tx, merchantId, {
        from: new Date(fromMs - usualDays * dayMs),
        to: new Date(fromMs),
      }),
      known: await latestChangePoints(tx, merchantId, new Date(fromMs - usualDays * dayMs)),
    }
    const back = recovered(looked)
    for (const { id } of back) await endChangePoint(tx, merchantId, id, now)
    const backNames = new Set(back.map(nameOf))
    if (back.length > 0)
      await endAlerts(unit, { source: 'APPROVAL_DROP', merchantId, isOver: (key) => backNames.has(key) })
    const fell = newDrops(looked)
    for (const found of fell) {
      const beganMs = found.list[found.drop.began]?.atMs ?? 0
      const causes = await markersBetween(tx, await withParents(tx, merchantId), {
        from: new Date(beganMs - causesMs),
        to: new Date(beganMs + hourMs / 4),
        most: mostCauses,
      })
      await tellDrop(unit, merchantId, found, causes.slice(0, mostCauses))
    }
    return { fell: fell.length, back: back.length }
  })
  return value
}

export const watchApprovalJob = (deps: KitDeps): PeriodicJob => ({
  name: 'analytics-approval',
  title: 'Approval rate watch',
  schedule: { everySeconds: 120 },
  async run({ now, signal }) {
    let [fell, back] = [0, 0]
    for (const merchantId of await merchantsWithPayments(deps.db)) {
      signal.throwIfAborted()
      const seen = await watchMerchant(deps, merchantId, now)
      fell += seen.fell
      back += seen.back
    }
    return `Rates fallen: ${fell}, recovered: ${back}`
  },
})
