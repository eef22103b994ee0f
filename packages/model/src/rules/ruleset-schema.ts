import * as z from 'zod/mini'
import { texts } from '../text/texts.ts'
import type { Cell } from './cell.ts'
import { maxValueLength, maxValues } from './check-value.ts'
import type { OutputValue } from './decision-table.ts'
import { maxRulePattern } from './rule-pattern.ts'
import { inheritances, maxRules, type Rule } from './rule.ts'
import type { RulesetContent } from './ruleset.ts'

/**
 * The shape of a ruleset on the wire: nothing it does not name gets in, and everything has a size. Whether it makes
 * sense for a table is asked afterwards.
 */

const maxColumns = 200
const maxEntries = 300
const maxKeyLength = 64
const minText = 3
const maxText = 500

const text = (most: number) =>
  z.string({ error: 'Must be text' }).check(z.maxLength(most, `Longer than ${most} characters`))
const value = text(maxValueLength)
const values = z
  .array(value, { error: 'Must be a list of texts' })
  .check(z.maxLength(maxValues, `A list can have at most ${maxValues} values`))
const flag = z.boolean({ error: 'Must be true or false' })

const recordOf = <T>(member: z.ZodMiniType<T>, most: number) =>
  z
    .record(text(maxKeyLength), member, { error: 'Must be an object' })
    .check(z.refine((record) => Object.keys(record).length <= most, `Has more than ${most} entries`))

const moneyMap = recordOf(
  z
    .string({ error: 'An amount is a text of digits' })
    .check(z.maxLength(15, 'An amount has at most 15 digits')),
  maxEntries,
)

const bound = z.strictObject({
  value: z.union([z.number(), text(40)], { error: 'Must be a number or a text' }),
  inclusive: flag,
})

const cellSchema: z.ZodMiniType<Cell> = z.discriminatedUnion(
  'op',
  [
    z.strictObject({ op: z.literal(['in', 'notIn']), values }),
    z.strictObject({ op: z.literal('range'), min: z.optional(bound), max: z.optional(bound) }),
    z.strictObject({
      op: z.literal('moneyRange'),
      min: z.optional(moneyMap),
      max: z.optional(moneyMap),
      minInclusive: flag,
      maxInclusive: flag,
      onMissing: z.enum(['NO_MATCH', 'CONVERT'], { error: 'Must be NO_MATCH or CONVERT' }),
    }),
    z.strictObject({ op: z.literal(['prefix', 'notPrefix']), values }),
    z.strictObject({ op: z.literal(['cidr', 'notCidr']), values }),
    z.strictObject({ op: z.literal(['regex', 'notRegex']), pattern: text(maxRulePattern) }),
    z.strictObject({ op: z.literal('is'), value: flag }),
    z.strictObject({ op: z.literal(['set', 'notSet']), key: z.optional(value) }),
    z.strictObject({ op: z.literal(['match', 'mismatch']), values }),
    z.strictObject({ op: z.literal(['mapIn', 'mapNotIn']), key: value, values }),
    z.strictObject({
      op: z.literal('schedule'),
      timeZone: text(64),
      days: z.array(z.int({ error: 'Days are numbers' })).check(z.maxLength(7, 'A week has seven days')),
      from: text(5),
      to: text(5),
    }),
  ],
  { error: 'Unknown operator' },
)

const outputSchema: z.ZodMiniType<OutputValue> = z.union(
  [text(1_000), z.number(), z.boolean(), values, recordOf(value, maxEntries), recordOf(values, maxEntries)],
  { error: 'Must be text, a number, yes or no, a list, or a text or a list per name' },
)

/** What people write about rules, with the words of every other form. */
const written = z.string({ error: 'Must be text' }).check(z.maxLength(maxText, texts.tooLong))
const note = written.check(
  z.refine((given) => given === '' || given.trim().length >= minText, texts.tooShort),
)

const conditions = recordOf(cellSchema, maxColumns)

const ruleSchema: z.ZodMiniType<Rule> = z.strictObject({
  id: text(maxKeyLength).check(z.minLength(1, 'A row needs an id')),
  no: z
    .int({ error: 'The number of a row is a whole number' })
    .check(z.gte(1, 'Rows are counted from 1'), z.lte(maxRules, `Rows are counted up to ${maxRules}`)),
  /** A row may go without a name; its sentence says what it does. */
  name: text(maxText),
  note,
  enabled: flag,
  conditions,
  outputs: recordOf(outputSchema, maxColumns),
  originGroupId: z.optional(text(maxKeyLength)),
})

export const rulesetContentSchema: z.ZodMiniType<RulesetContent> = z.strictObject({
  name: written.check(
    z.refine((name) => name.trim() !== '', { error: texts.required, abort: true }),
    z.refine((name) => name.trim().length >= minText, texts.tooShort),
  ),
  note: z._default(note, ''),
  priority: z
    .int({ error: 'The priority is a whole number' })
    .check(z.gte(0, 'The priority is not below 0'), z.lte(1_000_000, 'The priority is at most 1000000')),
  inherit: z.enum(inheritances, { error: `Must be ${inheritances.join(' or ')}` }),
  enabled: flag,
  preconditions: conditions,
  rules: z
    .array(ruleSchema, { error: 'Must be a list of rows' })
    .check(z.maxLength(maxRules, `A ruleset can have at most ${maxRules} rows`)),
})
