import type { Insertable } from 'kysely'
import {
  hiddenSecret,
  isSecretMark,
  secretPlaceholder,
  type ConfigDocument,
  type CredentialField,
  type SecretMark,
} from '@signalbox/model/configuration/credential-field'
import { invalid } from '@signalbox/model/refusal'
import type { Work } from '../../kit/handle.ts'
import { openEnvelope, sealEnvelope } from '../../kit/envelope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { ConfigSecretTable } from './config-table.ts'
import { insertSecrets, secretsOf } from './store.ts'

type Section = Record<string, unknown>
type Document = Section & { accounts?: Record<string, Section> }

/** The document a change starts from; its secrets may be kept. */
export interface Source {
  readonly id: string
  readonly document: ConfigDocument
}

/** Each section of a document with the path its fields have. */
function sectionsOf(document: Document): [prefix: string, section: Section][] {
  const { accounts = {}, ...root } = document
  return [
    ['', root],
    ...Object.entries(accounts).map(([name, section]): [string, Section] => [`accounts.${name}.`, section]),
  ]
}

const put = (sections: readonly [string, Section][]): Document => {
  const [[, root] = ['', {}], ...accounts] = sections
  if (accounts.length === 0) return { ...root }
  const named = accounts.map(([prefix, section]) => [prefix.slice('accounts.'.length, -1), section] as const)
  return { ...root, accounts: Object.fromEntries(named) }
}

/** Changes every secret of a document; `undefined` takes it out. Whatever is empty is not set, so it goes too. */
function mapSecrets(
  fields: readonly CredentialField[],
  document: Document,
  change: (value: unknown, path: string) => unknown,
): Document {
  const secret = new Set(fields.filter((field) => field.secret).map(({ key }) => key))
  const sections = sectionsOf(document).map(([prefix, section]): [string, Section] => {
    const kept: Section = {}
    for (const [key, value] of Object.entries(section)) {
      const next = secret.has(key) && value !== '' ? change(value, `${prefix}${key}`) : value
      if (next !== undefined && next !== '' && next !== null) kept[key] = next
    }
    return [prefix, kept]
  })
  const mapped = put(sections)
  return document.accounts && !mapped.accounts ? { ...mapped, accounts: {} } : mapped
}

/** What stands at each path of the document a change starts from. */
const marksOf = (source: Source | null): Map<string, SecretMark> =>
  new Map(
    sectionsOf((source?.document ?? {}) as Document).flatMap(([prefix, section]) =>
      Object.entries(section).flatMap(([key, value]): [string, SecretMark][] =>
        isSecretMark(value) ? [[`${prefix}${key}`, value]] : [],
      ),
    ),
  )

/** Stars and placeholders mean what stood there before; where nothing did, a placeholder stays to be filled in. */
export function recallSecrets(
  fields: readonly CredentialField[],
  document: Document,
  source: Source | null,
): Document {
  const before = marksOf(source)
  return mapSecrets(fields, document, (value, path) =>
    value === hiddenSecret || value === secretPlaceholder ? (before.get(path) ?? value) : value,
  )
}

const mark = (id: string): SecretMark => ({ $secret: id, value: hiddenSecret })

/**
 * Takes the secrets out of a document: new ones are sealed and kept, those of the document it starts from stay where
 * they are or, for an override, are copied. A mark of any other document is refused.
 */
export async function keepSecrets(
  box: SecretBox,
  work: Work,
  {
    fields,
    document,
    own,
    source,
  }: {
    readonly fields: readonly CredentialField[]
    readonly document: Document
    readonly own: { readonly merchantId: number; readonly id: string }
    readonly source: Source | null
  },
): Promise<ConfigDocument> {
  const asked: string[] = []
  mapSecrets(fields, document, (value) => {
    if (isSecretMark(value)) asked.push(value.$secret)
    return value
  })
  const known = new Map(
    (source ? await secretsOf(work.tx, source.id, asked) : []).map((row) => [row.id, row]),
  )
  const rows: Insertable<ConfigSecretTable>[] = []
  const seal = (text: string): SecretMark => {
    const id = work.newId()
    const stamps = { createdAt: work.now, createdBy: work.user.username }
    rows.push({ merchantId: own.merchantId, id, configId: own.id, ...sealEnvelope(box, id, text), ...stamps })
    return mark(id)
  }
  const kept = mapSecrets(fields, document, (value, path) => {
    if (value === secretPlaceholder) return undefined
    if (!isSecretMark(value)) return seal(String(value))
    const row = known.get(value.$secret)
    if (!row)
      throw invalid({
        field: `document.${path}`,
        code: 'UNKNOWN_SECRET',
        message: 'This secret is no longer kept. Enter it again.',
      })
    return row.configId === own.id ? mark(row.id) : seal(openEnvelope(box, row.id, row))
  })
  await insertSecrets(work.tx, rows)
  return kept as ConfigDocument
}
