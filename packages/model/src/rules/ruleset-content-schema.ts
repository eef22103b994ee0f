import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { outlineOf } from '../field/schema-of.ts'
import { inheritances, maxRules } from './rule.ts'
import type { RulesetChanges, RulesetContent } from './ruleset.ts'

/** Ten thousand wide rows. */
export const rowsBodyLimit = 12_000_000

/** Rows are checked against their table once it is known which it is; here only the outline. */
export const rowSchema = z.looseObject({ id: z.string() })
const cells = z.record(z.string(), z.looseObject({ op: z.string() }))
const contentShape = {
  name: z.string(),
  note: z.string(),
  priority: z.int().check(z.gte(1), z.lte(9999)),
  inherit: z.enum(inheritances),
  enabled: z.boolean(),
  preconditions: cells,
}
export const changesSchema = outlineOf<RulesetChanges>()(
  z.strictObject({
    name: z.optional(contentShape.name),
    note: z.optional(contentShape.note),
    priority: z.optional(contentShape.priority),
    inherit: z.optional(contentShape.inherit),
    enabled: z.optional(contentShape.enabled),
    preconditions: z.optional(cells),
    upsert: z.optional(z.array(rowSchema).check(z.maxLength(maxRules))),
    remove: z.optional(z.array(z.string()).check(z.maxLength(maxRules))),
    order: z.optional(z.array(z.string()).check(z.maxLength(maxRules))),
  }),
)
export const contentSchema = named(
  'RulesetContent',
  outlineOf<RulesetContent>()(
    z.strictObject({ ...contentShape, rules: z.array(rowSchema).check(z.maxLength(maxRules)) }),
  ),
)
