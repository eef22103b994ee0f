import { counted } from '@signalbox/model/text/counted'
import { product } from '@signalbox/model/entities/product'
import { whyNotProduct, type ProductState } from '@signalbox/model/store/store-state'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { writableFields } from '@signalbox/model/field/entity'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { countRedeemable, hasBatch, isSkuTaken } from './product-store.ts'
import { checkedValues, valueFields, type Product, type ProductValues } from './product-values.ts'

export type ProductResource = Resource<typeof product>
type Input = Record<string, unknown>

function requireState(name: string, current: Product): void {
  const message = whyNotProduct(name, current.state)
  if (message) throw new Refusal('INVALID_STATE', { message, current })
}

const valuesOf = (input: Input): ProductValues => ({
  currency: String(input.currency),
  faceValues: (input.faceValues ?? []) as string[],
  minValue: (input.minValue ?? null) as string | null,
  maxValue: (input.maxValue ?? null) as string | null,
  stepValue: (input.stepValue ?? null) as string | null,
})

async function refuseTaken(work: Work, merchantId: number, sku: string): Promise<void> {
  if (await isSkuTaken(work.tx, merchantId, sku))
    throw invalid({ field: 'sku', code: 'DUPLICATE', message: 'This SKU is in use' })
}

/** Vouchers are redeemed at the merchant that sold them, and nobody pays at a group. */
function refuseGroup({ scope }: Work): void {
  if (scope.effective.some((id) => id !== scope.selected))
    throw new Refusal('INVALID_STATE', { message: 'Select the merchant where its vouchers are redeemed.' })
}

/** What was sold keeps its value. */
async function refuseLocked(work: Work, input: Input, current: Product): Promise<void> {
  const changed = valueFields.filter(
    (name) => name in input && canonicalJson(input[name] ?? null) !== canonicalJson(current[name]),
  )
  if (changed.length === 0 || !(await hasBatch(work.tx, current))) return
  throw invalid(
    ...changed.map((field) => ({ field, code: 'LOCKED', message: 'Locked: a batch of this product exists' })),
  )
}

const moveTo = (
  name: string,
  state: ProductState,
  check?: (work: Work, current: Product) => Promise<void>,
): OperationHook<Product> => ({
  run: async (work, current) => {
    requireState(name, current)
    await check?.(work, current)
    return { state }
  },
})

async function refuseOutstanding(work: Work, current: Product): Promise<void> {
  const left = await countRedeemable(work.tx, current)
  if (left === 0) return
  const message = `${counted(left, 'voucher')} of it can still be redeemed or released.`
  throw new Refusal('IN_USE', { message })
}

/** What the store sells. */
export const products = (): ProductResource =>
  new Resource(product, {
    beforeCreate: async (work, input) => {
      refuseGroup(work)
      await refuseTaken(work, work.scope.selected, String(input.sku))
      const { stock: _derived, ...given } = input
      return { ...given, ...checkedValues(valuesOf(input)), state: 'DRAFT' }
    },
    beforeUpdate: async (work, input, current) => {
      requireState('edit', current)
      const after = { ...current, ...input }
      const values = checkedValues(valuesOf(after))
      const written = 'faceValues' in input ? { ...input, ...values } : input
      await refuseLocked(work, written, current)
      return written
    },
    beforeRemove: async (_work, current) => Promise.resolve(requireState('delete', current)),
    operations: {
      activate: moveTo('activate', 'ACTIVE'),
      suspend: moveTo('suspend', 'SUSPENDED'),
      retire: moveTo('retire', 'RETIRED', refuseOutstanding),
    },
  })

/** Another product with the same settings, which is a draft until somebody activates it. */
export async function cloneProduct(
  resource: ProductResource,
  work: Work,
  id: string,
  sku: string,
): Promise<{ id: string; sku: string }> {
  const origin = await resource.store(work).get(id)
  const { matches } = product.fields.sku
  if (matches && !matches.test(sku))
    throw invalid({ field: 'sku', code: 'INVALID', message: product.fields.sku.matchesText ?? 'Invalid' })
  const copied = Object.fromEntries(
    writableFields(product).map(([name]) => [name, (origin as Input)[name] ?? null]),
  )
  const scope = { ...work.scope, selected: origin.merchantId }
  const made = await resource.create({ ...work, scope }, { ...copied, sku })
  return { id: made.id, sku: made.sku }
}
