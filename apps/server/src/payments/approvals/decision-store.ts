import { sql } from 'kysely'
import type { DecisionsWidgetData } from '@signalbox/model/calls/home-areas'
import type { Role } from '@signalbox/model/access/roles'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Int8, Tx } from '../../kit/database.ts'
import { unlessAboutRestricted } from '../gdpr/read-model.ts'

interface Decided {
  readonly txId: number
  readonly level: number
  readonly decision: 'APPROVE' | 'DENY'
  readonly at: string
  readonly amountMinor: Int8
  readonly currency: string
}

/** What somebody decided last, as far as they may still see it. */
export async function lastDecisions(
  tx: Tx,
  merchants: readonly number[],
  {
    userId,
    roles,
    most,
  }: { readonly userId: string; readonly roles: readonly Role[]; readonly most: number },
): Promise<DecisionsWidgetData['items']> {
  const { rows } = await sql<Decided>`
    select a.tx_id, a.level, a.decision, a.at, abs(t.amount_minor) as amount_minor, t.currency
    from approval a join transaction t on t.merchant_id = a.merchant_id and t.id = a.tx_id
    where a.user_id = ${userId} and a.merchant_id = any(${[...merchants]}::integer[]) and ${unlessAboutRestricted(roles)}
    order by a.at desc, a.tx_id desc limit ${most}`.execute(tx)
  return rows.map(({ amountMinor, currency, ...decided }) => ({
    ...decided,
    amount: toWire({ minor: BigInt(amountMinor), currency }),
  }))
}
