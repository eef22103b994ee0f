import type { ColumnType } from 'kysely'
import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import type { Instant } from '../../kit/tables.ts'

interface ConfigTable {
  merchantId: number
  id: string
  type: string
  provider: string | null
  name: string
  enabled: boolean
  document: ColumnType<ConfigDocument, string, string>
  accounts: string[]
  missing: string[]
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

export interface ConfigSecretTable {
  merchantId: number
  id: string
  configId: string
  wrappedKey: string
  content: string
  /** Where it may be sent; null when it was entered before this was noted. */
  destinations: string[] | null
  createdAt: Instant
  createdBy: string
}

export type ConfigTables = {
  config: ConfigTable
  configSecret: ConfigSecretTable
}
