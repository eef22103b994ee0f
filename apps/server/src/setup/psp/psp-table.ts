import type { FieldValues } from '@signalbox/model/field/entity'
import type { psp } from '@signalbox/model/entities/psp'
import type { Instant } from '../../kit/tables.ts'

/** The catalogue as it is stored. */
export interface PspTable extends FieldValues<typeof psp> {
  merchantId: number
  id: string
  version: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}
