import type { ColumnType, Selectable } from 'kysely'

/** Instants are ISO texts in the application; PostgreSQL reads and writes them as timestamptz(3). */
export type Instant = ColumnType<string, string | Date, string | Date>
type Json<T = unknown> = ColumnType<T, string, string>
type WithDefault<T> = ColumnType<T, T | undefined, T>

interface Versioned {
  version: WithDefault<number>
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

export interface MerchantTable extends Versioned {
  id: number
  parentId: number | null
  path: string
  level: number
  name: string
  legalName: string | null
  state: string
  country: string | null
  baseCurrency: string
  currencies: WithDefault<string[]>
  timeZone: WithDefault<string>
  mcc: string | null
  website: string | null
  jurisdictions: WithDefault<string[]>
  descriptor: string | null
  supportEmail: string | null
  maskSensitiveData: WithDefault<boolean>
  allowedIps: WithDefault<string[]>
}

export interface BackofficeUserTable extends Versioned {
  merchantId: number
  id: string
  username: string
  firstName: string
  lastName: string
  displayName: string | null
  email: string
  phone: string | null
  jobTitle: string | null
  roles: WithDefault<string[]>
  merchants: WithDefault<number[]>
  requiredActions: WithDefault<string[]>
  contactTypes: WithDefault<string[]>
  communicationPreferences: WithDefault<string[]>
  state: string
  disabledReason: string | null
  twoFactor: WithDefault<string[]>
  lastLogin: Instant | null
  lastLoginIp: string | null
  failedAttempts: WithDefault<number>
  pendingEmail: WithDefault<string | null>
  pendingEmailBy: WithDefault<string | null>
  preset: WithDefault<string | null>
  createdBy: WithDefault<string | null>
  disabledBy: WithDefault<string | null>
  disabledAt: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

interface RecordVersionTable {
  merchantId: number
  entity: string
  recordId: string
  version: number
  changeType: 'CREATE' | 'UPDATE' | 'DELETE'
  at: Instant
  byUser: string
  note: string | null
  record: Json
}

interface AuditChainTable {
  chainMerchantId: number
  lastSeq: number
  lastHash: string
  seal: string
}

interface AuditEntryTable {
  chainMerchantId: number
  seq: number
  merchantId: number
  at: Instant
  actorType: string
  actorId: string
  actorName: string
  ip: string | null
  userAgent: string | null
  sessionRef: string | null
  operationId: string | null
  entityType: string
  entityId: string
  entityLabel: string
  changeType: string | null
  action: string
  before: Json
  after: Json
  diff: Json
  note: string | null
  result: string
  errorCode: string | null
  prevHash: string
  hash: string
}

interface AuditAnchorTable {
  chainMerchantId: number
  day: string
  lastSeq: number
  hash: string
  seal: string
  at: Instant
}

interface OperationTable {
  userId: string
  operationId: string
  requestHash: string
  status: number
  reply: Json | null
  at: Instant
}

interface OutboxTable {
  merchantId: number
  id: string
  topic: string
  key: string
  payload: Json
  at: Instant
}

interface PlatformSettingTable {
  name: string
  value: Json
}

/** The kit's own tables. A feature that has more declares them beside its store and widens the type there. */
export interface Tables {
  merchant: MerchantTable
  backofficeUser: BackofficeUserTable
  recordVersion: RecordVersionTable
  auditChain: AuditChainTable
  auditEntry: AuditEntryTable
  auditAnchor: AuditAnchorTable
  operation: OperationTable
  outbox: OutboxTable
  platformSetting: PlatformSettingTable
}

export type AuditEntryRow = Selectable<AuditEntryTable>
