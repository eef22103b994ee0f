import type { Tx } from '../../kit/database.ts'
import { withIdentity } from './identity-tables.ts'

/** Where a half-finished enrolment or challenge is kept: with the session, or with the login attempt. */
export type CeremonyPlace =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'attempt'; readonly tokenHash: string }

export async function putCeremony(tx: Tx, place: CeremonyPlace, sealed: string): Promise<void> {
  const db = withIdentity(tx)
  await (place.kind === 'session'
    ? db.updateTable('session').set({ ceremony: sealed }).where('id', '=', place.id).execute()
    : db
        .updateTable('loginAttempt')
        .set({ ceremony: sealed })
        .where('tokenHash', '=', place.tokenHash)
        .execute())
}

/** Locks the row, so that two answers to one challenge are heard one after the other. */
export async function lockCeremony(tx: Tx, place: CeremonyPlace): Promise<string | null> {
  const db = withIdentity(tx)
  const row = await (place.kind === 'session'
    ? db.selectFrom('session').select('ceremony').where('id', '=', place.id).forUpdate().executeTakeFirst()
    : db
        .selectFrom('loginAttempt')
        .select('ceremony')
        .where('tokenHash', '=', place.tokenHash)
        .forUpdate()
        .executeTakeFirst())
  return row?.ceremony ?? null
}
