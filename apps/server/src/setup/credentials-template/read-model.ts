import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import type { Database, Tx } from '../../kit/database.ts'
import type { CredentialsTemplateTable } from './template-table.ts'

/** The fields of every PSP whose configuration can be filled in. */
export async function publishedFields(
  db: Database | Tx,
  psp?: string,
): Promise<ReadonlyMap<string, readonly CredentialField[]>> {
  let templates = db
    .withTables<{ credentialsTemplate: CredentialsTemplateTable }>()
    .selectFrom('credentialsTemplate')
    .select(['psp', 'fields'])
    .where('status', '=', 'PUBLISHED')
  if (psp !== undefined) templates = templates.where('psp', '=', psp)
  return new Map((await templates.execute()).map((row) => [row.psp, row.fields]))
}
