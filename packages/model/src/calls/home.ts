import * as z from 'zod/mini'
import { endpoint, type Schema } from '../endpoint.ts'
import { queuesSchema } from './approval.ts'
import { inboxSchema, type Inbox } from './inbox.ts'
import {
  casesSchema,
  healthSchema,
  volumeSchema,
  type ApprovalsWidgetData,
  type CasesWidgetData,
  type HealthWidgetData,
  type VolumeWidgetData,
} from './home-payments.ts'
import { anchorSchema, type AuditAnchor, type AuditEntry, type ChainVerification } from './audit.ts'

/** `failed`: the widget itself could not be computed; it has no data and may be asked for again. */
/** `late`: not worked out in the time the page waits; whoever asks for it alone gets it. */
export type Severity = 'ok' | 'info' | 'warning' | 'critical' | 'late' | 'failed'

export interface AccountWidgetData {
  readonly requiredActions: ('AUTHENTICATOR' | 'SECURITY_KEY' | 'RESET_PASSWORD')[]
  readonly twoFactor: string[]
  /** Null when the person has never made recovery codes. */
  readonly recoveryCodesLeft: number | null
}

export interface UsersWidgetData {
  readonly active: number
  readonly locked: number
  readonly disabled: number
  readonly invited: number
  readonly withoutTwoFactor: number
}

export interface AuditWidgetData {
  readonly chains: {
    readonly chainId: number
    readonly name: string
    readonly lastSeq: number
    readonly verifiedAt: string | null
    readonly verification: ChainVerification | null
    readonly anchor: AuditAnchor | null
  }[]
}

export interface JobStatus {
  readonly name: string
  readonly title: string
  readonly lastStartedAt: string | null
  readonly lastFinishedAt: string | null
  readonly outcome: 'OK' | 'FAILED' | null
  readonly error: string | null
  /** What the last run did, in a few words. */
  readonly summary: string | null
  readonly running: boolean
  readonly nextRunAt: string
  /** How long the next run is overdue. */
  readonly lagSeconds: number
}

export interface JobsWidgetData {
  readonly jobs: JobStatus[]
  /** Jobs on demand, such as mails: waiting, and given up after all tries. */
  readonly queue: { readonly waiting: number; readonly failed: number }
}

type RecentChange = Pick<
  AuditEntry,
  | 'chainId'
  | 'seq'
  | 'at'
  | 'merchantId'
  | 'actorName'
  | 'entityType'
  | 'entityId'
  | 'entityLabel'
  | 'changeType'
  | 'action'
>

export interface ChangesWidgetData {
  /** Of the last 24 hours, counted up to 1000. */
  readonly total: number
  readonly items: RecentChange[]
}

interface WidgetData {
  inbox: Inbox
  account: AccountWidgetData
  approvals: ApprovalsWidgetData
  cases: CasesWidgetData
  volume: VolumeWidgetData
  health: HealthWidgetData
  users: UsersWidgetData
  audit: AuditWidgetData
  jobs: JobsWidgetData
  changes: ChangesWidgetData
}

export type WidgetId = keyof WidgetData

type WorkingWidget = {
  [Id in WidgetId]: {
    readonly id: Id
    readonly title: string
    readonly severity: Exclude<Severity, 'late' | 'failed'>
    readonly data: WidgetData[Id]
  }
}[WidgetId]

export type EmptyWidget = {
  [Why in 'late' | 'failed']: {
    readonly id: WidgetId
    readonly title: string
    readonly severity: Why
    readonly data: null
  }
}['late' | 'failed']

export type HomeWidget = WorkingWidget | EmptyWidget

const title = z.string()
const severity = z.enum(['ok', 'info', 'warning', 'critical'])
const instant = z.nullable(z.string())

const widgetSchema = z.union([
  z.object({
    id: z.enum([
      'inbox',
      'account',
      'approvals',
      'cases',
      'volume',
      'health',
      'users',
      'audit',
      'jobs',
      'changes',
    ]),
    title,
    severity: z.enum(['late', 'failed']),
    data: z.null(),
  }),
  z.object({
    id: z.literal('account'),
    title,
    severity,
    data: z.object({
      requiredActions: z.array(z.enum(['AUTHENTICATOR', 'SECURITY_KEY', 'RESET_PASSWORD'])),
      twoFactor: z.array(z.string()),
      recoveryCodesLeft: z.nullable(z.number()),
    }),
  }),
  z.object({ id: z.literal('inbox'), title, severity, data: inboxSchema }),
  z.object({ id: z.literal('approvals'), title, severity, data: queuesSchema }),
  z.object({ id: z.literal('cases'), title, severity, data: casesSchema }),
  z.object({ id: z.literal('volume'), title, severity, data: volumeSchema }),
  z.object({ id: z.literal('health'), title, severity, data: healthSchema }),
  z.object({
    id: z.literal('users'),
    title,
    severity,
    data: z.object({
      active: z.number(),
      locked: z.number(),
      disabled: z.number(),
      invited: z.number(),
      withoutTwoFactor: z.number(),
    }),
  }),
  z.object({
    id: z.literal('audit'),
    title,
    severity,
    data: z.object({
      chains: z.array(
        z.object({
          chainId: z.number(),
          name: z.string(),
          lastSeq: z.number(),
          verifiedAt: instant,
          verification: z.nullable(z.unknown()),
          anchor: z.nullable(anchorSchema),
        }),
      ),
    }),
  }),
  z.object({
    id: z.literal('jobs'),
    title,
    severity,
    data: z.object({
      jobs: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          lastStartedAt: instant,
          lastFinishedAt: instant,
          outcome: z.nullable(z.enum(['OK', 'FAILED'])),
          error: z.nullable(z.string()),
          summary: z.nullable(z.string()),
          running: z.boolean(),
          nextRunAt: z.string(),
          lagSeconds: z.number(),
        }),
      ),
      queue: z.object({ waiting: z.number(), failed: z.number() }),
    }),
  }),
  z.object({
    id: z.literal('changes'),
    title,
    severity,
    data: z.object({
      total: z.number(),
      items: z.array(
        z.object({
          chainId: z.number(),
          seq: z.number(),
          at: z.string(),
          merchantId: z.number(),
          actorName: z.string(),
          entityType: z.string(),
          entityId: z.string(),
          entityLabel: z.string(),
          changeType: z.nullable(z.enum(['CREATE', 'UPDATE', 'DELETE'])),
          action: z.string(),
        }),
      ),
    }),
  }),
]) as unknown as Schema<HomeWidget>

export const homeCalls = {
  read: endpoint('GET /home', {
    summary: 'What waits for the caller, by role; each widget stands on its own',
    tag: 'Home',
    access: 'signedIn',
    query: z.object({ widget: z.optional(z.string().check(z.maxLength(40))) }) as unknown as Schema<{
      /** Only this widget, to try a failed one again. */
      widget?: string
    }>,
    reply: z.object({ widgets: z.array(widgetSchema) }) as unknown as Schema<{ widgets: HomeWidget[] }>,
  }),
  routeDenied: endpoint('POST /route-denied', {
    summary: 'The console was asked for a page the caller may not open; leaves an audit entry',
    tag: 'Home',
    access: 'signedIn',
    scope: 'none',
    body: z.strictObject({
      path: z.string().check(z.maxLength(300), z.regex(/^\//, 'Begin with a slash')),
    }),
    reply: z.object({ noted: z.boolean() }),
  }),
}
