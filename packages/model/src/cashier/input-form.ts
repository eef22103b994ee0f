import * as z from 'zod/mini'
import { oneOf } from '../field/one-of.ts'
import { fillPlaceholders } from '../messages/placeholders.ts'
import { texts } from '../text/texts.ts'
import { inputTypes, visibleOps } from './input-types.ts'
import type { CashierInput } from './resolve-inputs.ts'

export const visibleWhenSchema = z.strictObject({
  key: z.string().check(z.minLength(1, texts.required), z.maxLength(40, texts.tooLong)),
  op: oneOf(visibleOps, texts.invalidValue),
  value: z.optional(z.string().check(z.maxLength(200, texts.tooLong))),
})

export const inputOptionsSchema = z
  .array(
    z.strictObject({
      value: z.string().check(z.minLength(1, texts.required), z.maxLength(100, texts.tooLong)),
      labelKey: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,120}$/, { error: 'Use the key of a message' })),
    }),
  )
  .check(
    z.maxLength(300, texts.tooLong),
    z.refine((items) => new Set(items.map(({ value }) => value)).size === items.length, texts.duplicateItem),
  )

const types = Object.keys(inputTypes) as [keyof typeof inputTypes, ...(keyof typeof inputTypes)[]]
const ops = Object.keys(visibleOps) as [keyof typeof visibleOps, ...(keyof typeof visibleOps)[]]

/** A field of the form in somebody's language; `name` is its place in the request of a payment. */
export const formInputSchema = z.object({
  name: z.string(),
  key: z.string(),
  label: z.string(),
  type: z.enum(types),
  required: z.boolean(),
  /** RE2, for the whole text. */
  pattern: z.nullable(z.string()),
  /** Of a number its value, of anything else its length. */
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  mask: z.nullable(z.string()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Asked for only while another field, named by its key, says this. */
  visibleWhen: z.nullable(z.object({ key: z.string(), op: z.enum(ops), value: z.optional(z.string()) })),
  sensitive: z.boolean(),
  autocomplete: z.nullable(z.string()),
})
export type FormInput = z.infer<typeof formInputSchema>

/** Nothing is known that would stand in the places a text leaves open, and nobody who pays is to read their numbers. */
const labelOf = (text: string): string => fillPlaceholders(text, []).replaceAll(/\s+/g, ' ').trim()

/** The fields in somebody's language. `textOf` gives the text of a message, or its key where nobody wrote one. */
export const formOf = (inputs: readonly CashierInput[], textOf: (key: string) => string): FormInput[] =>
  inputs.map(({ labelKey, options, visibleWhen, ...input }) => ({
    ...input,
    label: labelOf(textOf(labelKey)),
    options: options.map(({ value, labelKey: key }) => ({ value, label: labelOf(textOf(key)) })),
    visibleWhen: visibleWhen && { ...visibleWhen },
  }))
