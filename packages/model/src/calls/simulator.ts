import * as z from 'zod/mini'
import { endpoint, idParams, intParam } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { simulationInputSchema } from '../simulator/simulation-input.ts'
import { expectedOutcomeSchema, simulationResultSchema } from '../simulator/simulation-result.ts'

const tag = 'Simulator'
const text = z.nullable(z.string())

/** Taken instead of the active versions of the same rulesets. */
const rules = z.optional(
  z
    .array(
      z.strictObject({
        rulesetId: z.string().check(z.maxLength(40)),
        version: z.int(),
        revision: z.optional(z.int()),
      }),
    )
    .check(z.maxLength(50)),
)
export interface SimulatedVersion {
  readonly rulesetId: string
  readonly version: number
  /** Refused when the draft was saved again since it was looked at. */
  readonly revision?: number | undefined
}

const testCaseSchema = named(
  'RulesetTestCase',
  z.object({
    id: z.string(),
    rulesetId: z.string(),
    merchantId: z.number(),
    name: z.string(),
    input: simulationInputSchema,
    expected: expectedOutcomeSchema,
    createdBy: z.string(),
    createdAt: z.string(),
  }),
)
export type RulesetTestCase = z.infer<typeof testCaseSchema>

const testRunSchema = named(
  'RulesetTestRun',
  z.object({
    id: z.string(),
    name: z.string(),
    passed: z.boolean(),
    /** What differs, in words; empty where it passed. */
    differences: z.array(z.string()),
  }),
)
export type RulesetTestRun = z.infer<typeof testRunSchema>

export const mostTestCases = 100

export const simulatorCalls = {
  run: endpoint('POST /simulator/run', {
    summary: 'Take a deposit or withdrawal through the whole flow without making it',
    tag,
    access: 'rules-hub.view',
    body: z.strictObject({ input: simulationInputSchema, rules }),
    reply: simulationResultSchema,
    effect: 'read',
    computes: true,
  }),
  payment: endpoint('GET /simulator/payment/{id}', {
    summary: 'A payment that was made, as input of the simulator with the answers it got',
    tag,
    access: 'rules-hub.view',
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }),
    reply: simulationInputSchema,
  }),
  user: endpoint('GET /simulator/user', {
    summary: 'What is known of a user, as input of the simulator',
    tag,
    access: 'rules-hub.view',
    query: z.object({ userId: z.string().check(z.minLength(1), z.maxLength(50)) }),
    reply: z.object({ user: simulationInputSchema.shape.user, found: z.boolean() }),
  }),
  lookup: endpoint('GET /simulator/lookup', {
    summary: 'What the first digits of a card and an IP address tell',
    tag,
    access: 'rules-hub.view',
    query: z.object({
      bin: z.optional(z.string().check(z.regex(/^\d{6,11}$/, { error: 'Must be 6 to 11 digits' }))),
      ip: z.optional(z.string().check(z.maxLength(45))),
    }),
    reply: z.object({
      card: z.nullable(
        z.object({ brand: text, type: text, category: text, issuer: text, issuerCountry: text }),
      ),
      ipCountry: text,
    }),
  }),
  testCases: endpoint('GET /simulator/test-case', {
    summary: 'Test cases of a ruleset',
    tag,
    access: 'rules-hub.view',
    query: z.object({ rulesetId: z.string().check(z.maxLength(40)) }),
    reply: z.object({ items: z.array(testCaseSchema) }),
  }),
  addTestCase: endpoint('POST /simulator/test-case', {
    summary: 'Save a simulated payment and its expected outcome as a test case of a ruleset',
    tag,
    access: 'rules-hub.edit',
    body: z.strictObject({
      rulesetId: z.string().check(z.maxLength(40)),
      name: z.string().check(z.minLength(1), z.maxLength(100)),
      input: simulationInputSchema,
      expected: expectedOutcomeSchema,
    }),
    reply: testCaseSchema,
  }),
  removeTestCase: endpoint('DELETE /simulator/test-case/{id}', {
    summary: 'Delete a test case',
    tag,
    access: 'rules-hub.edit',
    params: idParams,
    reply: z.object({ id: z.string() }),
  }),
  runTestCases: endpoint('POST /simulator/test-case/run', {
    summary: 'Run the test cases of a ruleset with one of its versions, or with the active one',
    tag,
    access: 'rules-hub.view',
    body: z.strictObject({
      rulesetId: z.string().check(z.maxLength(40)),
      version: z.optional(z.int()),
    }),
    reply: z.object({ items: z.array(testRunSchema) }),
    effect: 'read',
    computes: true,
  }),
} as const
