import * as z from 'zod/mini'
import { message, messageCategories, type MessageCategory } from '../entities/message.ts'
import { endpoint, type Schema } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { inputSchema } from '../field/field-schema.ts'
import {
  bulkEndpoint,
  exportShape,
  importEndpoints,
  resourceEndpoints,
  separatorSchema,
  type ExportQuery,
} from '../field/resource.ts'
import { maxStoredMinor } from '../payments/payment-request.ts'
import { moneyCodec } from '../money/money-schema.ts'
import { statusCodes } from '../reference/status-codes.ts'
import { transactionTypes } from '../reference/transaction-types.ts'

const tag = message.plural
const { key, category, description } = message.fields
const locale = z.string().check(z.minLength(1), z.maxLength(35))
const categories = Object.keys(messageCategories) as [MessageCategory, ...MessageCategory[]]

const messageLocale = z.object({
  locale: z.string(),
  name: z.string(),
  /** Keys with a text in this locale, and keys without. */
  texts: z.number(),
  missing: z.number(),
})
export type MessageLocaleUse = z.infer<typeof messageLocale>

const unequalText = z.object({ merchantId: z.number(), merchant: z.string(), locale: z.string() })
/** A text of a merchant below whose placeholders do not fit to what it inherits. */
export type UnequalText = z.infer<typeof unequalText>

const keyTexts = z.object({
  key: z.string(),
  category: z.enum(categories),
  description: z.nullable(z.string()),
  texts: z.array(
    z.object({
      locale: z.string(),
      value: z.string(),
      merchantId: z.number(),
      inherited: z.boolean(),
      version: z.number(),
    }),
  ),
  unequalBelow: z.array(unequalText),
})
export type MessageTexts = z.infer<typeof keyTexts>

const missingKey = z.object({
  key: z.string(),
  category: z.enum(categories),
  /** A text there is, to translate from. */
  reference: z.string(),
  missing: z.array(z.string()),
  /** Locales whose placeholders differ from those of the reference. */
  unequal: z.array(z.string()),
})
export type MissingTranslation = z.infer<typeof missingKey>

const savedText = z.strictObject({
  locale,
  /** Null: the text of this merchant is deleted, and what it inherits counts again. */
  value: z.nullable(inputSchema(message.fields.value)),
  /** Of the text that was edited; null where there was none. */
  version: z.nullable(z.int()),
})

const exportQuery: Schema<ExportQuery & { separator?: string | undefined }> = z.object({
  ...exportShape(message),
  separator: z.optional(separatorSchema),
})

const resource = resourceEndpoints(message)
const params = z.object({ key: inputSchema(key) })
const names = transactionTypes.map(({ name }) => name) as [string, ...string[]]
const codes = [...new Set(statusCodes.map(({ code }) => code))] as [string, ...string[]]

export const messageCalls = {
  ...resource,
  ...importEndpoints(message),
  bulk: bulkEndpoint(message),
  export: endpoint('GET /message/export', {
    summary:
      'Export what is filtered. CSV has exactly the columns category, description, key, locale and value, all quoted',
    tag,
    access: 'messages.exchange',
    query: exportQuery,
    reply: 'stream',
    heavy: true,
  }),
  locales: endpoint('GET /message/locale', {
    summary: 'Locales in use, and how much of each is translated',
    tag,
    access: 'messages.view',
    reply: z.object({ items: z.array(messageLocale) }),
  }),
  addLocale: endpoint('POST /message/locale', {
    summary: 'Add a locale, or copy the texts of another one into a locale',
    tag,
    access: 'messages.edit',
    body: z.strictObject({
      locale,
      copyFrom: z.optional(locale),
      /** Also where there is a text already. */
      overwrite: z._default(z.boolean(), false),
      note: z.optional(noteSchema),
    }),
    reply: z.object({ locale: z.string(), copied: z.number() }),
  }),
  missing: endpoint('GET /message/missing', {
    summary: 'Keys that have no text in some locale in use, or one with other placeholders',
    tag,
    access: 'messages.view',
    reply: z.object({ locales: z.array(z.string()), items: z.array(missingKey) }),
  }),
  key: endpoint('GET /message/key/{key}', {
    summary: 'One key in all locales',
    tag,
    access: 'messages.view',
    params,
    reply: keyTexts,
  }),
  saveKey: endpoint('PUT /message/key/{key}', {
    summary: 'Save the texts of one key in all locales at once; inherited ones get an override',
    tag,
    access: 'messages.edit',
    params,
    body: z.strictObject({
      /** Refused when the key exists. */
      isNew: z._default(z.boolean(), false),
      category: inputSchema(category),
      description: z.optional(inputSchema(description)),
      texts: z.array(savedText).check(z.minLength(1), z.maxLength(100)),
      note: z.optional(noteSchema),
    }),
    reply: keyTexts,
  }),
  preview: endpoint('POST /message/preview', {
    summary: 'What the user of a sample transaction reads, and where the text stands',
    tag,
    access: 'messages.view',
    effect: 'read',
    body: z.strictObject({
      txType: z.enum(names),
      statusCode: z.enum(codes),
      pspStatusCode: z.optional(z.string().check(z.maxLength(60))),
      messageKey: z.optional(z.string().check(z.maxLength(120))),
      locale,
      amount: moneyCodec.check(z.refine(({ minor }) => minor <= maxStoredMinor, 'Too large')),
    }),
    reply: z.object({
      text: z.string(),
      html: z.string(),
      /** Null: nobody wrote a text, and the platform's own words are used. */
      source: z.nullable(
        z.object({ key: z.string(), locale: z.string(), merchantId: z.number(), value: z.string() }),
      ),
      /** Keys in the order they are looked up, and the locales tried for each. */
      keys: z.array(z.string()),
      locales: z.array(z.string()),
    }),
  }),
}
