import { sql } from 'kysely'
import type { MessageCategory } from '@signalbox/model/entities/message'
import type { Condition } from '../../kit/entity-filter.ts'
import type { Tx } from '../../kit/database.ts'
import type { MessageTables } from './message-table.ts'

const tables = (tx: Tx) => tx.withTables<MessageTables>()

/** Rows of the selected merchant itself, or only those it inherits. */
export const ownTexts = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`

/** A text that counts for a merchant. */
export interface CountingText {
  readonly id: string
  readonly merchantId: number
  readonly key: string
  readonly locale: string
  readonly value: string
  readonly category: MessageCategory
  readonly description: string | null
  readonly version: number
}

/** Of each key and locale the nearest text; of all keys, or of some. `chain` begins with the merchant itself. */
export async function countingTexts(
  tx: Tx,
  chain: readonly number[],
  keys?: readonly string[],
): Promise<CountingText[]> {
  const { rows } = await sql<CountingText>`
    select distinct on (m.key, m.locale) m.id, m.merchant_id, m.key, m.locale, m.value, m.category, m.description, m.version
    from message m join unnest(${[...chain]}::integer[]) with ordinality as c (chain_id, depth) on c.chain_id = m.merchant_id
    ${keys ? sql`where m.key = any(${[...keys]}::text[])` : sql``}
    order by m.key, m.locale, c.depth`.execute(tx)
  return rows
}

/** Locales somebody added, with a text or not. */
export async function addedLocales(tx: Tx, chain: readonly number[]): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('messageLocale')
    .select('locale')
    .distinct()
    .where('merchantId', 'in', [...chain])
    .execute()
  return rows.map(({ locale }) => locale)
}

export async function insertLocale(
  tx: Tx,
  row: { merchantId: number; locale: string; createdAt: Date; createdBy: string },
): Promise<void> {
  await tables(tx)
    .insertInto('messageLocale')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const mostTold = 100

/** Those of these merchants that have a text of their own for a key. */
export async function merchantsWriting(
  tx: Tx,
  key: string,
  merchants: readonly number[],
): Promise<{ id: number; name: string; path: string }[]> {
  const { rows } = await sql<{ id: number; name: string; path: string }>`
    select m.id, m.name, m.path from merchant m
    where m.id = any(${[...merchants]}::integer[])
      and exists (select 1 from message t where t.merchant_id = m.id and t.key = ${key})
    order by m.path limit ${mostTold}`.execute(tx)
  return rows
}
