import * as z from 'zod/mini'
import { named } from '../named.ts'
import type { Schema } from '../endpoint.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import type { QueueCount } from './approval.ts'

/** Amounts are decimals of the currency they stand beside. */
interface Turnover {
  readonly count: number
  readonly amount: string
}

export interface VolumeWidgetData {
  /** The day of the reader so far, beside the same hours of the day before. One line per base currency, largest first. */
  readonly lines: {
    readonly currency: string
    readonly method: 'DEPOSIT' | 'WITHDRAWAL'
    readonly today: Turnover
    readonly yesterday: Turnover
  }[]
  /** Deposits that came to an end, and how many of them well. */
  readonly deposits: {
    readonly today: { readonly ended: number; readonly successful: number }
    readonly yesterday: { readonly ended: number; readonly successful: number }
  }
}

/** Nothing is said about a PSP with too few answers to judge by, or that nobody is sent to. */
const pspLights = ['well', 'weak', 'down', 'few', 'quiet', 'maintenance'] as const
export type PspLight = (typeof pspLights)[number]

export interface PspHealth {
  readonly psp: string
  /** Of the last fifteen minutes. */
  readonly attempts: number
  readonly approved: number
  /** Answers that never came or that nobody could read. */
  readonly unknown: number
  /** Parts of one that the PSP approves at this hour of this weekday, by the middle of four weeks. */
  readonly usualRate: number | null
  readonly p90Ms: number | null
  readonly light: PspLight
}

export interface HealthWidgetData {
  readonly psps: PspHealth[]
  /** Why payments failed in the last hour, the most frequent first. */
  readonly declines: { readonly code: string; readonly count: number }[]
}

export interface ApprovalsWidgetData {
  readonly queues: QueueCount[]
}

export interface CasesWidgetData {
  readonly mine: number
  readonly overdue: number
  /** Cases about payments by how long they are open, each counted once. */
  readonly hour: number
  readonly day: number
  readonly older: number
  readonly unknownCallbacks: number
  /** Payments of which nobody knows whether money moved, and what they come to. */
  readonly inconsistent: number
  readonly exposure: WireMoney[]
}

const turnover = named('Turnover', z.object({ count: z.number(), amount: z.string() }))
const ended = named('EndedPayments', z.object({ ended: z.number(), successful: z.number() }))

export const volumeSchema = z.object({
  lines: z.array(
    z.object({
      currency: z.string(),
      method: z.enum(['DEPOSIT', 'WITHDRAWAL']),
      today: turnover,
      yesterday: turnover,
    }),
  ),
  deposits: z.object({ today: ended, yesterday: ended }),
}) as unknown as Schema<VolumeWidgetData>

export const healthSchema = z.object({
  psps: z.array(
    z.object({
      psp: z.string(),
      attempts: z.number(),
      approved: z.number(),
      unknown: z.number(),
      usualRate: z.nullable(z.number()),
      p90Ms: z.nullable(z.number()),
      light: z.enum(pspLights),
    }),
  ),
  declines: z.array(z.object({ code: z.string(), count: z.number() })),
}) as unknown as Schema<HealthWidgetData>

export const casesSchema = z.object({
  mine: z.number(),
  overdue: z.number(),
  hour: z.number(),
  day: z.number(),
  older: z.number(),
  unknownCallbacks: z.number(),
  inconsistent: z.number(),
  exposure: z.array(wireMoneySchema),
}) as unknown as Schema<CasesWidgetData>
