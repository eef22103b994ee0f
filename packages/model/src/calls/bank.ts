import * as z from 'zod/mini'
import { bankAccount } from '../entities/bank-account.ts'
import { bankEntry } from '../entities/bank-entry.ts'
import { bankStatement } from '../entities/bank-statement.ts'
import { endpoint } from '../field/endpoint.ts'
import { recordSchema } from '../field/entity-schema.ts'
import { named } from '../field/named.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { wireMoneySchema } from '../money/money-schema.ts'

export const bankAccountCalls = resourceEndpoints(bankAccount)

// Statements are imported, whole; their entries with them. Nobody writes or removes one.
const {
  create: _made,
  update: _changed,
  remove: _removed,
  ...statementReads
} = resourceEndpoints(bankStatement)
const { create: _new, update: _edited, remove: _gone, ...entryReads } = resourceEndpoints(bankEntry)

const fileChars = 10_000_000

const matches = z.object({
  confirmed: z.number(),
  amountDiffers: z.number(),
  proposed: z.number(),
  unmatched: z.number(),
})

const previewEntry = z.object({
  bookedOn: z.string(),
  amount: wireMoneySchema,
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  text: z.string(),
  state: z.string(),
  batchRef: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

const previewStatement = z.object({
  statementRef: z.string(),
  sequenceNo: z.nullable(z.string()),
  accountNo: z.string(),
  /** Null where no account has this number and currency. */
  accountName: z.nullable(z.string()),
  currency: z.string(),
  openedOn: z.string(),
  closedOn: z.string(),
  opening: wireMoneySchema,
  closing: wireMoneySchema,
  credits: wireMoneySchema,
  debits: wireMoneySchema,
  entryCount: z.number(),
  /** Why it cannot be imported, and what one should know about it. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  matches,
  /** The first ones. */
  entries: z.array(previewEntry),
})
export type BankStatementPreview = z.infer<typeof previewStatement>

const importing = {
  tag: bankStatement.plural,
  access: 'settlements.edit',
  body: named(
    'BankStatementImportRequest',
    z.strictObject({
      fileName: z.string().check(z.minLength(1), z.maxLength(200)),
      content: z.string().check(z.minLength(1), z.maxLength(fileChars)),
      /** Accounts that are not known are added to the selected merchant. */
      addAccounts: z.optional(z.boolean()),
    }),
  ),
  // Statements are full of long numbers; what looks like a card is made unreadable before it is stored.
  cardFields: ['content'],
  bodyLimit: 2 * fileChars + 1_000_000,
  heavy: true,
} as const

export const bankStatementCalls = {
  ...statementReads,
  importPreview: endpoint('POST /bank-statement/import/preview', {
    ...importing,
    summary: 'Read a camt.053 or MT940 file and say what its entries are; writes nothing',
    effect: 'read',
    reply: named(
      'BankStatementPreview',
      z.object({ format: z.string(), canImport: z.boolean(), statements: z.array(previewStatement) }),
    ),
  }),
  importCommit: endpoint('POST /bank-statement/import/commit', {
    ...importing,
    summary: 'Import all statements of a file or none, and confirm the payouts they show',
    reply: z.object({ statements: z.array(recordSchema(bankStatement)), matches }),
  }),
}

export const bankEntryCalls = {
  ...entryReads,
  ...operationEndpoints(bankEntry),
  matchOpen: endpoint('POST /bank-entry/match', {
    summary: 'Match all open entries again, after settlement files were imported',
    tag: bankEntry.plural,
    access: 'settlements.edit',
    reply: z.object({ looked: z.number(), matches }),
  }),
}
