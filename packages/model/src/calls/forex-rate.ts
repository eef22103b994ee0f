import * as z from 'zod/mini'
import { forexRate, rateDecimals } from '../entities/forex-rate.ts'
import { endpoint, intParam } from '../field/endpoint.ts'
import { noteSchema, recordSchema } from '../field/entity-schema.ts'
import { inputSchema } from '../field/field-schema.ts'
import { field } from '../field/field.ts'
import {
  bulkEndpoint,
  importBody,
  operationEndpoints,
  previewReply,
  resourceEndpoints,
} from '../field/resource.ts'

const figure = inputSchema(field.decimal({ label: 'Rate', required: true, decimals: rateDecimals }))
const currency = inputSchema(field.currency({ label: 'Currency', required: true }))

/** Rows of one page are changed together. */
const mostChanges = 1000
const confirmed = z.optional(z.boolean())

const importing = {
  tag: forexRate.plural,
  access: 'forex-rates.edit',
  body: z.extend(importBody, { confirmed }),
  reply: previewReply,
  bodyLimit: 6_000_000,
  heavy: true,
} as const

export const forexRateCalls = {
  ...resourceEndpoints(forexRate),
  ...operationEndpoints(forexRate),
  bulk: bulkEndpoint(forexRate),
  save: endpoint('POST /forex-rate/batch', {
    summary: 'Change many rates together, all or none, with one note',
    tag: forexRate.plural,
    access: 'forex-rates.edit',
    body: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            id: z.string().check(z.maxLength(100)),
            version: z.int(),
            buyRate: z.optional(figure),
            sellRate: z.optional(figure),
          }),
        )
        .check(z.minLength(1), z.maxLength(mostChanges)),
      note: noteSchema,
      /** Says that changes of more than 10 % are meant. */
      confirmed,
    }),
    reply: z.object({ items: z.array(recordSchema(forexRate)) }),
    bodyLimit: 1_000_000,
  }),
  importPreview: endpoint('POST /forex-rate/import/preview', {
    ...importing,
    summary: 'Check a file of date;from;to;buy;sell line by line; writes nothing',
    effect: 'read',
  }),
  importCommit: endpoint('POST /forex-rate/import/commit', {
    ...importing,
    summary: 'Import all lines or none',
  }),
  pair: endpoint('GET /forex-rate/pair', {
    summary: 'The rate of a pair that applied on each day',
    tag: forexRate.plural,
    access: 'forex-rates.view',
    query: z.object({
      to: currency,
      service: z.optional(z.string().check(z.maxLength(40))),
      days: z._default(intParam(1, 366), 90),
    }),
    reply: z.object({
      from: z.string(),
      to: z.string(),
      service: z.string(),
      points: z.array(
        z.object({
          day: z.string(),
          buyRate: z.string(),
          sellRate: z.string(),
          source: z.string(),
          merchantId: z.number(),
        }),
      ),
    }),
  }),
  importer: endpoint('GET /forex-rate/importer', {
    summary: 'When rates were last imported, and how it went',
    tag: forexRate.plural,
    access: 'forex-rates.view',
    reply: z.object({
      lastRunAt: z.nullable(z.string()),
      nextRunAt: z.nullable(z.string()),
      outcome: z.nullable(z.string()),
      summary: z.nullable(z.string()),
      /** The currency the rates of the merchant go through, the service in use, and the currencies it may add. */
      from: z.string(),
      service: z.string(),
      currencies: z.array(z.string()),
    }),
  }),
}
