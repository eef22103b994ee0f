import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint } from '../field/endpoint.ts'

const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max))

export const trafficCountries = ['SWE', 'GBR', 'DEU', 'USA'] as const

/** How users who come by themselves pay. */
export const trafficMethods = [
  'CreditcardDeposit',
  'BankDeposit',
  'SkrillDeposit',
  'VoucherDeposit',
  'CryptoCurrencyDeposit',
] as const
export type TrafficMethod = (typeof trafficMethods)[number]

const operation = z.object({
  id: z.string(),
  psp: z.string(),
  kind: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: z.string(),
  code: z.string(),
  acceptedAt: z.string(),
  /** Until then the provider answers "pending" to whoever asks, whatever stands in its book. */
  unclearUntil: z.nullable(z.string()),
})
/** Something a simulated provider was asked to do. */
export type SandboxOperation = z.infer<typeof operation>

const percent = z.optional(z.number().check(z.gte(0), z.lte(100)))
const methods = z.optional(
  z.array(z.enum(trafficMethods)).check(z.minLength(1), z.maxLength(trafficMethods.length)),
)
const traffic = z.object({
  tps: z.number(),
  declinePct: percent,
  payoutPct: percent,
  country: z.optional(z.enum(trafficCountries)),
  /** Only these, as often among each other as usual. */
  methods,
})
/** How many users come by themselves, and who they are. */
export type SandboxTraffic = z.infer<typeof traffic>

const sandboxScript = z.object({
  id: z.string(),
  psp: z.string(),
  enabled: z.boolean(),
  validUntil: z.nullable(z.string()),
  /** The whole of it, as it can be changed. */
  text: z.string(),
})
export type SandboxScript = z.infer<typeof sandboxScript>

const sandboxText = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  at: z.string(),
})
/** A text message the simulated gateway took. */
export type SandboxText = z.infer<typeof sandboxText>

const decisions = ['APPROVE', 'ACTION_REQUIRED', 'REJECT'] as const
export type NetworkDecision = (typeof decisions)[number]

const applicant = z.object({
  id: z.string(),
  /** The token service, such as `amex-tokens`. */
  service: z.string(),
  legalName: z.string(),
})
/** A merchant that a simulated card network has not decided about. */
export type SandboxApplicant = z.infer<typeof applicant>

const state = named(
  'SandboxState',
  z.object({
    /** Nothing answers: no sandbox runs, or it is starting. */
    available: z.boolean(),
    url: z.nullable(z.string()),
    now: z.nullable(z.string()),
    aheadMinutes: z.number(),
    scripts: z.array(sandboxScript),
    operations: z.array(operation),
    /** The newest first. */
    texts: z.array(sandboxText),
    applicants: z.array(applicant),
    /** Null where nobody comes by themselves. */
    traffic: z.nullable(traffic),
  }),
)
/** The simulated outside world as the console sees it. */
export type SandboxState = z.infer<typeof state>

/** How a callback is told wrong. What is left out is as it should be. */
const callback = z.strictObject({
  /** Of the amount of the payment. */
  amountPct: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
  signature: z.optional(z.enum(['OK', 'BAD'])),
  reference: z.optional(z.enum(['OK', 'WRONG'])),
  times: z.optional(z.int().check(z.gte(1), z.lte(10))),
  delaySeconds: z.optional(z.int().check(z.gte(0), z.lte(3_600))),
})
export type SandboxCallback = z.infer<typeof callback>

const acts = z.strictObject({
  act: z.enum([
    'outage',
    'end-outage',
    'put-script',
    'remove-script',
    'travel',
    'travel-back',
    'confirm',
    'event',
    'decide',
    'traffic',
    'reset',
  ]),
  /** Of an outage. */
  psp: z.optional(text(1, 40)),
  percent: z.optional(z.number().check(z.gte(1), z.lte(100))),
  /** How long an outage lasts, or how far the clock is put forward. */
  minutes: z.optional(z.number().check(z.gte(1), z.lte(525_600))),
  /** What a card network says to a merchant. */
  decision: z.optional(z.enum(decisions)),
  /** Of a script, or of a merchant at a card network. */
  id: z.optional(text(1, 60)),
  text: z.optional(text(2, 20_000)),
  /** What was asked of a provider, and what becomes of it. */
  operation: z.optional(text(1, 100)),
  accepted: z.optional(z.boolean()),
  event: z.optional(z.enum(['callback', 'reversal', 'dispute'])),
  /** How much a reversal or a dispute takes; all that is left where nothing is said. */
  amount: z.optional(text(1, 20)),
  /** Of an event that is a callback. */
  callback: z.optional(callback),
  /** Users a second, and who they are. */
  tps: z.optional(z.number().check(z.gte(0), z.lte(50))),
  declinePct: percent,
  payoutPct: percent,
  country: z.optional(z.enum(trafficCountries)),
  methods,
})
export type SandboxAct = z.infer<typeof acts>

