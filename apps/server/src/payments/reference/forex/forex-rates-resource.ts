import { forexRate, restorableDays } from '@signalbox/model/entities/forex-rate'
import type { OperationInput } from '@signalbox/model/field/resource'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import { Resource, type ResourceHooks } from '../../../kit/resource.ts'
import {
  currencyProblems,
  dayOf,
  dayProblem,
  figureProblem,
  rateSettings,
  refuseUnconfirmed,
  type ForexRate,
} from './rate-rules.ts'
import { allDates, inForce, inForceOfEach, ownRates, rateOfDay } from './rate-store.ts'
import { saveRates } from './save-rates.ts'

type Input = Record<string, unknown>

const dayMs = 86_400_000

/** In a plain call the second line of the note is the confirmation. */
const noteOf = ({ body }: Work): string => {
  const { note } = (body ?? {}) as { note?: unknown }
  return typeof note === 'string' ? note : ''
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

async function newRate(work: Work, input: Input): Promise<Input> {
  const settings = await rateSettings(work)
  const fromCurrency = textOf(input.fromCurrency) ?? settings.from
  const service = textOf(input.service) ?? settings.service
  const rateDate = textOf(input.rateDate) ?? dayOf(work.now)
  const toCurrency = String(input.toCurrency)
  const after = { buyRate: String(input.buyRate), sellRate: String(input.sellRate) }
  const wrong = figureProblem(after)
  const wrongDay = dayProblem(rateDate, work.now)
  const problems = [
    ...(wrongDay === null ? [] : [{ field: 'rateDate', code: 'DAY', message: wrongDay }]),
    ...currencyProblems(settings, { fromCurrency, toCurrency }),
    ...(wrong === null ? [] : [{ field: 'sellRate', code: 'SPREAD', message: wrong }]),
  ]
  if (problems.length > 0) throw invalid(...problems)
  const pair = `${fromCurrency}/${toCurrency}`
  const key = {
    merchantId: work.scope.selected,
    service,
    source: 'MANUAL',
    fromCurrency,
    toCurrency,
    rateDate,
  }
  if (await rateOfDay(work.tx, key))
    throw invalid({
      field: 'rateDate',
      code: 'DUPLICATE',
      message: `There is a rate of ${pair} for this day`,
    })
  const before = settings.atStartOfDay(service, toCurrency)
  refuseUnconfirmed(before ? [{ pair, before, after }] : [], { note: noteOf(work), confirmed: true })
  return {
    ...after,
    fromCurrency,
    toCurrency,
    rateDate,
    service,
    source: 'MANUAL',
    state: 'ACTIVE',
    validFrom: `${rateDate}T00:00:00Z`,
    createdBy: work.user.username,
  }
}

async function restored(work: Work, current: ForexRate, { reason = '' }: OperationInput): Promise<Input> {
  if (current.inherited) throw new Refusal('INHERITED')
  if (current.state !== 'DELETED')
    throw new Refusal('INVALID_STATE', { message: 'This rate is not deleted.' })
  if (work.now.getTime() - Date.parse(current.updatedAt) > restorableDays * dayMs)
    throw new Refusal('INVALID_STATE', {
      message: `This rate was deleted more than ${restorableDays} days ago and can no longer be restored.`,
    })
  const wrongDay = dayProblem(String(current.rateDate), work.now)
  if (wrongDay !== null) throw new Refusal('INVALID_STATE', { message: `${wrongDay}.` })
  const { merchantId, source, fromCurrency, toCurrency, rateDate, service } = current
  const key = { merchantId, source, fromCurrency, toCurrency, rateDate, service } as Parameters<
    typeof rateOfDay
  >[1]
  if (await rateOfDay(work.tx, key))
    throw new Refusal('INVALID_STATE', { message: `Another rate of ${current.pair} applies to that day.` })
  const before = (await rateSettings(work)).atStartOfDay(String(service), toCurrency)
  const change = before ? [{ pair: current.pair, before, after: current }] : []
  refuseUnconfirmed(change, { note: reason, confirmed: true, noteField: 'reason' })
  return { state: 'ACTIVE' }
}

const hooks: ResourceHooks<ForexRate> = {
  filters: ({ scope, now }) => ({
    rates: (value) => {
      if (value === 'IN_FORCE') return inForce(scope.chain, now)
      return value === 'EVERY_SERVICE' ? inForceOfEach(scope.chain, now) : allDates
    },
    overridesOnly: (value) => ownRates(scope.selected, value === 'true'),
  }),
  beforeCreate: newRate,
  operations: { restore: { run: restored } },
}

class ForexRates extends Resource<typeof forexRate> {
  /** One rate is a batch of one, so that an edit means the same wherever it is made. */
  override async update(work: Work, id: string, body: Input): Promise<ForexRate> {
    const { version, note, buyRate, sellRate } = body as {
      version: number
      note: string
      buyRate?: string
      sellRate?: string
    }
    const change = { id, version, ...(buyRate && { buyRate }), ...(sellRate && { sellRate }) }
    const [saved] = await saveRates(this, work, { changes: [change], note, confirmed: true })
    return saved as ForexRate
  }
}

export const forexRates = new ForexRates(forexRate, hooks)
