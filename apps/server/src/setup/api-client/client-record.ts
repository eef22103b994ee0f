import type { RecordOf } from '@signalbox/model/field/entity'
import type { apiClient } from '@signalbox/model/entities/api-client'

export type ApiClientRecord = RecordOf<typeof apiClient>
