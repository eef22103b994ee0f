import * as z from 'zod/mini'
import { endpoint } from '../field/endpoint.ts'
import { queuesSchema } from './approval.ts'
import { inboxSchema } from './inbox.ts'
import {
  alertsWidgetSchema,
  booksSchema,
  clientsSchema,
  decisionsSchema,
  incidentsSchema,
  invoicesWidgetSchema,
  kycWidgetSchema,
  newsWidgetSchema,
  searchSchema,
  settlementsWidgetSchema,
  storeWidgetSchema,
} from './home-areas.ts'
import { casesSchema, healthSchema, volumeSchema } from './home-payments.ts'
import { anchorSchema, chainVerification, entrySchema } from './audit.ts'
import { oneOf } from '../field/one-of.ts'

const severity = z.enum(['ok', 'info', 'warning', 'critical'])
export type Severity = z.infer<typeof severity> | EmptyWidget['severity']

const instant = z.nullable(z.string())

const accountWidget = z.object({
  requiredActions: z.array(z.enum(['AUTHENTICATOR', 'SECURITY_KEY', 'RESET_PASSWORD'])),
  twoFactor: z.array(z.string()),
  /** Null when the person has never made recovery codes. */
  recoveryCodesLeft: z.nullable(z.number()),
})
export type AccountWidgetData = z.infer<typeof accountWidget>

const usersWidget = z.object({
  active: z.number(),
  locked: z.number(),
  disabled: z.number(),
  invited: z.number(),
  withoutTwoFactor: z.number(),
})
export type UsersWidgetData = z.infer<typeof usersWidget>

const auditWidget = z.object({
  chains: z.array(
    z.object({
      chainId: z.number(),
      name: z.string(),
      lastSeq: z.number(),
      verifiedAt: instant,
      verification: z.nullable(chainVerification),
      anchor: z.nullable(anchorSchema),
    }),
  ),
})
export type AuditWidgetData = z.infer<typeof auditWidget>

const jobStatus = z.object({
  name: z.string(),
  title: z.string(),
  lastStartedAt: instant,
  lastFinishedAt: instant,
  outcome: z.nullable(z.enum(['OK', 'FAILED'])),
  error: z.nullable(z.string()),
  /** What the last run did, in a few words. */
  summary: z.nullable(z.string()),
  running: z.boolean(),
  nextRunAt: z.string(),
  /** How long the next run is overdue. */
  lagSeconds: z.number(),
})
export type JobStatus = z.infer<typeof jobStatus>

const jobsWidget = z.object({
  jobs: z.array(jobStatus),
  /** Jobs on demand, such as mails: waiting, and given up after all tries. */
  queue: z.object({ waiting: z.number(), failed: z.number() }),
})
export type JobsWidgetData = z.infer<typeof jobsWidget>

const recentChange = z.pick(entrySchema, {
  chainId: true,
  seq: true,
  at: true,
  merchantId: true,
  actorName: true,
  entityType: true,
  entityId: true,
  entityLabel: true,
  changeType: true,
  action: true,
})

const changesWidget = z.object({
  /** Of the last 24 hours, counted up to 1000. */
  total: z.number(),
  items: z.array(recentChange),
})
export type ChangesWidgetData = z.infer<typeof changesWidget>

const widgetData = {
  inbox: inboxSchema,
  search: searchSchema,
  account: accountWidget,
  approvals: queuesSchema,
  decisions: decisionsSchema,
  cases: casesSchema,
  kyc: kycWidgetSchema,
  settlements: settlementsWidgetSchema,
  books: booksSchema,
  invoices: invoicesWidgetSchema,
  store: storeWidgetSchema,
  incidents: incidentsSchema,
  alerts: alertsWidgetSchema,
  volume: volumeSchema,
  health: healthSchema,
  clients: clientsSchema,
  users: usersWidget,
  audit: auditWidget,
  jobs: jobsWidget,
  changes: changesWidget,
  news: newsWidgetSchema,
}
export type WidgetId = keyof typeof widgetData

const working = <const Id extends WidgetId>(id: Id) =>
  z.object({ id: z.literal(id), title: z.string(), severity, data: widgetData[id] })

/**
 * `failed`: the widget itself could not be computed; it has no data and may be asked for again.
 * `late`: not worked out in the time the page waits; whoever asks for it alone gets it.
 */
const empty = <const Why extends string>(why: Why) =>
  z.object({ id: oneOf(widgetData), title: z.string(), severity: z.literal(why), data: z.null() })

const emptyWidget = z.union([empty('late'), empty('failed')])
export type EmptyWidget = z.infer<typeof emptyWidget>

const widgetSchema = z.union([
  emptyWidget,
  working('inbox'),
  working('search'),
  working('account'),
  working('approvals'),
  working('decisions'),
  working('cases'),
  working('kyc'),
  working('settlements'),
  working('books'),
  working('invoices'),
  working('store'),
  working('incidents'),
  working('alerts'),
  working('volume'),
  working('health'),
  working('clients'),
  working('users'),
  working('audit'),
  working('jobs'),
  working('changes'),
  working('news'),
])
export type HomeWidget = z.infer<typeof widgetSchema>

export const homeCalls = {
  read: endpoint('GET /home', {
    summary: 'The Home widgets of the caller, by role; each is loaded on its own',
    tag: 'Home',
    access: 'signedIn',
    query: z.object({
      /** Only this widget, to try a failed one again. */
      widget: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: z.object({ widgets: z.array(widgetSchema) }),
  }),
  routeDenied: endpoint('POST /route-denied', {
    summary: 'Record in the audit log that the caller tried to open a forbidden page',
    tag: 'Home',
    access: 'signedIn',
    scope: 'none',
    body: z.strictObject({
      path: z.string().check(z.maxLength(300), z.regex(/^\//, 'Begin with a slash')),
    }),
    reply: z.object({ noted: z.boolean() }),
  }),
}
