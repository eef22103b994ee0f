import { checkDocument } from '@signalbox/model/configuration/check-document'
import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import type { Tx } from '../../kit/database.ts'
import { documentsAbout, setMissing } from './store.ts'

/**
 * After a template changed: notes what the saved documents of the PSP now lack. They are not touched and keep running;
 * whoever opens one sees what to fill in.
 */
export async function recheckProvider(
  tx: Tx,
  psp: string,
  fields: readonly CredentialField[],
): Promise<void> {
  for (const { merchantId, id, document, missing } of await documentsAbout(tx, psp)) {
    const now = checkDocument(fields, document, { hasAccounts: true }).missing
    if (now.join() !== missing.join()) await setMissing(tx, { merchantId, id }, now)
  }
}
