import * as z from 'zod/mini'
import { endpoint, idParams } from '../field/endpoint.ts'
import { psp } from '../entities/psp.ts'
import { noteSchema, recordSchema } from '../field/entity-schema.ts'
import { inputSchema } from '../field/field-schema.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'

const pspUse = z.object({
  configurations: z.number(),
  rules: z.number(),
  openTransactions: z.number(),
})
/** Where a PSP is used; while any of it is there, it cannot be deleted. */
export type PspUse = z.infer<typeof pspUse>

const unmappedCode = z.object({
  pspCode: z.string(),
  message: z.nullable(z.string()),
  count: z.number(),
  lastSeen: z.string(),
})
/** A code the PSP sent lately that nobody has said the meaning of. */
export type UnmappedCode = z.infer<typeof unmappedCode>

export const pspCalls = {
  ...resourceEndpoints(psp),
  ...operationEndpoints(psp),
  clone: endpoint('POST /psp/{id}/clone', {
    tag: psp.plural,
    summary: 'A new draft with everything of an existing PSP but its name',
    access: 'payment-product-catalog.edit',
    params: idParams,
    body: z.strictObject({
      psp: inputSchema(psp.fields.psp),
      name: inputSchema(psp.fields.name),
      note: noteSchema,
    }),
    reply: recordSchema(psp),
  }),
  use: endpoint('GET /psp/{id}/use', {
    tag: psp.plural,
    summary: 'Where a PSP is used, and codes of it that are not mapped',
    access: 'payment-product-catalog.view',
    params: idParams,
    reply: z.extend(pspUse, { unmapped: z.array(unmappedCode) }),
  }),
}
