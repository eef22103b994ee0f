import * as z from 'zod/mini'
import { accountTypes, type AccountClass } from '../balance/account-words.ts'
import { ledgerPosting } from '../entities/ledger-posting.ts'
import { ledgerRequest } from '../entities/ledger-request.ts'
import { endpoint, idParams, intParam } from '../field/endpoint.ts'
import { recordSchema } from '../field/entity-schema.ts'
import { named } from '../field/named.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { largestCaseFile, longestFileName } from '../investigation/case-file.ts'
import type { AccountType } from '../ledger/account.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { isDay, isInstantText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { expected } from '../text/expected.ts'

const tag = 'Balance'
const view = 'balance.view'
const edit = 'balance.edit'

const type = z.enum(accountTypes as [AccountType, ...AccountType[]])
const accountClass = z.enum(['ASSET', 'LIABILITY', 'INCOME', 'EXPENSE', 'TRADING'] as [
  AccountClass,
  ...AccountClass[],
])

const day = z
  .string({ error: expected(texts.mustBeText) })
  .check(z.refine(isDay, 'Must be a day, YYYY-MM-DD'))
const month = z
  .string()
  .check(z.refine((text) => isDay(`${text}-01`) && text.length === 7, 'Must be a month, YYYY-MM'))
const instant = z.string().check(z.maxLength(40)).check(z.refine(isInstantText, 'Must be a date and time'))

/** What all merchants below the selected one come to in its currency, at the rates of one day. */
const consolidatedSchema = z.object({
  currency: z.string(),
  merchants: z.number(),
  /** The day the rates are of. */
  ratesOf: z.string(),
  rows: z.array(
    z.object({
      type,
      balance: wireMoneySchema,
      /** Some of it was in another currency. */
      converted: z.boolean(),
    }),
  ),
  /** Currencies without a rate, which are not in the figures. */
  without: z.array(z.string()),
})

const accountSchema = z.object({
  merchantId: z.number(),
  account: z.string(),
  type,
  class: accountClass,
  dimension: z.string(),
  /** Debit less credit. */
  balance: wireMoneySchema,
  movementToday: wireMoneySchema,
  /** The day it is at the merchant. */
  today: z.string(),
  lastEntryAt: z.nullable(z.string()),
})
export type BalanceAccount = z.infer<typeof accountSchema>

const accountsSchema = named(
  'BalanceAccounts',
  z.object({
    accounts: z.array(accountSchema),
    /** There are more accounts than are sent. */
    isCut: z.boolean(),
    consolidated: z.nullable(consolidatedSchema),
  }),
)

const pspSchema = z.object({
  psp: z.string(),
  currency: z.string(),
  receivable: wireMoneySchema,
  accruedFees: wireMoneySchema,
  reserve: wireMoneySchema,
  lastSettledOn: z.nullable(z.string()),
  daysSinceSettlement: z.nullable(z.number()),
  /** When the newest settlement file of the PSP was imported. */
  lastFileAt: z.nullable(z.string()),
  /** It holds money, and its newest file is too old, or it never sent one. */
  isWithoutFile: z.boolean(),
  nextPayout: z.nullable(z.object({ on: z.nullable(z.string()), amount: z.nullable(wireMoneySchema) })),
})
export type BalancePsp = z.infer<typeof pspSchema>

const trialRow = z.object({
  merchantId: z.number(),
  account: z.string(),
  type,
  class: accountClass,
  dimension: z.string(),
  debit: z.nullable(wireMoneySchema),
  credit: z.nullable(wireMoneySchema),
})
const trialSchema = named(
  'TrialBalance',
  z.object({
    rows: z.array(trialRow),
    isCut: z.boolean(),
    totals: z.array(z.object({ debit: wireMoneySchema, credit: wireMoneySchema, balanced: z.boolean() })),
    consolidated: z.nullable(consolidatedSchema),
  }),
)

/** All of it that was posted until an instant, or counts for days until one, or both. */
const asOf = { at: z.optional(instant), valueDate: z.optional(day) }

const entrySchema = named(
  'LedgerEntry',
  z.object({
    id: z.string(),
    merchantId: z.number(),
    at: z.string(),
    valueDate: z.string(),
    movedFrom: z.nullable(z.string()),
    eventType: z.string(),
    sourceType: z.string(),
    sourceId: z.string(),
    description: z.string(),
    createdBy: z.string(),
    reversalOf: z.nullable(z.string()),
    reversedBy: z.nullable(z.string()),
    lines: z.array(
      z.object({
        account: z.string(),
        type: z.string(),
        dimension: z.string(),
        debit: z.nullable(wireMoneySchema),
        credit: z.nullable(wireMoneySchema),
      }),
    ),
    /** The payment it belongs to. */
    transactionId: z.nullable(z.string()),
    /** The request it came from. */
    requestId: z.nullable(z.string()),
    /** Why nobody can propose to reverse it here; null when somebody can. */
    notReversible: z.nullable(z.string()),
  }),
)
export type LedgerEntryView = z.infer<typeof entrySchema>

const exposureRow = z.object({
  kind: z.enum(['HOLD', 'TIMEOUT']),
  statusNo: z.number(),
  psp: z.nullable(z.string()),
  count: z.number(),
  amount: wireMoneySchema,
  oldestAt: z.string(),
})

const periodSchema = z.object({
  month: z.string(),
  /** Goes up each time the month is closed or reopened; zero where it never was. */
  version: z.number(),
  firstDay: z.string(),
  lastDay: z.string(),
  state: z.enum(['OPEN', 'CLOSED']),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  /** What keeps it from being closed, or from being reopened, now. */
  blockers: z.array(z.string()),
})
export type LedgerPeriod = z.infer<typeof periodSchema>

