import * as z from 'zod/mini'
import { named, writtenWhole } from '../field/named.ts'
import { schemaOf } from '../field/schema-of.ts'
import type { Cell } from './cell.ts'
import type { OutputValue } from './decision-table.ts'
import { findingCodes, type Finding } from './finding.ts'
import { inheritances, type Rule, type RulesetVersion } from './rule.ts'
import { approvalPolicies, changeDirections, type ChangeAssessment } from './approval-policy.ts'
import {
  emergencyStates,
  versionStates,
  type Decision,
  type RulesetRevision,
  type RulesetSummary,
} from './ruleset.ts'
import { rowResults, type TableTrace, type TraceRow } from './trace.ts'

/**
 * Rulesets as replies show them. Without the bounds that saving has: yesterday's rows must stay readable under today's
 * rules.
 */

const text = z.nullable(z.string())
const texts = z.array(z.string())
const bound = z.optional(z.object({ value: z.union([z.number(), z.string()]), inclusive: z.boolean() }))
const moneyMap = z.optional(z.record(z.string(), z.string()))

const cell = named(
  'RuleCell',
  schemaOf<Cell>()(
    z.discriminatedUnion('op', [
      z.object({ op: z.literal(['in', 'notIn']), values: texts }),
      z.object({ op: z.literal('range'), min: bound, max: bound }),
      z.object({
        op: z.literal('moneyRange'),
        min: moneyMap,
        max: moneyMap,
        minInclusive: z.boolean(),
        maxInclusive: z.boolean(),
        onMissing: z.enum(['NO_MATCH', 'CONVERT']),
      }),
      z.object({ op: z.literal(['prefix', 'notPrefix']), values: texts }),
      z.object({ op: z.literal(['cidr', 'notCidr']), values: texts }),
      z.object({ op: z.literal(['regex', 'notRegex']), pattern: z.string() }),
      z.object({ op: z.literal('is'), value: z.boolean() }),
      z.object({ op: z.literal(['set', 'notSet']), key: z.optional(z.string()) }),
      z.object({ op: z.literal(['match', 'mismatch']), values: texts }),
      z.object({ op: z.literal(['mapIn', 'mapNotIn']), key: z.string(), values: texts }),
      z.object({
        op: z.literal('schedule'),
        timeZone: z.string(),
        days: z.array(z.number()),
        from: z.string(),
        to: z.string(),
      }),
    ]),
  ),
)
const cells = z.record(z.string(), cell)

export const outputValueSchema = schemaOf<OutputValue>()(
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    texts,
    z.record(z.string(), z.string()),
    z.record(z.string(), texts),
  ]),
)
const outputs = z.record(z.string(), outputValueSchema)

const rule = named(
  'Rule',
  writtenWhole(
    schemaOf<Rule>()(
      z.object({
        id: z.string(),
        no: z.number(),
        name: z.string(),
        note: z.string(),
        enabled: z.boolean(),
        conditions: cells,
        outputs,
        originGroupId: z.optional(z.string()),
      }),
    ),
  ),
)

const versionShape = {
  rulesetId: z.string(),
  merchantId: z.number(),
  table: z.string(),
  no: z.number(),
  name: z.string(),
  version: z.number(),
  priority: z.number(),
  inherit: z.enum(inheritances),
  enabled: z.boolean(),
  preconditions: cells,
}

export const effectiveVersionSchema = schemaOf<RulesetVersion & { readonly inherited: boolean }>()(
  z.object({ ...versionShape, rules: z.array(rule), inherited: z.boolean() }),
)

export const decisionSchema = schemaOf<Decision>()(
  z.object({ user: z.string(), at: z.string(), decision: z.enum(['APPROVE', 'DENY']), comment: z.string() }),
)

const policyShape = {
  policy: z.enum(approvalPolicies),
  direction: z.nullable(z.enum(changeDirections)),
  reason: z.string(),
}

export const assessmentSchema = named(
  'RuleChangeAssessment',
  schemaOf<ChangeAssessment>()(z.object({ ...policyShape, breakGlass: z.boolean() })),
)

