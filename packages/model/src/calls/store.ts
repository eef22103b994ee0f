import * as z from 'zod/mini'
import { product } from '../entities/product.ts'
import { voucherBatch } from '../entities/voucher-batch.ts'
import { voucher } from '../entities/voucher.ts'
import { endpoint, idParams } from '../field/endpoint.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { voucherVerdicts, type VoucherVerdict } from '../store/voucher-verdict.ts'

const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max))
const serial = z.string().check(z.regex(/^\d{12}$/, 'Must have 12 digits'))
const reason = text(1, 200)

export const productCalls = {
  ...resourceEndpoints(product),
  ...operationEndpoints(product),
  clone: endpoint('POST /product/{id}/clone', {
    summary: 'A new draft with the same settings under another SKU',
    tag: product.plural,
    access: 'store.edit',
    params: idParams,
    body: z.strictObject({ sku: text(3, 32) }),
    reply: z.object({ id: z.string(), sku: z.string() }),
  }),
}

// What was ordered is made as it was ordered, and what was made stays on record.
const { update: _fixed, remove: _kept, ...batchResource } = resourceEndpoints(voucherBatch)

export const voucherBatchCalls = {
  ...batchResource,
  ...operationEndpoints(voucherBatch),
  products: endpoint('GET /voucher-batch/products', {
    summary: 'Products of the selected merchant that batches can be made of',
    tag: voucherBatch.plural,
    access: 'store.edit',
    reply: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          sku: z.string(),
          name: z.string(),
          currency: z.string(),
          faceValues: z.array(z.string()),
          range: z.nullable(z.object({ min: z.string(), max: z.string(), step: z.string() })),
          validityDays: z.number(),
          distributor: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  codes: endpoint('POST /voucher-batch/{id}/codes', {
    summary: 'Makes the codes of a batch and gives them in an encrypted file, once',
    tag: voucherBatch.plural,
    access: 'store.edit',
    params: idParams,
    body: z.strictObject({ password: text(12, 128) }),
    reply: z.object({
      fileName: z.string(),
      /** The encrypted archive in base64. */
      content: z.string(),
    }),
    // The codes are in the answer: it is kept nowhere, and a second try gets none.
    confidential: true,
    heavy: true,
  }),
}

// Vouchers are made by batches and changed by operations alone.
const {
  create: _batches,
  update: _operations,
  remove: _never,
  ...voucherResource
} = resourceEndpoints(voucher)

export const voucherCalls = {
  ...voucherResource,
  ...operationEndpoints(voucher),
  check: endpoint('POST /voucher/check', {
    summary: 'Finds a voucher by its code and says whether it could be redeemed; redeems nothing',
    tag: voucher.plural,
    access: 'store.view',
    body: z.strictObject({ code: text(1, 50) }),
    reply: z.object({
      verdict: z.enum(Object.keys(voucherVerdicts) as [VoucherVerdict]),
      /** The record, where there is one in the caller's sight. */
      id: z.nullable(z.string()),
      serial: z.nullable(z.string()),
    }),
    confidential: true,
  }),
  range: endpoint('POST /voucher/range', {
    summary: 'Blocks or unblocks all vouchers of a batch, or those from one serial to another',
    tag: voucher.plural,
    access: 'store.edit',
    body: z.strictObject({
      action: z.enum(['BLOCK', 'UNBLOCK']),
      batchId: z.optional(z.string().check(z.maxLength(100))),
      fromSerial: z.optional(serial),
      toSerial: z.optional(serial),
      reason,
    }),
    reply: z.object({
      changed: z.number(),
      /** In a state in which it could not be done. */
      skipped: z.number(),
    }),
  }),
  reissue: endpoint('POST /voucher/{id}/reissue', {
    summary:
      'Blocks a voucher for good and makes another of the same value, whose code is in the answer only',
    tag: voucher.plural,
    access: 'store.edit',
    params: idParams,
    body: z.strictObject({ version: z.int(), reason }),
    reply: z.object({ id: z.string(), serial: z.string(), code: z.string() }),
    confidential: true,
  }),
}
