import * as z from 'zod/mini'
import { alertSeverities } from '../inbox/alert-channels.ts'
import { named } from '../field/named.ts'
import { endpoint } from '../field/endpoint.ts'

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
  'RULE_EMERGENCY',
  'RULE_SCHEDULE',
  'ANALYTICS_CHECK',
  'APPROVAL_DROP',
  'PERFORMANCE_CHECK',
  'SETTLEMENT_LATE',
  'SETTLEMENT_UNDECIDED',
  'INVOICE_OVERDUE',
  'INVOICE_DRAFTS',
  'VOUCHERS_LOW',
] as const
export type AlertSource = (typeof alertSources)[number]

const nullableText = z.nullable(z.string())
export const alertSchema = named(
  'Alert',
  z.object({
    id: z.string(),
    merchantId: z.number(),
    merchant: z.string(),
    source: z.enum(alertSources),
    severity: z.enum(alertSeverities),
    title: z.string(),
    body: z.string(),
    psp: nullableText,
    subject: nullableText,
    state: z.enum(['OPEN', 'ACKED', 'RESOLVED']),
    /** How often it was noticed since it was first. */
    times: z.number(),
    firedAt: z.string(),
    lastAt: z.string(),
    ackedBy: nullableText,
    ackedAt: nullableText,
  }),
)
/** Something somebody has to look into. */
export type Alert = z.infer<typeof alertSchema>

const params = z.strictObject({ id: z.uuid() })
const tag = 'Alerts'

export const alertCalls = {
  list: endpoint('GET /alert', {
    tag,
    summary: 'Open alerts of the selected merchant, those below and those above that the caller may see',
    access: 'alerts.view',
    reply: z.object({ items: z.array(alertSchema) }),
  }),
  acknowledge: endpoint('POST /alert/{id}/acknowledge', {
    tag,
    summary: 'Acknowledge an alert',
    access: 'alerts.edit',
    params,
    reply: alertSchema,
  }),
  resolve: endpoint('POST /alert/{id}/resolve', {
    tag,
    summary: 'Resolve an alert; if it happens again, a new alert is raised',
    access: 'alerts.edit',
    params,
    reply: alertSchema,
  }),
}
