import type { ColumnType } from 'kysely'
import type { ApiClientState, ApiScope, WebhookEvent } from '@signalbox/model/entities/api-client'
import type { Instant } from '../../kit/tables.ts'

type MaybeInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

export interface ApiClientTable {
  merchantId: number
  id: string
  clientId: string
  name: string
  description: string | null
  scopes: ApiScope[]
  accessTokenTtl: number
  ipAllowlist: string[]
  rateLimit: number
  signingKeyPublic: ColumnType<string | null, string | null | undefined, string | null>
  signingKeyId: ColumnType<string | null, string | null | undefined, string | null>
  signingKeyBy: ColumnType<string | null, string | null | undefined, string | null>
  state: ApiClientState
  secretExpiresAt: MaybeInstant
  lastUsedAt: MaybeInstant
  lastUsedIp: string | null
  createdBy: string
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

export interface ApiClientSecretTable {
  merchantId: number
  id: string
  apiClientId: string
  hash: string
  last4: string
  state: 'ACTIVE' | 'RETIRING' | 'REVOKED'
  createdAt: Instant
  createdBy: string
  expiresAt: Instant
  lastUsedAt: MaybeInstant
  remindedDays: ColumnType<number | null, number | null | undefined, number | null>
}

export interface WebhookEndpointTable {
  merchantId: number
  id: string
  apiClientId: string
  url: string
  events: WebhookEvent[]
  state: 'ACTIVE' | 'DISABLED'
  secret: string
  formerSecret: string | null
  formerUntil: MaybeInstant
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

export interface ApiClientDayTable {
  merchantId: number
  apiClientId: string
  day: string
  calls: number
  clientErrors: number
  serverErrors: number
}

interface ApiClientCallTable {
  merchantId: number
  apiClientId: string
  id: string
  at: Instant
  method: string
  path: string
  status: number
  latencyMs: number
  ip: string
}

export type ApiClientTables = {
  apiClient: ApiClientTable
  apiClientSecret: ApiClientSecretTable
  webhookEndpoint: WebhookEndpointTable
  apiClientDay: ApiClientDayTable
  apiClientCall: ApiClientCallTable
}
