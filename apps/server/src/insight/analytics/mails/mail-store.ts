import { sql } from 'kysely'
import type { AnalyticsMail } from '@signalbox/model/entities/analytics-mail'
import type { Database, Tx } from '../../../kit/database.ts'
import { scopeAt, type Scope, type ScopedMerchant } from '../../../kit/scope.ts'

export type DueMail = Pick<
  AnalyticsMail,
  'id' | 'merchantId' | 'name' | 'dashboard' | 'rhythm' | 'hour' | 'recipients' | 'currency'
>

export async function dueMails(db: Database, now: Date): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await sql<{ merchantId: number; id: string }>`
    select merchant_id, id from analytics_mail where enabled and next_at <= ${now} order by next_at limit 500`.execute(
    db,
  )
  return rows
}

/** Nothing when another node has it, or when it is no longer due. */
export async function lockDue(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  now: Date,
): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    select merchant_id, id, name, dashboard, rhythm, hour, recipients, currency from analytics_mail
    where merchant_id = ${merchantId} and id = ${id} and enabled and next_at <= ${now}
    for update skip locked`.execute(tx)
  return rows[0]
}

/** Not a change of the record by anybody: its version stays. */
export const noteSent = (
  tx: Tx,
  { merchantId, id }: DueMail,
  sent: { readonly nextAt: Date; readonly at: Date; readonly to: number },
) =>
  sql`update analytics_mail set next_at = ${sent.nextAt}, last_sent_at = ${sent.at}, sent_to = ${sent.to}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)

/** The merchant and all below it: whoever sees a merchant sees these. */
export async function scopeBelow(
  tx: Tx,
  merchantId: number,
): Promise<{
  readonly scope: Scope
  readonly name: string
  readonly merchants: ReadonlyMap<number, string>
}> {
  const { rows } = await sql<ScopedMerchant>`
    select m.id, m.name, m.parent_id, m.level, m.state, m.path
    from merchant m join merchant root on m.path like root.path || '%'
    where root.id = ${merchantId}`.execute(tx)
  const own = rows.find(({ id }) => id === merchantId)
  if (!own) throw new Error(`There is no merchant ${merchantId}`)
  return {
    scope: scopeAt(own, rows),
    name: own.name,
    merchants: new Map(rows.map(({ id, name }) => [id, name])),
  }
}
