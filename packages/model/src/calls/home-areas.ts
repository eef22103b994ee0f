import * as z from 'zod/mini'
import { wireMoneySchema } from '../money/money-schema.ts'
import { alertSchema } from './alert.ts'
import { newsSchema } from './release-note.ts'

/** Whoever waits for more than this needs no exact number. */
export const mostCounted = 1000

/** Counted up to `mostCounted`. */
const count = z.number()

export const searchSchema = z.object({
  /** Only whole ids, addresses and masked accounts are found, and nothing is listed without one. */
  limited: z.boolean(),
})
export type SearchWidgetData = z.infer<typeof searchSchema>

export const incidentsSchema = z.object({
  /** In force, or beginning within a day; the earliest first. */
  windows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(['FIXED', 'HALF_OPEN']),
      startAt: z.string(),
      endAt: z.nullable(z.string()),
      running: z.boolean(),
    }),
  ),
})
export type IncidentsWidgetData = z.infer<typeof incidentsSchema>

export const newsWidgetSchema = z.object({
  unread: z.number(),
  items: z.array(z.omit(newsSchema, { bodyMd: true, publishedAt: true })),
})
export type NewsWidgetData = z.infer<typeof newsWidgetSchema>

export const decisionsSchema = z.object({
  /** The newest first. */
  items: z.array(
    z.object({
      txId: z.number(),
      level: z.number(),
      decision: z.enum(['APPROVE', 'DENY']),
      at: z.string(),
      amount: wireMoneySchema,
    }),
  ),
})
export type DecisionsWidgetData = z.infer<typeof decisionsSchema>

export const kycWidgetSchema = z.object({
  /** Checks that no provider has brought to an end, of users who have no later one. */
  awaitingReview: count,
  /** Users on a list of politically exposed or sanctioned people, by their current check. */
  hits: count,
  /** Users found under age in the last 24 hours. */
  underAge: count,
})
export type KycWidgetData = z.infer<typeof kycWidgetSchema>

export const alertsWidgetSchema = z.object({
  /** Of the last 24 hours. */
  total: count,
  open: count,
  items: z.array(
    z.pick(alertSchema, {
      id: true,
      merchantId: true,
      merchant: true,
      source: true,
      severity: true,
      title: true,
      subject: true,
      state: true,
      times: true,
      lastAt: true,
    }),
  ),
})
export type AlertsWidgetData = z.infer<typeof alertsWidgetSchema>

export const clientsSchema = z.object({
  /** Active clients whose secret ends within 30 days or has ended, the soonest first. */
  expiring: count,
  secrets: z.array(z.object({ id: z.string(), name: z.string(), expiresAt: z.string() })),
  /** Webhooks of the last seven days that nobody took, however often they were sent. */
  failedWebhooks: count,
  /** Those that failed so far and are sent again. */
  retriedWebhooks: count,
  /** The payments of the latest that failed. */
  failed: z.array(z.object({ id: z.string(), txId: z.nullable(z.number()), createdAt: z.string() })),
})
export type ClientsWidgetData = z.infer<typeof clientsSchema>

export const booksSchema = z.object({
  /** The balances of all accounts by the side they are on, as in the trial balance. Equal unless the books are broken. */
  balances: z.array(z.object({ debit: wireMoneySchema, credit: wireMoneySchema, balanced: z.boolean() })),
  /** What the last check found and nobody has put right. */
  findings: z.number(),
  checkedAt: z.nullable(z.string()),
  /** Balances at PSPs that have sent no settlement file for days. */
  withoutFile: z.number(),
})
export type BooksWidgetData = z.infer<typeof booksSchema>

export const settlementsWidgetSchema = z.object({
  /** Lines of batches that count, which match no payment. */
  unmatchedLines: z.number(),
  /** These, and all others that somebody has to decide about. */
  linesToDecide: z.number(),
  /** Batches with nothing left to decide. */
  batchesToAccept: z.number(),
})
export type SettlementsWidgetData = z.infer<typeof settlementsWidgetSchema>

export const storeWidgetSchema = z.object({
  /** Released batches of which hardly any voucher is left. */
  lowBatches: z.number(),
  /** Vouchers redeemed since midnight, where the reader is. */
  redeemedToday: z.number(),
  /** Active vouchers somebody tried who could not redeem them. */
  refusedVouchers: z.number(),
})
export type StoreWidgetData = z.infer<typeof storeWidgetSchema>

export const invoicesWidgetSchema = z.object({
  /** Owed, and the day they were due has passed. */
  overdue: z.number(),
  drafts: z.number(),
  /** Approved and not issued. */
  approved: z.number(),
})
export type InvoicesWidgetData = z.infer<typeof invoicesWidgetSchema>
