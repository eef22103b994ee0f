import * as z from 'zod/mini'
import { listOf } from '../field/list-of.ts'
import { named } from '../field/named.ts'
import { outputValueSchema } from './ruleset-reply.ts'

const texts = listOf(z.string())
const options = z.optional(z.record(z.string(), z.string()))
const outputIs = z.optional(z.object({ output: z.string(), is: z.union([z.string(), z.boolean()]) }))

const outputDeclaration = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.optional(z.boolean()),
  requiredWhen: outputIs,
  requiredUnless: outputIs,
  default: z.optional(outputValueSchema),
  help: z.optional(z.string()),
  options,
  catalogue: z.optional(z.string()),
  format: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
})

const factDeclaration = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  group: z.string(),
  from: z.string(),
  operators: texts,
  phrase: z.string(),
  help: z.optional(z.string()),
  options,
  catalogue: z.optional(z.string()),
  suggestions: z.optional(texts),
  many: z.optional(z.boolean()),
  caseSensitive: z.optional(z.boolean()),
  shape: z.optional(z.string()),
  reads: z.optional(z.string()),
  about: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  personal: z.optional(z.string()),
  needs: z.optional(z.string()),
})

/** A decision table as whoever writes rules from outside has to know it: its columns, and the facts behind them. */
export const tableReply = named(
  'DecisionTable',
  z.object({
    number: z.string(),
    tag: z.string(),
    slug: z.string(),
    route: z.string(),
    title: z.string(),
    purpose: z.string(),
    category: z.string(),
    hitPolicy: z.string(),
    steps: texts,
    conditions: texts,
    outputs: listOf(outputDeclaration),
    declines: texts,
    onNoMatch: z.string(),
    requiredConditions: z.optional(texts),
    alsoKnown: z.optional(texts),
    ascending: z.optional(listOf(listOf(z.string()))),
    atLeastOne: z.optional(texts),
    defers: z.optional(z.boolean()),
    access: z.object({ view: z.string(), edit: z.string() }),
    facts: listOf(factDeclaration),
  }),
)
