import * as z from 'zod/mini'
import { endpoint, idParams, type Schema } from '../endpoint.ts'
import { psp } from '../entities/psp.ts'
import { noteSchema, recordSchema } from '../entity-schema.ts'
import type { RecordOf } from '../entity.ts'
import { inputSchema } from '../field-schema.ts'
import { operationEndpoints, resourceEndpoints } from '../resource.ts'

/** Where a PSP is used; while any of it is there, it cannot be deleted. */
export interface PspUse {
  readonly configurations: number
  readonly rules: number
  readonly openTransactions: number
}

/** A code the PSP sent lately that nobody has said the meaning of. */
export interface UnmappedCode {
  readonly pspCode: string
  readonly message: string | null
  readonly count: number
  readonly lastSeen: string
}

const text = (name: 'psp' | 'name') => inputSchema(psp.fields[name]) as Schema<string>

export const pspCalls = {
  ...resourceEndpoints(psp),
  ...operationEndpoints(psp),
  clone: endpoint('POST /psp/{id}/clone', {
    tag: psp.plural,
    summary: 'A new draft with everything of an existing PSP but its name',
    access: 'payment-product-catalog.edit',
    params: idParams,
    body: z.strictObject({ psp: text('psp'), name: text('name'), note: noteSchema }),
    reply: recordSchema(psp) as unknown as Schema<RecordOf<typeof psp>>,
  }),
  use: endpoint('GET /psp/{id}/use', {
    tag: psp.plural,
    summary: 'Where a PSP is used, and codes of it that are not mapped',
    access: 'payment-product-catalog.view',
    params: idParams,
    reply: z.object({
      configurations: z.number(),
      rules: z.number(),
      openTransactions: z.number(),
      unmapped: z.array(
        z.object({
          pspCode: z.string(),
          message: z.nullable(z.string()),
          count: z.number(),
          lastSeen: z.string(),
        }),
      ),
    }) as unknown as Schema<PspUse & { unmapped: UnmappedCode[] }>,
  }),
}
