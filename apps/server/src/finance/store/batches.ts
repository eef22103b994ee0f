import { counted } from '@signalbox/model/text/counted'
import { allPeople, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { voucherBatch } from '@signalbox/model/entities/voucher-batch'
import type { RecordOf } from '@signalbox/model/field/entity'
import { vouchersSold } from '@signalbox/model/ledger/business-postings'
import type { Money } from '@signalbox/model/money/money'
import { parseMoney } from '@signalbox/model/money/money-text'
import { rational, round } from '@signalbox/model/money/rational'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { whyNotBatch } from '@signalbox/model/store/store-state'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { post } from '../../payments/ledger/ledger.ts'
import { timeZoneOf } from '../../payments/vouchers/voucher-store.ts'
import {
  activateVouchers,
  batchFacts,
  countBatches,
  countOutstanding,
  discardVouchers,
} from './batch-store.ts'
import { lockProduct } from './product-store.ts'
import { isSoldAt, type Product } from './product-values.ts'
import { lowInStock, notLowInStock } from './stock-store.ts'
import type { ProductResource } from './products.ts'

export type Batch = RecordOf<typeof voucherBatch>
export type BatchResource = Resource<typeof voucherBatch>
type Input = Record<string, unknown>

const dayMs = 86_400_000

export function requireBatchState(name: string, current: Batch): void {
  const message = whyNotBatch(name, current.state)
  if (message) throw new Refusal('INVALID_STATE', { message, current })
}

/** The product of a batch, held until the end: nobody suspends it meanwhile. */
export async function heldProduct(products: ProductResource, work: Work, id: string): Promise<Product> {
  const found = await products.store(work).find(id)
  if (!found) throw invalid({ field: 'productId', code: 'INVALID', message: 'Unknown product' })
  await lockProduct(work.tx, found)
  return products.store(work).get(id)
}

export function requireActive({ state, name }: Product): void {
  if (state !== 'ACTIVE') throw new Refusal('INVALID_STATE', { message: `${name} is not active.` })
}

/** No voucher lives longer than its product says. */
export function checkedExpiry(
  { validityDays }: Pick<Product, 'validityDays'>,
  now: Date,
  wanted: string,
): string {
  const at = Date.parse(wanted)
  const message = 'Must be in the future'
  if (Number.isNaN(at) || at <= now.getTime()) throw invalid({ field: 'expiresAt', code: 'INVALID', message })
  if (at > now.getTime() + validityDays * dayMs)
    throw invalid({
      field: 'expiresAt',
      code: 'INVALID',
      message: `Must be within ${counted(validityDays, 'day')}: the product is valid no longer`,
    })
  return new Date(at).toISOString()
}

function valueOf(product: Product, wire: WireMoney) {
  const value = parseMoney(wire.amount, wire.currency)
  if (!value || value.minor <= 0n || !isSoldAt(product, value))
    throw invalid({ field: 'faceValue', code: 'INVALID', message: 'The product is not sold in this value' })
  return value
}

async function newBatch(products: ProductResource, work: Work, input: Input): Promise<Input> {
  const product = await heldProduct(products, work, String(input.productId))
  requireActive(product)
  const value = valueOf(product, input.faceValue as WireMoney)
  const latest = new Date(work.now.getTime() + product.validityDays * dayMs).toISOString()
  const no = (await countBatches(work.tx, product)) + 1
  return {
    ...input,
    merchantId: product.merchantId,
    sku: product.sku,
    title: `${product.sku}-${String(no).padStart(4, '0')}`,
    faceValue: toWire(value),
    valueMinor: value.minor,
    currency: value.currency,
    expiresAt:
      typeof input.expiresAt === 'string' ? checkedExpiry(product, work.now, input.expiresAt) : latest,
    distributor: input.distributor ?? product.distributorId,
    state: 'CREATED',
    createdBy: work.user.username,
    createdById: work.user.id,
  }
}

/** What the distributor keeps, a whole number of percent. */
const commissionOf = ({ commissionPct }: Product, { minor, currency }: Money): Money => ({
  minor: round(rational(minor * BigInt(Math.round(Number(commissionPct))), 100n)),
  currency,
})

/** Whoever made the vouchers of a batch worth money never sees the code of one. */
export const requireOtherThanReleaser = (
  user: { readonly id: string; readonly username: string },
  releasedBy: string | null,
): void =>
  requireOtherPerson(
    peopleOf(user),
    allPeople(releasedBy),
    'You released the batch of this voucher; someone else must reissue it.',
  )

const release = (products: ProductResource): OperationHook<Batch> => ({
  run: async (work, current) => {
    requireBatchState('release', current)
    const { merchantId, id, sku, title } = current
    const facts = await batchFacts(work.tx, current)
    const who = peopleOf(work.user)
    requireOtherPerson(
      who,
      allPeople(facts.createdById, current.createdBy),
      'You ordered this batch; someone else must release it.',
    )
    requireOtherPerson(
      who,
      allPeople(facts.downloadedById, current.downloadedBy),
      'You downloaded the codes; someone else must release the batch.',
    )
    const product = await heldProduct(products, work, facts.productId)
    requireActive(product)
    if (Date.parse(current.expiresAt ?? '') <= work.now.getTime())
      throw new Refusal('INVALID_STATE', { message: 'Its vouchers have expired already.', current })
    const vouchers = await activateVouchers(work.tx, current, work.now, work.user.username)
    const total = { minor: facts.valueMinor * BigInt(vouchers), currency: facts.currency }
    await post(
      work.tx,
      {
        merchantId,
        sourceType: 'VOUCHER',
        sourceId: id,
        eventType: 'VOUCHER_SOLD',
        valueDate: writeLocalTime('YYYY-MM-DD', work.now.getTime(), await timeZoneOf(work.tx, merchantId)),
        description: `Batch ${title}: ${counted(vouchers, 'voucher')} sold`,
        createdBy: work.user.username,
        lines: vouchersSold(sku, total, commissionOf(product, total)),
      },
      work,
    )
    work.emit({ merchantId, topic: 'voucher', key: id })
    return { state: 'RELEASED', releasedAt: work.now, releasedBy: work.user.username }
  },
})

const close: OperationHook<Batch> = {
  run: async (work, current) => {
    requireBatchState('close', current)
    if (current.state === 'RELEASED') {
      const left = await countOutstanding(work.tx, current)
      if (left > 0)
        throw new Refusal('IN_USE', { message: `${left} of its vouchers are neither redeemed nor expired.` })
    } else await discardVouchers(work.tx, current, work.now, work.user.username)
    work.emit({ merchantId: current.merchantId, topic: 'voucher', key: current.id })
    return { state: 'CLOSED' }
  },
}

/** Vouchers made together. */
export const batches = (products: ProductResource): BatchResource =>
  new Resource(voucherBatch, {
    beforeCreate: (work, input) => newBatch(products, work, input),
    filters: () => ({ low: (value) => (value === 'true' ? lowInStock : notLowInStock) }),
    operations: { release: release(products), close },
  })
