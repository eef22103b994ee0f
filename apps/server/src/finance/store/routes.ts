import { productCalls, voucherBatchCalls, voucherCalls } from '@signalbox/model/calls/store'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { maxPageSize } from '@signalbox/model/field/paging'
import { decimalText } from '@signalbox/model/money/money-text'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { exportRecords } from '../../kit/record-export.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { downloadCodes } from './batch-codes.ts'
import { batches } from './batches.ts'
import { checkTypedCode } from './check-code.ts'
import { hidingRedeemers, shownVouchers } from './hide-redeemers.ts'
import type { CodeDeps } from './make-codes.ts'
import { rangeOf, type Product } from './product-values.ts'
import { cloneProduct, products } from './products.ts'
import { changeVouchers } from './voucher-range.ts'
import { reissue, vouchers } from './vouchers.ts'

const asWork = (work: unknown) => work as Work

const declared: readonly Readonly<Record<string, Endpoint>>[] = [
  productCalls,
  voucherBatchCalls,
  voucherCalls,
]
const offered = new Set(declared.flatMap((calls) => Object.values(calls)).map(({ key }) => key))

function offer(product: Product) {
  const { id, sku, name, currency, faceValues, validityDays, distributorId } = product
  const range = faceValues.length === 0 ? rangeOf(product) : undefined
  return {
    id,
    sku,
    name,
    currency,
    faceValues,
    range: range
      ? { min: decimalText(range.min), max: decimalText(range.max), step: decimalText(range.step) }
      : null,
    validityDays,
    distributor: distributorId,
  }
}

export function handlers(deps: CodeDeps): Handler[] {
  const sold = products()
  const made = batches(sold)
  const single = vouchers()
  const resources = [sold, made].flatMap((resource) => resourceHandlers(resource as typeof sold))
  const ofVouchers = resourceHandlers(single).filter(
    ({ endpoint }) => endpoint.key !== voucherCalls.export.key,
  )
  return [
    ...[...resources, ...ofVouchers.map(hidingRedeemers)].filter(({ endpoint }) => offered.has(endpoint.key)),
    handle(voucherCalls.export, (work) => exportRecords(shownVouchers(single), asWork(work), work.query)),
    handle(productCalls.clone, (work) => cloneProduct(sold, asWork(work), work.params.id, work.body.sku)),
    handle(voucherBatchCalls.products, async (work) => {
      const query = { start: 0, limit: maxPageSize, sort: 'sku', state: 'ACTIVE' }
      const { items } = await sold.store(asWork(work)).list(query)
      return { items: items.map(offer) }
    }),
    handle(voucherBatchCalls.codes, (work) =>
      downloadCodes({ batches: made, products: sold }, deps, asWork(work), { ...work.params, ...work.body }),
    ),
    handle(voucherCalls.check, (work) => checkTypedCode(deps.print, asWork(work), work.body.code)),
    handle(voucherCalls.range, (work) => changeVouchers(asWork(work), work.body)),
    handle(voucherCalls.reissue, (work) =>
      reissue(single, deps, asWork(work), { ...work.params, ...work.body }),
    ),
  ]
}
