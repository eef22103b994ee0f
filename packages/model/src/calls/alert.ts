import * as z from 'zod/mini'
import { named } from '../named.ts'
import { endpoint, type Schema } from '../endpoint.ts'

/** Who noticed. */
const alertSources = [
  'RULE',
  'AUDIT_CHAIN',
  'LEDGER',
  'DEAD_LETTER',
  'SECRET_EXPIRY',
  'DISK',
  'SETTINGS',
  'DATA_DESTINATION',
] as const
export type AlertSource = (typeof alertSources)[number]

type AlertSeverity = 'INFO' | 'WARNING' | 'CRITICAL'

/** Something somebody has to look into. */
export interface Alert {
  readonly id: string
  readonly merchantId: number
  readonly merchant: string
  readonly source: AlertSource
  readonly severity: AlertSeverity
  readonly title: string
  readonly body: string
  readonly psp: string | null
  readonly subject: string | null
  readonly state: 'OPEN' | 'ACKED' | 'RESOLVED'
  /** How often it was noticed since it was first. */
  readonly times: number
  readonly firedAt: string
  readonly lastAt: string
  readonly ackedBy: string | null
  readonly ackedAt: string | null
}

const nullableText = z.nullable(z.string())
const alert = named(
  'Alert',
  z.object({
    id: z.string(),
    merchantId: z.number(),
    merchant: z.string(),
    source: z.enum(alertSources),
    severity: z.enum(['INFO', 'WARNING', 'CRITICAL']),
    title: z.string(),
    body: z.string(),
    psp: nullableText,
    subject: nullableText,
    state: z.enum(['OPEN', 'ACKED', 'RESOLVED']),
    times: z.number(),
    firedAt: z.string(),
    lastAt: z.string(),
    ackedBy: nullableText,
    ackedAt: nullableText,
  }),
) as unknown as Schema<Alert>

const params = z.strictObject({ id: z.uuid() }) as unknown as Schema<{ id: string }>
const tag = 'Alerts'

export const alertCalls = {
  list: endpoint('GET /alert', {
    tag,
    summary:
      'What has to be looked into at the selected merchant, below it and above it as far as the caller may see',
    access: 'alerts.view',
    reply: z.object({ items: z.array(alert as never) }) as unknown as Schema<{ items: Alert[] }>,
  }),
  acknowledge: endpoint('POST /alert/{id}/acknowledge', {
    tag,
    summary: 'Say that somebody is looking into it',
    access: 'alerts.edit',
    params,
    reply: alert,
  }),
  resolve: endpoint('POST /alert/{id}/resolve', {
    tag,
    summary: 'Say that it is over; noticed again, it is another alert',
    access: 'alerts.edit',
    params,
    reply: alert,
  }),
}
