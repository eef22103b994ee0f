import * as z from 'zod/mini'
import { iin } from '../entities/iin.ts'
import { endpoint } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { named } from '../field/named.ts'
import { bulkEndpoint, previewReply, resourceEndpoints } from '../field/resource.ts'

/** A file of every range there is has some hundred thousand lines of about eighty characters. */
export const iinImportRows = 200_000
const importChars = 24_000_000

const importing = {
  tag: iin.plural,
  access: 'iin.import',
  body: named(
    'IinImportRequest',
    z.strictObject({
      format: z.enum(['csv']),
      content: z.string().check(z.maxLength(importChars)),
      note: z.optional(noteSchema),
    }),
  ),
  reply: previewReply,
  bodyLimit: importChars + 2_000_000,
  heavy: true,
} as const

const candidate = z.object({
  id: z.string(),
  merchantId: z.number(),
  /** As many digits as the list shows. */
  rangeStart: z.number(),
  rangeEnd: z.number(),
  source: z.string(),
  bankName: z.nullable(z.string()),
  countryCode: z.nullable(z.string()),
  /** Why it stands behind the one before it; null for the one that wins. */
  loses: z.nullable(z.string()),
})

export const iinCalls = {
  ...resourceEndpoints(iin),
  bulk: bulkEndpoint(iin),
  importPreview: endpoint('POST /iin/import/preview', {
    ...importing,
    summary: 'Check a file of ranges; writes nothing',
    effect: 'read',
  }),
  importCommit: endpoint('POST /iin/import/commit', { ...importing, summary: 'Import all ranges or none' }),
  test: endpoint('POST /iin/test', {
    summary: 'Which range a BIN falls into, and why',
    tag: iin.plural,
    access: 'iin.view',
    effect: 'read',
    body: z.strictObject({
      bin: z.string().check(z.regex(/^\d{6,11}$/, 'A BIN has 6 to 11 digits')),
    }),
    reply: z.object({
      brand: z.string(),
      type: z.string(),
      /** In one sentence. */
      because: z.string(),
      candidates: z.array(candidate),
    }),
  }),
}
