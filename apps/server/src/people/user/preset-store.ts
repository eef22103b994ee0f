import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** The roles of a preset as a merchant has it: its own, else that of the nearest merchant above. */
const presetRoles = (
  merchantId: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<string[]> => sql`(
  select p.roles from merchant m
  join merchant owner on m.path like owner.path || '%'
  join role_preset p on p.merchant_id = owner.id and p.name = ${name}
  where m.id = ${merchantId}
  order by owner.level desc limit 1)`

export async function presetExists(tx: Tx, merchantId: number, name: string): Promise<boolean> {
  const { rows } = await sql<{ roles: string[] | null }>`
    select ${presetRoles(sql`${merchantId}::integer`, sql`${name}`)} as roles`.execute(tx)
  return Boolean(rows[0]?.roles)
}

/** For the list of users: whose roles are other than those of the preset they carry. Two lists are equal as sets. */
export const differsFromPreset = (wanted: boolean): RawBuilder<boolean> => {
  const expected = presetRoles(sql`t.merchant_id`, sql`t.preset`)
  return sql<boolean>`coalesce(not (t.roles @> ${expected} and t.roles <@ ${expected}), false) = ${wanted}::boolean`
}

/** People at the merchant and below it who carry the preset. */
export async function countWithPreset(tx: Tx, merchantId: number, name: string): Promise<number> {
  const { rows } = await sql<{ holders: number }>`
    select count(*)::int as holders
    from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant top on top.id = ${merchantId} and home.path like top.path || '%'
    where u.preset = ${name} and u.state <> 'DELETED'`.execute(tx)
  return rows[0]?.holders ?? 0
}
