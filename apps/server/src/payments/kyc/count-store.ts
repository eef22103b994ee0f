import { sql } from 'kysely'
import { mostCounted, type KycWidgetData } from '@signalbox/model/calls/home-areas'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import { everything, isCurrent } from './store.ts'

interface Counting {
  readonly roles: readonly Role[]
  readonly now: Date
}

/** As many as the list shows behind the number: of each user the check that counts, of people the reader may see. */
async function countChecks(
  tx: Tx,
  merchants: readonly number[],
  seen: Condition,
  condition: Condition,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select 1 from kyc_check t where t.merchant_id = any(${[...merchants]}::integer[]) and ${condition}
      and ${isCurrent} and ${seen} limit ${mostCounted}) as few`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What waits for people who look after identities. Each condition has an index of its own, which holds nothing else. */
export async function countKycWork(
  tx: Tx,
  merchants: readonly number[],
  { roles, now }: Counting,
): Promise<KycWidgetData> {
  const seen = unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' }) ?? everything
  const count = (condition: Condition) => countChecks(tx, merchants, seen, condition)
  return {
    awaitingReview: await count(
      sql<boolean>`t.status in ('VERIFICATION_IN_PROGRESS', 'VERIFICATION_EXTERNAL_FAILURE')`,
    ),
    hits: await count(sql<boolean>`t.warnings <> '{}'`),
    underAge: await count(
      sql<boolean>`t.status = 'UNDER_AGE' and t.at > ${now}::timestamptz - interval '1 day'`,
    ),
  }
}
