import { checkDocument } from '@signalbox/model/configuration/check-document'
import {
  isSecretMark,
  type ConfigDocument,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import { config } from '@signalbox/model/entities/config'
import type { RecordOf } from '@signalbox/model/entity'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import { documentsAbout, putDocument, removeCatalogueSecrets } from './store.ts'

type Values = Readonly<Record<string, unknown>>

/** The document without the secrets that are gone. */
function without(document: Values, gone: ReadonlySet<string>): Values {
  const kept = Object.entries(document).flatMap(([key, value]): [string, unknown][] => {
    if (isSecretMark(value)) return gone.has(value.$secret) ? [] : [[key, value]]
    const isSection =
      key === 'accounts' || (typeof value === 'object' && value !== null && !Array.isArray(value))
    return [[key, isSection ? without(value as Values, gone) : value]]
  })
  return Object.fromEntries(kept)
}

/**
 * The catalogue says another address for a PSP: what merchants entered for the old one goes, and each of them enters it
 * again. Documents that name an address of their own keep theirs.
 */
export async function forgetCatalogueSecrets(
  work: Work,
  psp: string,
  fields: readonly CredentialField[],
): Promise<void> {
  const documents = await documentsAbout(work.tx, psp)
  const gone = await removeCatalogueSecrets(work.tx, psp)
  const configs = new Resource(config)
  for (const row of documents) {
    const document = without(row.document as Values, gone) as ConfigDocument
    if (JSON.stringify(document) === JSON.stringify(row.document)) continue
    const { missing } = checkDocument(fields, document, { hasAccounts: true })
    const change = {
      document,
      missing: [...missing],
      version: row.version + 1,
      updatedAt: work.now,
      updatedBy: work.user.username,
    }
    await putDocument(work.tx, row, change)
    const before = { ...row, inherited: false } as RecordOf<typeof config>
    const after = { ...before, ...change, updatedAt: work.now.toISOString() } as RecordOf<typeof config>
    const note = 'The address of the PSP has changed: its secrets have to be entered again'
    await configs.noteChange(work, 'UPDATE', before, after, 'FORGET_SECRETS', note)
  }
}