const payment = z.strictObject({
  merchantId: z.int().check(z.gte(1), z.lte(999_999_999)),
  txType: text(1, 50),
  userId: text(1, 50),
  amount: text(1, 20),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'Must be like EUR' })),
  /** A card number, an IBAN, a wallet or a voucher: which of them follows from the type. */
  account: z.optional(text(1, 60)),
})
export type SandboxPayment = z.infer<typeof payment>

const tag = 'Sandbox'

const sandboxFile = z.object({ name: z.string(), lines: z.number(), content: z.string() })
export type SandboxFile = z.infer<typeof sandboxFile>

const sandboxPayout = z.object({
  id: z.string(),
  psp: z.string(),
  account: z.string(),
  currency: z.string(),
  day: z.string(),
  payoutDate: z.string(),
  batchRef: z.string(),
  /** The bank has it. */
  paid: z.boolean(),
  lines: z.number(),
  payout: z.string(),
  /** What is wrong about it on purpose. */
  planted: z.array(z.object({ fault: z.string(), merchantRef: z.nullable(z.string()) })),
})
export type SandboxPayout = z.infer<typeof sandboxPayout>

const sandboxJob = z.object({
  name: z.string(),
  title: z.string(),
  nextRunAt: z.string(),
  finishedAt: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  running: z.boolean(),
})
/** Something the platform does by itself. */
export type SandboxJob = z.infer<typeof sandboxJob>

export const sandboxCalls = {
  read: endpoint('GET /sandbox', {
    tag,
    summary: 'The sandbox: its clock, scripts and latest requests',
    access: 'sandbox.view',
    scope: 'none',
    reply: state,
  }),
  act: endpoint('POST /sandbox/act', {
    tag,
    summary: 'Perform an action in the sandbox',
    access: 'sandbox.edit',
    scope: 'none',
    // Nothing of ours changes: the sandbox keeps its own book.
    effect: 'read',
    body: acts,
    reply: state,
  }),
  files: endpoint('GET /sandbox/settlement', {
    tag,
    summary: 'The settlement files a simulated provider would send for a day',
    access: 'sandbox.view',
    scope: 'none',
    query: z.strictObject({
      psp: text(1, 40),
      date: z.iso.date(),
      omit: z.optional(text(1, 5)),
      duplicate: z.optional(text(1, 5)),
      amountOff: z.optional(text(1, 8)),
      feeOff: z.optional(text(1, 8)),
      fxOffPct: z.optional(text(1, 8)),
      unknown: z.optional(text(1, 5)),
      split: z.optional(text(1, 3)),
    }),
    reply: z.object({
      files: z.array(sandboxFile),
    }),
  }),
  payouts: endpoint('GET /sandbox/payout', {
    tag,
    summary: 'What the simulated providers pay out, newest first',
    access: 'sandbox.view',
    scope: 'none',
    reply: z.object({ items: z.array(sandboxPayout) }),
  }),
  payoutFile: endpoint('GET /sandbox/payout/{id}', {
    tag,
    summary: 'The settlement file of a payout, as its provider writes it',
    access: 'sandbox.view',
    scope: 'none',
    params: z.strictObject({ id: text(1, 100) }),
    reply: z.object({ file: sandboxFile }),
  }),
  bankStatement: endpoint('GET /sandbox/bank-statement', {
    tag,
    summary: 'What the simulated bank says of the payouts',
    access: 'sandbox.view',
    scope: 'none',
    query: z.strictObject({
      format: z.optional(z.enum(['camt.053', 'camt.053.02', 'mt940'])),
      currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'Must be like EUR' }))),
    }),
    reply: z.object({ file: sandboxFile }),
  }),
  jobs: endpoint('GET /sandbox/job', {
    tag,
    summary: 'The background jobs of the platform',
    access: 'sandbox.view',
    scope: 'none',
    reply: z.object({
      items: z.array(sandboxJob),
    }),
  }),
  runJob: endpoint('POST /sandbox/job/{name}/run', {
    tag,
    summary: 'Run a background job now',
    access: 'sandbox.edit',
    scope: 'none',
    params: z.strictObject({ name: text(1, 60) }),
    reply: z.object({ due: z.boolean() }),
  }),
  pay: endpoint('POST /sandbox/payment', {
    cardFields: ['account'],
    tag,
    summary: 'Make a payment of a user, as the public API would',
    access: 'sandbox.edit',
    scope: 'none',
    body: payment,
    reply: z.object({ merchantId: z.number(), txId: z.number() }),
  }),
}
