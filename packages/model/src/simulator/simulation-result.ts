import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { txStatuses } from '../reference/status-codes.ts'
import { traceSchema } from '../rules/ruleset-reply.ts'

const money = z.nullable(wireMoneySchema)
const text = z.nullable(z.string())

const attempt = z.object({
  psp: z.string(),
  pspAccount: z.string(),
  /** Why this one: routed, fallback, step-up … */
  reason: z.string(),
  outcome: text,
  code: text,
})

const event = z.object({
  type: z.string(),
  summary: z.string(),
  status: z.enum(txStatuses),
  code: text,
})

/** What would have to be otherwise for a row to match: a fact, as JSON writes it. */
const repair = z.object({ fact: z.string(), value: z.unknown(), label: z.string() })

const askedTable = z.object({
  /** `D7`; the same table may be asked several times. */
  step: z.string(),
  flowStep: z.string(),
  table: z.string(),
  title: z.string(),
  route: z.string(),
  outcome: z.string(),
  hits: z.array(z.string()),
  versions: z.array(z.string()),
  /** Microseconds the question took. */
  us: z.number(),
  /** Null where the reader may not see the table. */
  trace: z.nullable(traceSchema),
  /** By the reference of a row that misses in one cell. */
  repairs: z.record(z.string(), repair),
})
export type AskedTable = z.infer<typeof askedTable>

const flowStep = z.object({
  step: z.string(),
  ms: z.number(),
  events: z.array(event),
  /** Places in `tables`. */
  tables: z.array(z.int()),
  /** Names of facts that became known. */
  factsAdded: z.array(z.string()),
})

export const simulationResultSchema = named(
  'SimulationResult',
  z.object({
    outcome: z.object({
      status: z.enum(txStatuses),
      statusNo: z.number(),
      code: z.string(),
      /** Why, for people. */
      info: text,
      declineStage: text,
      /** Whom it waits for. */
      waitsFor: text,
    }),
    path: z.array(attempt),
    amounts: z.object({
      requested: wireMoneySchema,
      fee: wireMoneySchema,
      vat: wireMoneySchema,
      feeMode: text,
      /** On the user's wallet, without its sign. */
      wallet: wireMoneySchema,
      psp: money,
      fxRate: text,
      providerCost: money,
    }),
    steps: z.array(flowStep),
    tables: z.array(askedTable),
    /** What the tables knew at the end, as people read it. */
    facts: z.record(z.string(), z.string()),
    tookMs: z.number(),
  }),
)
export type SimulationResult = z.infer<typeof simulationResultSchema>

/** What a test case expects; what is left out may be anything. */
export const expectedOutcomeSchema = named(
  'ExpectedOutcome',
  z.strictObject({
    status: z.optional(z.enum(txStatuses)),
    code: z.optional(z.string().check(z.maxLength(80))),
    /** `acmecards/3DS`, in the order they are tried. */
    path: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10))),
    fee: z.optional(wireMoneySchema),
  }),
)
export type ExpectedOutcome = z.infer<typeof expectedOutcomeSchema>