const periodsSchema = named(
  'LedgerPeriods',
  z.object({
    items: z.array(periodSchema),
    closedThrough: z.nullable(z.string()),
    /** When the books were checked last, and what was found then and is not put right. */
    checkedAt: z.nullable(z.string()),
    findings: z.number(),
  }),
)

const mostAdjustmentLines = 50
const reason = z
  .string({ error: expected(texts.mustBeText) })
  .check(z.trim(), z.minLength(3, texts.tooShort), z.maxLength(500, texts.tooLong))

const lineSchema = z.strictObject({
  type,
  dimension: z.string().check(z.trim(), z.maxLength(80, texts.tooLong)),
  side: z.enum(['DEBIT', 'CREDIT']),
  amount: wireMoneySchema,
})
export type AdjustmentLine = z.infer<typeof lineSchema>

const fileSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(longestFileName)),
  /** In base64. */
  content: z.string().check(z.minLength(1)),
})

const request = recordSchema(ledgerRequest)
const requestTag = ledgerRequest.plural
const { list, get, history, export: exported } = resourceEndpoints(ledgerRequest)
const postings = resourceEndpoints(ledgerPosting)

export const ledgerPostingCalls = { list: postings.list, export: postings.export }

export const ledgerRequestCalls = {
  list,
  get,
  history,
  export: exported,
  ...operationEndpoints(ledgerRequest),
  adjust: endpoint('POST /ledger-request/adjustment', {
    tag: requestTag,
    summary: 'Propose an entry of the selected merchant; another person approves it',
    access: edit,
    body: z.strictObject({
      valueDate: day,
      reason,
      lines: z
        .array(lineSchema)
        .check(z.minLength(2, 'Add at least two lines'), z.maxLength(mostAdjustmentLines)),
      file: z.optional(fileSchema),
    }),
    // Four characters carry three bytes.
    bodyLimit: Math.ceil(largestCaseFile / 3) * 4 + 512 * 1024,
    reply: request,
  }),
  reverse: endpoint('POST /ledger-request/reversal', {
    tag: requestTag,
    summary: 'Propose the reversal of an entry that was made here; another person approves it',
    access: edit,
    body: z.strictObject({ entryId: z.uuid(), reason }),
    reply: request,
  }),
  reopen: endpoint('POST /ledger-request/reopening', {
    tag: requestTag,
    summary: 'Propose to reopen the last closed period of the selected merchant; another person approves it',
    access: edit,
    body: z.strictObject({ month, version: z.int(), reason }),
    reply: request,
  }),
  file: endpoint('GET /ledger-request/{id}/file', {
    tag: requestTag,
    summary: 'What is attached to a request',
    access: view,
    params: idParams,
    reply: 'stream',
  }),
}

export const balanceCalls = {
  accounts: endpoint('GET /balance/accounts', {
    tag,
    summary: 'Every account with its balance now, its movement today and its last entry',
    access: view,
    reply: accountsSchema,
  }),
  psps: endpoint('GET /balance/psps', {
    tag,
    summary: 'What each PSP holds, is owed and pays out next',
    access: view,
    query: z.object({
      /** Only those that have sent no settlement file for days. */
      noFile: z.optional(z.enum(['true'])),
    }),
    reply: z.object({ items: z.array(pspSchema) }),
  }),
  chart: endpoint('GET /balance/chart', {
    tag,
    summary: 'The balance of one account at the end of each day',
    access: view,
    query: z.object({
      account: z
        .string({ error: expected(texts.mustBeText) })
        .check(z.minLength(1, texts.required), z.maxLength(200)),
      days: z._default(intParam(7, 730), 90),
    }),
    reply: z.object({
      account: z.string(),
      currency: z.string(),
      points: z.array(z.object({ day: z.string(), balance: wireMoneySchema })),
    }),
  }),
  trial: endpoint('GET /balance/trial', {
    tag,
    summary: 'The trial balance as of an instant, a value date, or now',
    access: view,
    query: z.object(asOf),
    reply: trialSchema,
  }),
  trialExport: endpoint('GET /balance/trial/export', {
    tag,
    summary: 'The trial balance as a CSV file',
    access: view,
    query: z.object(asOf),
    reply: 'stream',
    heavy: true,
  }),
  entry: endpoint('GET /balance/entry/{id}', {
    tag,
    summary: 'One entry with its lines and where it comes from',
    access: view,
    params: z.object({ id: z.uuid() }),
    reply: entrySchema,
  }),
  exposure: endpoint('GET /balance/exposure', {
    tag,
    summary: 'Money that is reserved or unclear and stands in no account',
    access: view,
    reply: z.object({ items: z.array(exposureRow) }),
  }),
  periods: endpoint('GET /balance/periods', {
    tag,
    summary: 'The months of the selected merchant, and what keeps each from being closed',
    access: view,
    reply: periodsSchema,
  }),
  check: endpoint('POST /balance/check', {
    tag,
    summary: 'Have the books of the selected merchant checked now, in the background',
    access: edit,
    reply: z.object({ queued: z.boolean() }),
  }),
  close: endpoint('POST /balance/period/{month}/close', {
    tag,
    summary: 'Close the oldest open month of the selected merchant',
    access: edit,
    params: z.object({ month }),
    body: z.strictObject({
      version: z.int(),
      note: z.optional(z.string().check(z.maxLength(500, texts.tooLong))),
    }),
    reply: periodSchema,
  }),
}
