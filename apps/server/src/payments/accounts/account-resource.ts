import type { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Resource } from '../../kit/resource.ts'

export type Account = RecordOf<typeof userPspAccount>
export type AccountResource = Resource<typeof userPspAccount>
