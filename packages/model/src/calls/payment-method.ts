import * as z from 'zod/mini'
import { localeQuery } from '../messages/locale-schema.ts'
import { formInputSchema } from '../cashier/input-form.ts'
import { paymentMethodInput } from '../entities/payment-method-input.ts'
import { paymentMethodLogo } from '../entities/payment-method-logo.ts'
import { endpoint } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { inputSchema } from '../field/field-schema.ts'
import { importEndpoints, resourceEndpoints } from '../field/resource.ts'

const inputFields = paymentMethodInput.fields

export const paymentMethodInputCalls = {
  ...resourceEndpoints(paymentMethodInput),
  ...importEndpoints(paymentMethodInput),
  labels: endpoint('GET /payment-method-input/labels', {
    summary: 'What the labels of the inputs say to users, by the key of the message',
    tag: paymentMethodInput.plural,
    access: 'payment-methods.view',
    reply: z.object({ labels: z.record(z.string(), z.string()) }),
  }),
  form: endpoint('GET /payment-method-input/form', {
    summary: 'The form of a kind of payment as the cashier gets it',
    tag: paymentMethodInput.plural,
    access: 'payment-methods.view',
    query: z.object({
      txType: inputSchema(inputFields.txType),
      service: z.optional(z.string().check(z.maxLength(50))),
      country: z.optional(inputSchema(inputFields.country)),
      locale: z.optional(localeQuery),
    }),
    reply: z.object({
      inputs: z.array(formInputSchema),
      /** Texts of what may be wrong with a field, by the key of the message. */
      problems: z.record(z.string(), z.string()),
    }),
  }),
}

const logoRow = z.object({
  /** The method, or a service of it as in `BANK:IDEAL`. */
  id: z.string(),
  method: z.string(),
  service: z.nullable(z.string()),
  label: z.string(),
  /** Where the picture is served; the address changes with the picture. */
  url: z.string(),
  /** Whose logo it is; null: one of the platform's own drawings. */
  merchantId: z.nullable(z.number()),
  inherited: z.boolean(),
  /** Of the merchant's own logo; null where it has none. */
  version: z.nullable(z.number()),
  updatedAt: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
  /** Whether the rules of the merchant offer the method to anybody. */
  enabled: z.boolean(),
})
export type LogoRow = z.infer<typeof logoRow>

const params = z.object({ id: z.string().check(z.maxLength(101)) })
/** A picture of 50 kB and its way of being written as text; anything larger is refused before it is read. */
const logoBodyLimit = 100_000

export const paymentMethodLogoCalls = {
  list: endpoint('GET /payment-method-logo', {
    summary: 'Methods and services with the logo the cashier shows; those the rules offer, or all of them',
    tag: paymentMethodLogo.plural,
    access: 'payment-methods.view',
    query: z.object({ all: z.optional(z.enum(['true', 'false'])) }),
    reply: z.object({ items: z.array(logoRow) }),
  }),
  get: endpoint('GET /payment-method-logo/{id}', {
    summary: 'The logo the cashier shows for a method or for one service of it',
    tag: paymentMethodLogo.plural,
    access: 'payment-methods.view',
    params,
    reply: logoRow,
  }),
  upload: endpoint('PUT /payment-method-logo/{id}', {
    summary: 'Upload the logo of a method or of one service of it: PNG, at most 50 kB and 1024 × 1024',
    tag: paymentMethodLogo.plural,
    access: 'payment-methods.edit',
    params,
    bodyLimit: logoBodyLimit,
    body: z.strictObject({
      /** `data:image/png;base64,…` */
      image: z.string(),
      /** Of the own logo that is replaced; null where there is none. */
      version: z.nullable(z.int()),
      note: z.optional(noteSchema),
    }),
    reply: logoRow,
  }),
  reset: endpoint('DELETE /payment-method-logo/{id}', {
    summary: 'Remove the own logo: the inherited one or the default counts again',
    tag: paymentMethodLogo.plural,
    access: 'payment-methods.edit',
    params,
    query: z.object({ version: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) }),
    reply: logoRow,
  }),
}
