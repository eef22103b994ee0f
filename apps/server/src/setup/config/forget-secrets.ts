import { checkDocument } from '@signalbox/model/configuration/check-document'
import {
  isSecretMark,
  type ConfigDocument,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import { addressKey } from '@signalbox/model/configuration/secret-destination'
import { config } from '@signalbox/model/entities/config'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import { raiseAlert } from '../alert/read-model.ts'
import { destinationSource, forgottenKey } from './destination-alerts.ts'
import { documentsAbout, putDocument, removeAllSecrets, removeCatalogueSecrets } from './store.ts'

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

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Secrets of a document that go to an address it names itself, at the root or in the account. */
function sentElsewhere(document: ConfigDocument): string[] {
  const { accounts = {}, ...root } = document
  const sections = Object.values(accounts)
  const namesAddress = (section: Values) => isSet({ ...root, ...section }[addressKey])
  const marks = (section: Values, isSentElsewhere: (key: string) => boolean) =>
    Object.entries(section).flatMap(([key, value]) =>
      isSecretMark(value) && isSentElsewhere(key) ? [value.$secret] : [],
    )
  // What stands at the root is used by every account without a secret of its own.
  const sharing = (key: string) => sections.filter((section) => !isSet(section[key]))
  return [
    ...marks(root, (key) => (sharing(key).length > 0 ? sharing(key).every(namesAddress) : namesAddress({}))),
    ...sections.flatMap((section) => marks(section, () => namesAddress(section))),
  ]
}

/** What the catalogue says otherwise by now, in the words merchants are told. */
export type CatalogueChange = 'address' | 'connector'

async function goneSecrets(
  work: Work,
  psp: string,
  documents: readonly { readonly document: unknown }[],
  changed: CatalogueChange,
): Promise<ReadonlySet<string>> {
  if (changed === 'connector') return removeAllSecrets(work.tx, psp)
  const elsewhere = documents.flatMap(({ document }) => sentElsewhere(document as ConfigDocument))
  return removeCatalogueSecrets(work.tx, psp, elsewhere)
}

/**
 * The catalogue says another address for a PSP: what merchants entered for the old one goes, and each of them enters it
 * again. Documents that name an address of their own keep theirs. Another connector sends secrets in another way, such
 * as in clear what was only signed with, so with it all of them go.
 */
export async function forgetCatalogueSecrets(
  work: Work,
  { psp, name }: { readonly psp: string; readonly name: string },
  fields: readonly CredentialField[],
  changed: CatalogueChange,
): Promise<void> {
  const documents = await documentsAbout(work.tx, psp)
  const gone = await goneSecrets(work, psp, documents, changed)
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
    const note = `The ${changed} of the PSP has changed: enter its secrets again`
    await configs.noteChange(work, 'UPDATE', before, after, 'FORGET_SECRETS', note)
    await raiseAlert(work, {
      merchantId: row.merchantId,
      source: destinationSource,
      key: forgottenKey(row.id, change.version),
      severity: 'CRITICAL',
      title: `Enter the secrets for ${name} again`,
      body: `The ${changed} of ${name} has changed, and the secrets for the old one were removed. Payments that need them are rerouted or declined until they are entered again in the configuration.`,
      psp,
    })
  }
}
