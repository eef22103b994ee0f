import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Person } from './request-store.ts'
import { merchantsAbove, passesOf, sweep, typesOf } from './sweep-store.ts'
import type { TheirWords } from './words-store.ts'

interface Remarks {
  readonly table: string
  readonly columns: readonly string[]
  /** Remarks on what is the person's own are hidden with it, and kept as long as it is. */
  readonly where: RawBuilder<unknown>
}

/** Where colleagues write remarks, and which of them are about other people and things. */
function remarksBeside({ merchantId, userId }: Person): Remarks[] {
  const own = sql`(select id from transaction where merchant_id = ${merchantId} and user_id = ${userId})`
  const ownCases = sql`(select id from investigation_case where merchant_id = ${merchantId} and tx_id in ${own})`
  const beside = sql`case_id not in ${ownCases}`
  return [
    { table: 'tx_note', columns: ['text'], where: sql`tx_id not in ${own}` },
    { table: 'case_entry', columns: ['text', 'subject', 'reference'], where: beside },
    { table: 'case_file', columns: ['name'], where: beside },
    {
      table: 'investigation_case',
      columns: ['cause', 'resolution'],
      where: sql`(tx_id is null or tx_id not in ${own})`,
    },
    { table: 'alert', columns: ['title', 'body', 'subject'], where: sql`true` },
    { table: 'ruleset_comment', columns: ['text'], where: sql`true` },
    { table: 'settlement_line', columns: ['note'], where: sql`note is not null` },
    { table: 'bank_entry', columns: ['match_note'], where: sql`match_note is not null` },
    { table: 'voucher', columns: ['block_reason'], where: sql`block_reason is not null` },
    {
      table: 'record_version',
      columns: ['note'],
      where: sql`note is not null and entity not in ('user-account', 'kyc', 'pending-grant', 'gdpr')`,
    },
    // Their versions hold the remark a second time.
    {
      table: 'record_version',
      columns: ['record'],
      where: sql`entity in ('voucher', 'settlement-line')`,
    },
  ]
}

/**
 * Somebody who is hidden is named by their pseudonym already where colleagues wrote about others: nothing obliges anybody to
 * keep these texts as they were. Gives how many rows of which table named them.
 */
export async function sweepRemarks(
  tx: Tx,
  person: Person & { readonly pseudonym: string },
  words: TheirWords,
): Promise<Readonly<Record<string, number>>> {
  const types = await typesOf(tx)
  const { here, anywhere } = passesOf(words, person.pseudonym)
  const above = await merchantsAbove(tx, person.merchantId)
  const found: Record<string, number> = {}
  for (const { table, columns, where } of remarksBeside(person)) {
    const rows =
      (await sweep(tx, types, here, {
        table,
        columns,
        where: sql`merchant_id = ${person.merchantId} and ${where}`,
      })) +
      (await sweep(tx, types, anywhere, {
        table,
        columns,
        where: sql`merchant_id = any(${above}::integer[]) and ${where}`,
      }))
    if (rows > 0) found[table] = (found[table] ?? 0) + rows
  }
  return found
}
