import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import type { queuesSchema } from './approval.ts'

/** Nothing is said about a PSP with too few answers to judge by, or that nobody is sent to. */
const pspLights = ['well', 'weak', 'down', 'few', 'quiet', 'maintenance'] as const
export type PspLight = (typeof pspLights)[number]

export type ApprovalsWidgetData = z.infer<typeof queuesSchema>

/** Amounts are decimals of the currency they stand beside. */
const turnover = named('Turnover', z.object({ count: z.number(), amount: z.string() }))
const ended = named('EndedPayments', z.object({ ended: z.number(), successful: z.number() }))

export const volumeSchema = z.object({
  /** The day of the reader so far, beside the same hours of the day before. One line per base currency, largest first. */
  lines: z.array(
    z.object({
      currency: z.string(),
      method: z.enum(['DEPOSIT', 'WITHDRAWAL']),
      today: turnover,
      yesterday: turnover,
    }),
  ),
  /** Deposits that came to an end, and how many of them well. */
  deposits: z.object({ today: ended, yesterday: ended }),
  /** The same deposits hour by hour, beside the hour a day before. Today has nothing in hours that have not begun. */
  hours: z.array(z.object({ at: z.string(), today: z.nullable(ended), yesterday: ended })),
})
export type VolumeWidgetData = z.infer<typeof volumeSchema>

const pspHealth = z.object({
  psp: z.string(),
  /** Of the last fifteen minutes. */
  attempts: z.number(),
  approved: z.number(),
  /** Answers that never came or that nobody could read. */
  unknown: z.number(),
  /** Parts of one that the PSP approves at this hour of this weekday, by the middle of four weeks. */
  usualRate: z.nullable(z.number()),
  p90Ms: z.nullable(z.number()),
  /** Parts of one that it approved in each of the last hours, the newest last; null in hours without an answer. */
  course: z.array(z.nullable(z.number())),
  light: z.enum(pspLights),
})
export type PspHealth = z.infer<typeof pspHealth>

export const healthSchema = z.object({
  psps: z.array(pspHealth),
  /** Why payments failed in the last hour, the most frequent first. */
  declines: z.array(z.object({ code: z.string(), count: z.number() })),
})
export type HealthWidgetData = z.infer<typeof healthSchema>

export const casesSchema = z.object({
  /** Cases about payments; callbacks that nobody can place have a desk of their own. */
  mine: z.number(),
  overdue: z.number(),
  overdueCallbacks: z.number(),
  /** Cases about payments by how long they are open, each counted once. */
  hour: z.number(),
  day: z.number(),
  older: z.number(),
  unknownCallbacks: z.number(),
  /** Of the cases about payments, those about a dispute. */
  disputes: z.number(),
  /** Payments of which nobody knows whether money moved, and what they come to. */
  inconsistent: z.number(),
  exposure: z.array(wireMoneySchema),
})
export type CasesWidgetData = z.infer<typeof casesSchema>