const revisionShape = {
  ...versionShape,
  note: z.string(),
  state: z.enum(versionStates),
  revision: z.number(),
  changeNote: z.string(),
  basedOn: z.nullable(z.number()),
  archives: z.boolean(),
  contentHash: z.string(),
  editedBy: z.string(),
  editedAt: z.string(),
  updatedBy: z.string(),
  lastUpdatedAt: z.string(),
  editors: z.optional(texts),
  submittedBy: text,
  submittedAt: text,
  decisions: z.array(decisionSchema),
  effectiveFrom: text,
  activatedAt: text,
  endedAt: text,
  activationProblem: z.optional(text),
  approval: z.optional(z.nullable(z.object({ ...policyShape, needed: z.number(), approvedBy: texts }))),
  emergency: z.optional(z.nullable(z.object({ state: z.enum(emergencyStates), until: z.string() }))),
  changeSetId: z.optional(text),
}

export const revisionSchema = named(
  'RulesetRevision',
  schemaOf<RulesetRevision>()(z.object({ ...revisionShape, rules: z.array(rule) })),
)

/** A line of the history, without its rows. */
export const pastRevisionSchema = schemaOf<Omit<RulesetRevision, 'rules'>>()(z.object(revisionShape))

export const summarySchema = named(
  'RulesetSummary',
  schemaOf<RulesetSummary>()(
    z.object({
      id: z.string(),
      merchantId: z.number(),
      inherited: z.boolean(),
      table: z.string(),
      no: z.number(),
      name: z.string(),
      note: z.string(),
      priority: z.number(),
      inherit: z.enum(inheritances),
      enabled: z.boolean(),
      rules: z.number(),
      rulesEnabled: z.number(),
      activeVersion: z.nullable(z.number()),
      archived: z.boolean(),
      open: z.nullable(
        z.object({
          version: z.number(),
          revision: z.number(),
          state: z.enum(versionStates),
          editedBy: z.string(),
          editedAt: z.string(),
          submittedBy: text,
          changeNote: z.string(),
          effectiveFrom: text,
        }),
      ),
      updatedBy: z.string(),
      lastUpdatedAt: z.string(),
    }),
  ),
)

const traceRow = schemaOf<TraceRow>()(
  z.object({
    ref: z.string(),
    rulesetId: z.string(),
    ruleId: z.string(),
    no: z.number(),
    name: z.string(),
    result: z.enum(rowResults),
    failed: z.array(
      z.object({ column: z.string(), expected: z.string(), actual: text, sentence: z.string() }),
    ),
  }),
)

export const traceSchema = named(
  'TableTrace',
  schemaOf<TableTrace>()(
    z.object({
      table: z.string(),
      hits: texts,
      outcome: z.nullable(outputs),
      outcomes: z.optional(z.array(outputs)),
      draw: z.nullable(
        z.object({
          weights: z.record(z.string(), z.number()),
          roll: z.number(),
          removed: z.array(z.object({ ref: z.string(), why: z.string() })),
        }),
      ),
      rows: z.array(traceRow),
      rowCount: z.optional(z.number()),
    }),
  ),
)

const fixShape = { label: z.string(), ruleId: z.string() }
const cellFixShape = { ...fixShape, column: z.string() }

export const findingSchema = named(
  'RuleFinding',
  schemaOf<Finding>()(
    z.object({
      code: z.enum(findingCodes),
      message: z.string(),
      ruleId: z.string(),
      column: z.optional(z.string()),
      otherRuleIds: z.optional(texts),
      witness: z.optional(z.record(z.string(), z.unknown())),
      fix: z.optional(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('move'), ...fixShape, beforeRuleId: z.string() }),
          z.object({ kind: z.literal('remove'), ...fixShape }),
          z.object({ kind: z.literal('clear'), ...cellFixShape }),
          z.object({ kind: z.literal('rewrite'), ...cellFixShape, text: z.string() }),
          z.object({ kind: z.literal('swapEnds'), ...cellFixShape }),
          z.object({ kind: z.literal('swap'), ...fixShape, columns: z.tuple([z.string(), z.string()]) }),
        ]),
      ),
    }),
  ),
)
