import type { kycRecord } from '@signalbox/model/entities/kyc-record'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Resource } from '../../kit/resource.ts'

export type KycCheck = RecordOf<typeof kycRecord>
export type KycResource = Resource<typeof kycRecord>
