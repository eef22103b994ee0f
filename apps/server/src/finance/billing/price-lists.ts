import { pricesSchema } from '@signalbox/model/billing/price-list'
import { priceList } from '@signalbox/model/entities/price-list'
import { exponentOf } from '@signalbox/model/reference/currencies'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { Resource } from '../../kit/resource.ts'
import { customersOfList, listsNamed } from './billing-store.ts'
import type { PriceList } from './records.ts'

type Input = Record<string, unknown>

/** Invoices have two decimals at most (EN 16931, BR-DEC), so other currencies cannot be billed in. */
export function requireBillable(currency: unknown): void {
  if (typeof currency === 'string' && exponentOf(currency) > 2)
    throw invalid({
      field: 'currency',
      code: 'CURRENCY',
      message: 'Must be a currency with at most two decimals',
    })
}

function checked(input: Input): Input {
  if (!('prices' in input)) return input
  const read = pricesSchema.safeParse(input.prices)
  if (read.success) return { ...input, prices: read.data }
  throw invalid(
    ...read.error.issues.slice(0, 20).map(({ path, message }) => ({
      field: ['prices', ...path.map(String)].join('.'),
      code: 'INVALID',
      message,
    })),
  )
}

const isBefore = (day: string, list: Pick<PriceList, 'effectiveFrom'>): boolean => list.effectiveFrom > day

/** Prices that may have been billed by stay as they are. */
function refuseInEffect(current: PriceList, today: string): void {
  if (isBefore(today, current)) return
  throw new Refusal('INVALID_STATE', {
    message: 'These prices are in effect. Create a list of the same name that begins on a later day.',
    current,
  })
}

export const priceLists = new Resource(priceList, {
  async beforeCreate(work, input) {
    requireBillable(input.currency)
    const values = checked(input)
    const same = await listsNamed(work.tx, String(input.name), String(input.currency))
    if (same.some(({ effectiveFrom }) => effectiveFrom === input.effectiveFrom))
      throw new Refusal('DUPLICATE', { message: 'A price list of this name begins on the same day.' })
    return values
  },
  beforeUpdate: (work, input, current) => {
    refuseInEffect(current, work.now.toISOString().slice(0, 10))
    return Promise.resolve(checked(input))
  },
  async beforeRemove(work, current) {
    refuseInEffect(current, work.now.toISOString().slice(0, 10))
    const others = await listsNamed(work.tx, current.name, current.currency)
    if (others.length <= 1 && (await customersOfList(work.tx, current.name)) > 0)
      throw new Refusal('IN_USE', { message: 'Customers are billed by this list.' })
  },
})
