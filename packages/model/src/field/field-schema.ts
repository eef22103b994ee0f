import { seenText } from '../text/seen-text.ts'
import * as z from 'zod/mini'
import { countryOf } from '../reference/countries.ts'
import { currencyOf } from '../reference/currencies.ts'
import type { Fields, ValueOf } from './entity.ts'
import { isList, type Field, type Format, type Kind } from './field.ts'
import { invalidAmount, wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import { parseSignedMoney } from '../money/money-text.ts'
import { builtAs } from './schema-of.ts'
import { isCalendarDay } from '../text/local-time.ts'
import { fill, texts } from '../text/texts.ts'
import { isPattern, maxPatternLength } from '../text/user-pattern.ts'
import { isEmail, isPhone, isUrl, isUuid } from './validators.ts'
import { expected, expectedWhole } from '../text/expected.ts'

type Schema = z.ZodMiniType

const formatChecks: Record<Format, { test: (value: string) => boolean; message: string } | null> = {
  NONE: null,
  URL: { test: isUrl, message: texts.invalidUrl },
  UUID: { test: isUuid, message: texts.invalidUuid },
  EMAIL: { test: isEmail, message: texts.invalidEmail },
  PHONE: { test: isPhone, message: texts.invalidPhone },
  DAY: { test: isCalendarDay, message: texts.invalidDay },
}

const defaultMax: Partial<Record<Kind, number>> = { string: 200, text: 200_000, pattern: maxPatternLength }
const maxItems = 1000

/** A required text may not be blank; "empty" and "absent" read the same to the person filling the form. */
function textSchema(f: Field): Schema {
  const format = formatChecks[f.format ?? 'NONE']
  const min = f.min ?? (f.required ? 1 : 0)
  let schema: z.ZodMiniType<string> = z
    .string({ error: expected(texts.mustBeText) })
    .check(z.maxLength(f.max ?? defaultMax[f.kind] ?? 200, texts.tooLong))
  schema = schema.check(
    z.refine((value) => !(f.required && seenText(value) === ''), texts.required),
    z.refine((value) => seenText(value) === '' || value.length >= min, texts.tooShort),
  )
  if (format) schema = schema.check(z.refine((value) => value === '' || format.test(value), format.message))
  const { matches } = f
  if (matches) {
    schema = schema.check(
      z.refine((value) => value === '' || matches.test(value), f.matchesText ?? texts.invalidValue),
    )
  }
  return schema
}

function numberSchema(f: Field): Schema {
  let schema: z.ZodMiniType<number> = z.number({ error: expected(texts.mustBeNumber) })
  const isWhole = f.integer ?? true
  if (isWhole) schema = schema.check(z.refine((value) => Number.isInteger(value), texts.mustBeWhole))
  // Beyond, whole numbers cannot be told apart.
  const least = f.min ?? (isWhole ? Number.MIN_SAFE_INTEGER : undefined)
  const most = f.max ?? (isWhole ? Number.MAX_SAFE_INTEGER : undefined)
  if (least !== undefined) schema = schema.check(z.gte(least, texts.tooSmall(least)))
  if (most !== undefined) schema = schema.check(z.lte(most, texts.tooLarge(most)))
  return schema
}

const wholeDigits = 10
/** Above zero, at most ten digits before the point and as many behind it as the field says. */
function decimalSchema({ decimals = 0 }: Field): Schema {
  const form = new RegExp(`^\\d{1,${wholeDigits}}(?:\\.\\d{1,${Math.max(decimals, 1)}})?$`)
  // A number of JSON may have lost digits on its way here.
  const error = ({ input }: { readonly input?: unknown }) =>
    typeof input === 'number' ? texts.decimalAsText : expected(texts.mustBeNumber)({ input })
  return z.string({ error }).check(
    z.refine((value) => /^-?\d+(?:\.\d+)?$/.test(value), texts.mustBeNumber),
    z.refine((value) => !/^(?:-|0+(?:\.0+)?$)/.test(value), texts.mustBePositive),
    z.refine(
      (value) => value.startsWith('-') || !/^\d+(?:\.\d+)?$/.test(value) || form.test(value),
      texts.tooLong,
    ),
  )
}

const daySchema = z
  .string({ error: expected(texts.invalidDate) })
  .check(z.refine(isCalendarDay, texts.invalidDate))

const choiceSchema = (f: Field): Schema =>
  z.enum(Object.keys(f.options ?? {}), {
    error: f.required ? expected(texts.invalidChoice) : texts.invalidChoice,
  })
const countrySchema = z
  .string({ error: expected(texts.unknownCountry) })
  .check(z.refine((code) => countryOf(code) !== undefined, texts.unknownCountry))
const currencySchema = z
  .string({ error: expected(texts.unknownCurrency) })
  .check(z.refine((code) => currencyOf(code) !== undefined, texts.unknownCurrency))
const merchantSchema = z.int({ error: expectedWhole })

function listSchema(f: Field, item: Schema): Schema {
  const min = f.min ?? (f.required ? 1 : 0)
  return z.array(item, { error: expected(texts.mustBeList) }).check(
    z.refine(
      (items) => items.length >= min,
      min <= 1 ? fill(texts.addAtLeastOne, f.item ?? f.label.toLowerCase()) : texts.tooShort,
    ),
    z.maxLength(f.max ?? maxItems, texts.tooLong),
    z.refine((items) => f.repeats === true || new Set(items).size === items.length, texts.duplicateItem),
  )
}

const byKind: Record<Kind, (f: Field) => Schema> = {
  string: textSchema,
  text: textSchema,
  number: numberSchema,
  decimal: decimalSchema,
  boolean: () => z.boolean({ error: expected(texts.mustBeBoolean) }),
  choice: choiceSchema,
  choices: (f) => listSchema(f, choiceSchema({ ...f, required: false })),
  strings: (f) =>
    listSchema(f, z.string().check(z.minLength(1, texts.required), z.maxLength(200, texts.tooLong))),
  country: () => countrySchema,
  countries: (f) => listSchema(f, countrySchema),
  currency: () => currencySchema,
  currencies: (f) => listSchema(f, currencySchema),
  merchant: () => merchantSchema,
  merchants: (f) => listSchema(f, merchantSchema),
  instant: () => z.iso.datetime({ offset: true, error: expected(texts.invalidDate) }),
  day: () => daySchema,
  pattern: (f) =>
    z
      .string({ error: expected(texts.mustBeText) })
      .check(
        z.maxLength(maxPatternLength, texts.tooLong),
        z.refine((value) => value === '' || isPattern(value), texts.invalidPattern),
      )
      .check(z.refine((value) => !(f.required && value === ''), texts.required)),
  json: () => z.unknown(),
  money: () =>
    wireMoneySchema.check(
      z.refine(({ amount, currency }) => parseSignedMoney(amount, currency) !== undefined, {
        error: ({ input }) => invalidAmount(input as WireMoney),
      }),
    ),
}

/** What an input may carry: null clears a field that is not required. Lists are emptied, never nulled. */
export function inputSchema<F extends Field>(f: F): z.ZodMiniType<ValueOf<F>> {
  const schema = byKind[f.kind](f)
  const free = f.required || isList(f.kind) || f.kind === 'boolean' ? schema : z.nullable(schema)
  return builtAs<ValueOf<F>>(free)
}

const storedByKind: Record<Kind, Schema> = {
  string: z.string(),
  text: z.string(),
  number: z.number(),
  decimal: z.string(),
  boolean: z.boolean(),
  choice: z.string(),
  choices: z.array(z.string()),
  strings: z.array(z.string()),
  country: z.string(),
  countries: z.array(z.string()),
  currency: z.string(),
  currencies: z.array(z.string()),
  merchant: z.number(),
  merchants: z.array(z.number()),
  instant: z.string(),
  day: z.string(),
  pattern: z.string(),
  json: z.unknown(),
  money: wireMoneySchema,
}

/** What a stored record shows. Looser than the input: yesterday's data must stay readable under today's rules. */
export function storedSchema<F extends Field>(f: F): z.ZodMiniType<ValueOf<F>> {
  const schema = storedByKind[f.kind]
  const free =
    f.required || isList(f.kind) || f.kind === 'boolean' || f.kind === 'json' ? schema : z.nullable(schema)
  return builtAs<ValueOf<F>>(free)
}

/** What a row shows of declared fields; which value each holds is known from its declaration. */
export const storedShape = <F extends Fields>(fields: F): StoredShape<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, storedSchema(field)]),
  ) as StoredShape<F>

type StoredShape<F extends Fields> = { [Name in keyof F]: z.ZodMiniType<ValueOf<F[Name]>> }
