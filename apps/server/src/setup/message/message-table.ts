import type { Instant } from '../../kit/tables.ts'

interface MessageTable {
  merchantId: number
  id: string
  key: string
  locale: string
  value: string
  category: string
  description: string | null
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

interface MessageLocaleTable {
  merchantId: number
  locale: string
  createdAt: Instant
  createdBy: string
}

export type MessageTables = { message: MessageTable; messageLocale: MessageLocaleTable }
