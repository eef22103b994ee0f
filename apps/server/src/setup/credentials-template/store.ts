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
