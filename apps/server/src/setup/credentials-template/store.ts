import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { CredentialsTemplateTable } from './template-table.ts'

const table = (tx: Tx) => tx.withTables<{ credentialsTemplate: CredentialsTemplateTable }>()

/** The number of the newest template of a PSP; zero when it has none. */
export async function lastVersion(tx: Tx, psp: string): Promise<number> {
  const row = await table(tx)
    .selectFrom('credentialsTemplate')
    .select((template) => template.fn.max('templateVersion').as('last'))
    .where('psp', '=', psp)
    .executeTakeFirst()
  return row?.last ?? 0
}

/**
 * Keys of fields that were secret in a version of the PSP's template that counted, also in one that was removed since: there
 * may be values of them.
 */
export async function onceSecret(tx: Tx, psp: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select distinct field ->> 'key' as key from (
      select fields from credentials_template where psp = ${psp} and status <> 'DRAFT'
      union all
      select record -> 'fields' from record_version where entity = 'credentials-template'
        and record ->> 'psp' = ${psp} and record ->> 'status' <> 'DRAFT'
    ) as version cross join lateral jsonb_array_elements(version.fields) as field
    where field -> 'secret' = 'true'`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** The id of another template of the PSP in the given state. */
export async function templateIn(
  tx: Tx,
  psp: string,
  status: CredentialsTemplateTable['status'],
): Promise<{ id: string; version: number } | undefined> {
  return table(tx)
    .selectFrom('credentialsTemplate')
    .select(['id', 'version'])
    .where('psp', '=', psp)
    .where('status', '=', status)
    .executeTakeFirst()
}
