import type { Profile } from '@signalbox/model/calls/me'
import type { Tx } from '../../kit/database.ts'
import type { Owner } from './identity-tables.ts'

export async function profileOf(tx: Tx, { merchantId, userId }: Owner): Promise<Profile | undefined> {
  const row = await tx
    .selectFrom('backofficeUser')
    .select([
      'id',
      'username',
      'firstName',
      'lastName',
      'email',
      'displayName',
      'phone',
      'jobTitle',
      'communicationPreferences',
      'roles',
      'merchantId as homeMerchantId',
      'merchants',
      'lastLogin',
      'version',
    ])
    .where('merchantId', '=', merchantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      communicationPreferences: row.communicationPreferences as Profile['communicationPreferences'],
    }
  )
}
