import type { Generated } from 'kysely'
import type { Instant } from '../../kit/tables.ts'

export interface MaintenanceTable {
  merchantId: number
  id: string
  title: string
  providerType: string | null
  psp: string | null
  service: string | null
  method: string
  bank: string | null
  kind: string
  probeEvery: number | null
  probeUnit: string | null
  closeAfter: number | null
  startAt: Instant
  endAt: Instant | null
  excludedUserIds: string[]
  messageKey: string | null
  source: string
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

interface MaintenanceProbeTable {
  merchantId: number
  maintenanceId: string
  lastSlot: number
  goodProbes: Generated<number>
}

export type MaintenanceTables = {
  maintenance: MaintenanceTable
  maintenanceProbe: MaintenanceProbeTable
}
