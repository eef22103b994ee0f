import type { forexRate } from '@signalbox/model/entities/forex-rate'
import { largeChange, type RateFigures } from '@signalbox/model/money/rate-change'
import { invalid, Refusal, type FieldProblem } from '@signalbox/model/text/refusal'
import { counted } from '@signalbox/model/text/counted'
import type { Work } from '../../../kit/handle.ts'
import type { Resource } from '../../../kit/resource.ts'
import {
  dayOf,
  dayProblem,
  figureProblem,
  rateSettings,
  refuseUnconfirmed,
  type Confirmation,
  type ForexRate,
  type RateSettings,
} from './rate-rules.ts'

interface RateEdit {
  readonly id: string
  readonly version: number
  readonly buyRate?: string
  readonly sellRate?: string
}

interface Batch extends Omit<Confirmation, 'confirmed'> {
  readonly changes: readonly RateEdit[]
  readonly confirmed?: boolean
}

interface Planned {
  readonly current: ForexRate
  readonly after: RateFigures
}

type ForexRates = Resource<typeof forexRate>

/** Own rates set by hand change; of all others the merchant gets one of its own, from today on. */
const isChangedInPlace = ({ inherited, source }: ForexRate): boolean => !inherited && source === 'MANUAL'

const isInForce = (settings: RateSettings, { id, service, toCurrency }: ForexRate): boolean =>
  settings.sheet(service ?? settings.service).quotes.get(toCurrency)?.rateId === id

const sameFigure = (a: string, b: string): boolean => Number(a) === Number(b) && a.length > 0

function problemsOf(
  settings: RateSettings,
  { current, after }: Planned,
  { at, now }: { readonly at: number; readonly now: Date },
): FieldProblem[] {
  const problem = (name: string, code: string, message: string) => [
    { field: `changes.${at}.${name}`, code, message },
  ]
  const wrongDay = dayProblem(String(current.rateDate), now)
  if (wrongDay)
    return problem(
      'buyRate',
      'DAY',
      `${current.pair} of ${String(current.rateDate)}: ${wrongDay}. Delete this rate.`,
    )
  const wrong = figureProblem(after)
  if (wrong) return problem('sellRate', 'SPREAD', `${current.pair}: ${wrong}`)
  if (sameFigure(after.buyRate, current.buyRate) && sameFigure(after.sellRate, current.sellRate))
    return problem('buyRate', 'UNCHANGED', `${current.pair}: nothing was changed`)
  if (!isChangedInPlace(current) && !isInForce(settings, current))
    return problem(
      'buyRate',
      'PAST',
      `${current.pair}: this rate no longer applies and cannot be changed. Add a rate instead.`,
    )
  return []
}

/** Locked in the order of their ids, so that two batches with the same rates do not wait for each other for ever. */
async function lockAll(rates: ForexRates, work: Work, changes: readonly RateEdit[]): Promise<Planned[]> {
  const locked = new Map<string, ForexRate>()
  for (const { id, version } of changes.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (locked.has(id))
      throw invalid({ field: 'changes', code: 'DUPLICATE', message: 'A rate appears twice in the changes' })
    const current = await rates.store(work).lock(id)
    if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
    if (current.state === 'DELETED')
      throw new Refusal('INVALID_STATE', { message: `The rate of ${current.pair} is deleted.` })
    locked.set(id, current)
  }
  return changes.map(({ id, buyRate, sellRate }) => {
    const current = locked.get(id) as ForexRate
    return {
      current,
      after: { buyRate: buyRate ?? current.buyRate, sellRate: sellRate ?? current.sellRate },
    }
  })
}

async function write(rates: ForexRates, work: Work, { current, after }: Planned, note: string) {
  const { now, user, scope } = work
  const store = rates.store(work)
  const stamp = { updatedAt: now, updatedBy: user.username }
  if (isChangedInPlace(current)) {
    const saved = await store.update(current.id, current.version, { ...after, ...stamp })
    await rates.noteChange(work, 'UPDATE', current, saved, 'UPDATE', note)
    return saved
  }
  const today = dayOf(now)
  const { fromCurrency, toCurrency, service } = current
  const saved = await store.insert({
    merchantId: scope.selected,
    id: work.newId(),
    fromCurrency,
    toCurrency,
    service,
    ...after,
    rateDate: today,
    validFrom: `${today}T00:00:00Z`,
    source: 'MANUAL',
    state: 'ACTIVE',
    createdBy: user.username,
    version: 1,
    createdAt: now,
    ...stamp,
  })
  await rates.noteChange(work, 'CREATE', null, saved, 'OVERRIDE', note)
  return saved
}

/** Many rates, all or none, with one note. */
export async function saveRates(rates: ForexRates, work: Work, batch: Batch): Promise<ForexRate[]> {
  const { changes, note, confirmed = false } = batch
  const settings = await rateSettings(work)
  const planned = await lockAll(rates, work, changes)
  const problems = planned.flatMap((item, at) => problemsOf(settings, item, { at, now: work.now }))
  if (problems.length > 0) throw invalid(...problems.slice(0, 100))
  const beforeOf = (current: ForexRate): RateFigures =>
    settings.atStartOfDay(current.service ?? settings.service, current.toCurrency) ?? current
  refuseUnconfirmed(
    planned.map(({ current, after }) => ({ pair: current.pair, before: beforeOf(current), after })),
    { note, confirmed },
  )
  const saved: ForexRate[] = []
  for (const item of planned) saved.push(await write(rates, work, item, note))
  if (saved.length > 1)
    work.audit({
      merchantId: work.scope.selected,
      entityType: rates.entity.slug,
      entityId: 'batch',
      entityLabel: counted(saved.length, 'rate'),
      action: 'SAVE_BATCH',
      after: {
        rates: planned.map(({ current, after }) => ({
          pair: current.pair,
          buy: `${current.buyRate} → ${after.buyRate}`,
          sell: `${current.sellRate} → ${after.sellRate}`,
          ...(largeChange(beforeOf(current), after) !== null && { confirmed: true }),
        })),
      },
      note,
    })
  return saved
}
