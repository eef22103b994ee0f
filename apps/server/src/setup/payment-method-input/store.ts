import { sql } from 'kysely'
import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import type { Condition } from '../../kit/entity-filter.ts'
import type { Database, Tx } from '../../kit/database.ts'

/** Rows of the selected merchant itself, or only those it inherits. */
export const ownInputs = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`

/** The inputs that count for a merchant: of each the row of the nearest one. Of one kind of payment, or of all. */
export async function countingInputs(
  db: Database | Tx,
  merchantId: number,
  txType?: string,
): Promise<DeclaredInput[]> {
  const { rows } = await sql<DeclaredInput & { options: DeclaredInput['options'] | null }>`
    select distinct on (i.tx_type, i.service, i.country, i.key)
      i.tx_type, i.service, i.country, i.key, i.label_key, i.type, i.required, i.regex, i.min, i.max, i.mask,
      i.options, i.visible_when, i.sensitive, i.autocomplete, i.display_order
    from merchant asked
    join merchant owner on asked.path like owner.path || '%'
    join payment_method_input i on i.merchant_id = owner.id
    where asked.id = ${merchantId} ${txType === undefined ? sql`` : sql`and i.tx_type = ${txType}`}
    order by i.tx_type, i.service, i.country, i.key, owner.level desc`.execute(db)
  return rows.map((row) => ({ ...row, options: row.options ?? [] }))
}
