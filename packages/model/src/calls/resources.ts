import * as z from 'zod/mini'
import { endpoint, intParam } from '../field/endpoint.ts'
import { bankMapping } from '../entities/bank-mapping.ts'
import { merchant } from '../entities/merchant.ts'
import { noteSchema } from '../field/entity-schema.ts'
import {
  bulkEndpoint,
  importEndpoints,
  operationEndpoints,
  reorderEndpoint,
  resourceEndpoints,
} from '../field/resource.ts'
import { merchantChecklist, merchantIntegrationTest } from './merchant-checklist.ts'

const foundMapping = z.object({
  matched: z.nullable(z.object({ id: z.string(), title: z.string(), merchantId: z.number() })),
  actions: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Rows checked before the one that matched, with the condition that failed. */
  passedOver: z.array(z.object({ id: z.string(), title: z.string(), failed: z.string() })),
})

export const bankMappingCalls = {
  ...resourceEndpoints(bankMapping),
  ...importEndpoints(bankMapping),
  bulk: bulkEndpoint(bankMapping),
  reorder: reorderEndpoint(bankMapping),
  find: endpoint('POST /bank-mapping/find', {
    summary: 'The mapping row that applies to this payout',
    tag: bankMapping.plural,
    access: 'bank-mapping.view',
    effect: 'read',
    body: z.strictObject({
      bic: z.optional(z.string().check(z.maxLength(40))),
      name: z.optional(z.string().check(z.maxLength(200))),
      clearingNumber: z.optional(z.string().check(z.maxLength(40))),
      accountNumber: z.optional(z.string().check(z.maxLength(60))),
      currency: z.optional(z.string().check(z.maxLength(10))),
      country: z.optional(z.string().check(z.maxLength(3))),
    }),
    reply: foundMapping,
  }),
  findForTransaction: endpoint('GET /bank-mapping/for-transaction/{txId}', {
    summary: 'The mapping row that applies to the payout of a transaction, by the rows as they are now',
    tag: bankMapping.plural,
    access: 'bank-mapping.view',
    params: z.object({ txId: intParam(1, Number.MAX_SAFE_INTEGER) }),
    reply: z.object({
      ...foundMapping.shape,
      /** Of payments that are no payout to a bank account no mapping is asked for. */
      isBankPayout: z.boolean(),
    }),
  }),
}

export const merchantCalls = {
  ...resourceEndpoints(merchant),
  ...operationEndpoints(merchant),
  checklist: merchantChecklist,
  testIntegration: merchantIntegrationTest,
  move: endpoint('POST /merchant/{id}/move', {
    summary: 'Move a merchant below another; ids stay the same, paths change',
    tag: merchant.plural,
    access: 'merchant.operate',
    params: z.object({ id: z.string() }),
    body: z.strictObject({ parentId: z.int(), version: z.int(), note: noteSchema }),
    reply: z.object({
      id: z.string(),
      path: z.string(),
      level: z.number(),
      version: z.number(),
      /** It is where it was until a second person confirms the move. */
      waits: z.boolean(),
    }),
  }),
}
