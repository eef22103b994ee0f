import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import type { ExpiredSource } from '../../../kit/purge-expired.ts'
import { insertCallback, type CallbackRow } from './callback-store.ts'

/**
 * What nobody signed is kept to see who tries what. Anybody can send it, so it is a few of one address, some of all, and of
 * each its beginning: more would say nothing new, and fill the disk.
 */
const most = { ofAddressInMinute: 60, ofAllInHour: 1_000, characters: 4_096 }

async function hasRoom(
  tx: Tx,
  { sourceIp, receivedAt }: Pick<CallbackRow, 'sourceIp' | 'receivedAt'>,
): Promise<boolean> {
  const { rows } = await sql<{ ofAll: number; ofAddress: number }>`select count(*)::integer as of_all,
      count(*) filter (where source_ip = ${sourceIp}
        and received_at > ${receivedAt}::timestamptz - interval '1 minute')::integer as of_address
    from callback where outcome = 'REJECTED' and received_at > ${receivedAt}::timestamptz - interval '1 hour'`.execute(
    tx,
  )
  const { ofAll, ofAddress } = rows[0] ?? { ofAll: 0, ofAddress: 0 }
  return ofAll < most.ofAllInHour && ofAddress < most.ofAddressInMinute
}

export async function keepSomeRejected(tx: Tx, row: Omit<CallbackRow, 'outcome'>): Promise<void> {
  if (!(await hasRoom(tx, row))) return
  await insertCallback(tx, { ...row, body: row.body.slice(0, most.characters), outcome: 'REJECTED' })
}

export const expiredRejections: ExpiredSource = (now) => [
  {
    what: 'rejected messages of PSPs',
    table: 'callback',
    key: ['merchant_id', 'id'],
    expired: sql<boolean>`outcome = 'REJECTED' and received_at < ${now}::timestamptz - interval '30 days'`,
  },
]
