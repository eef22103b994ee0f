import * as z from 'zod/mini'
import { currencyOf } from './currencies.ts'
import { oneOf } from '../field/one-of.ts'
import { statusCodeOf } from './status-codes.ts'
import { texts } from '../text/texts.ts'
import { providerTypeLabels } from './transaction-types.ts'
import { expectedWhole } from '../text/expected.ts'

/** Where in the life of a payment a PSP's code is said; a decline of the issuer is not one of the PSP. */
export const declineStages = {
  ANY: 'Anywhere',
  AUTHENTICATION: 'Authentication',
  ISSUER: 'Issuer',
  PSP: 'PSP',
} as const
export type DeclineStage = keyof typeof declineStages

const minor = z.string().check(z.regex(/^\d{1,15}$/, texts.mustBeNumber))
const ppm = z.int({ error: expectedWhole }).check(z.gte(0), z.lte(1_000_000))
const knownCurrency = z
  .string()
  .check(z.refine((code) => currencyOf(code) !== undefined, texts.unknownCurrency))
const limit = z
  .strictObject({ min: z.optional(minor), max: z.optional(minor) })
  .check(z.refine(({ min, max }) => !min || !max || BigInt(min) <= BigInt(max), texts.crossedBounds))

const unique =
  <T>(keyOf: (item: T) => string) =>
  (items: readonly T[]): boolean =>
    new Set(items.map(keyOf)).size === items.length

export const servicesSchema = z
  .array(
    z.strictObject({
      service: z.string().check(z.regex(/^[A-Z0-9_]{2,40}$/, 'Use 2 to 40 capitals, digits and _')),
      label: z.string().check(z.minLength(1, texts.required), z.maxLength(80, texts.tooLong)),
      providerType: z.enum(Object.keys(providerTypeLabels), { error: texts.invalidValue }),
      limits: z.record(knownCurrency, limit),
    }),
  )
  .check(
    z.maxLength(200, texts.tooLong),
    z.refine(
      unique(({ service }) => service),
      texts.duplicateItem,
    ),
  )
/** One way to pay through a PSP, such as an online bank, with what it takes per currency in minor units. */
export type PspService = z.infer<typeof servicesSchema>[number]

export const statusMapSchema = z
  .array(
    z.strictObject({
      pspCode: z.string().check(z.minLength(1, texts.required), z.maxLength(60, texts.tooLong)),
      statusNo: z
        .int({ error: expectedWhole })
        .check(z.refine((no) => statusCodeOf(no) !== undefined, 'There is no such status')),
      stage: oneOf(declineStages, texts.invalidValue),
      note: z.string().check(z.maxLength(200, texts.tooLong)),
    }),
  )
  .check(
    z.maxLength(1000, texts.tooLong),
    z.refine(
      unique(({ pspCode, stage }) => `${stage}:${pspCode}`),
      texts.duplicateItem,
    ),
  )
/** What one code of a PSP means to us. */
export type StatusMapEntry = z.infer<typeof statusMapSchema>[number]

export const expectedFeeSchema = z.nullable(
  z
    .strictObject({
      currency: knownCurrency,
      fixed: minor,
      percentagePpm: ppm,
      schemePpm: ppm,
      min: z.nullable(minor),
      max: z.nullable(minor),
    })
    .check(z.refine(({ min, max }) => !min || !max || BigInt(min) <= BigInt(max), texts.crossedBounds)),
)
/** What the PSP is expected to charge; amounts are minor units of `currency`, shares are parts per million. */
export type ExpectedFee = NonNullable<z.infer<typeof expectedFeeSchema>>
