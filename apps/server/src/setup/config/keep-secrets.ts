import type { Insertable } from 'kysely'
import {
  hiddenSecret,
  isSecretMark,
  secretPlaceholder,
  type ConfigDocument,
  type CredentialField,
  type SecretMark,
} from '@signalbox/model/configuration/credential-field'
import { secretDestinations } from '@signalbox/model/configuration/secret-destination'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { openEnvelope, sealEnvelope } from '../../kit/envelope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { ConfigSecretTable } from '../../people/settings/read-model.ts'
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

/** A document whose stars are the secrets that stood there before, with what is known of those. */
export interface RecalledDocument {
  readonly document: Document
  /** The kept secrets the document names, by id. */
  readonly known: ReadonlyMap<string, KnownSecret>
  /** Where each secret of the document would be sent, by path. */
  readonly destinations: ReadonlyMap<string, readonly string[]>
  /** Secrets somebody wants to keep although they would be sent elsewhere. */
  readonly problems: readonly FieldProblem[]
}

type KnownSecret = Awaited<ReturnType<typeof secretsOf>>[number]

const enterIt = 'There is no secret to keep here. Enter it.'
const enterAgain = 'This secret was entered for another address or account. Enter it again.'

/**
 * Stars and placeholders mean what stood there before; where nothing did, a placeholder stays to be filled in. A secret
 * belongs to the address and account it was entered for: one that would be sent elsewhere is not recalled. Files leave
 * it open, because they hold no secrets; whoever asks for it by stars or by its mark is told.
 */
export async function recallSecrets(
  tx: Tx,
  fields: readonly CredentialField[],
  given: Document,
  source: Source | null,
): Promise<RecalledDocument> {
  const before = marksOf(source)
  const fromFile = new Set<string>()
  const asked: string[] = []
  const recalled = mapSecrets(fields, given, (value, path) => {
    if (value === secretPlaceholder) fromFile.add(path)
    const kept = value === hiddenSecret || value === secretPlaceholder ? (before.get(path) ?? value) : value
    if (isSecretMark(kept)) asked.push(kept.$secret)
    return kept
  })
  const rows = source ? await secretsOf(tx, source.id, asked) : []
  const known = new Map(rows.map((row) => [row.id, row]))
  const destinations = secretDestinations(fields, recalled as ConfigDocument)
  const allowed = allowedDestinations(fields, source, known)
  const problems: FieldProblem[] = []
  const document = mapSecrets(fields, recalled, (value, path) => {
    // Stars that stand for nothing would be kept as the secret itself.
    if (value === hiddenSecret) problems.push({ field: path, code: 'UNKNOWN_SECRET', message: enterIt })
    if (!isSecretMark(value) || !known.has(value.$secret)) return value
    const isAllowed = (each: string) => allowed(value.$secret).includes(each)
    if (destinations.get(path)?.every(isAllowed)) return value
    if (fromFile.has(path)) return secretPlaceholder
    problems.push({ field: path, code: 'SECRET_DESTINATION', message: enterAgain })
    return value
  })
  return { document, known, destinations, problems }
}

/** Where a kept secret may be sent: as noted with it, or as its document says where nothing was noted. */
function allowedDestinations(
  fields: readonly CredentialField[],
  source: Source | null,
  known: ReadonlyMap<string, KnownSecret>,
): (id: string) => readonly string[] {
  const today = secretDestinations(fields, source?.document ?? {})
  const byId = new Map([...marksOf(source)].map(([path, { $secret }]) => [$secret, today.get(path) ?? []]))
  return (id) => known.get(id)?.destinations ?? byId.get(id) ?? []
}

const mark = (id: string): SecretMark => ({ $secret: id, value: hiddenSecret })

/**
 * Takes the secrets out of a document: new ones are sealed and kept, those of the document it starts from stay where
 * they are or, for an override, are copied. A mark of any other document is refused.
 */
export async function keepSecrets(
  box: SecretBox,
  work: Work,
  fields: readonly CredentialField[],
  { document, known, destinations }: RecalledDocument,
  own: { readonly merchantId: number; readonly id: string },
): Promise<ConfigDocument> {
  const rows: Insertable<ConfigSecretTable>[] = []
  const seal = (text: string, path: string): SecretMark => {
    const id = work.newId()
    rows.push({
      merchantId: own.merchantId,
      id,
      configId: own.id,
      ...sealEnvelope(box, id, text),
      destinations: [...(destinations.get(path) ?? [])],
      createdAt: work.now,
      createdBy: work.user.username,
    })
    return mark(id)
  }
  const kept = mapSecrets(fields, document, (value, path) => {
    if (value === secretPlaceholder) return undefined
    if (!isSecretMark(value)) return seal(String(value), path)
    const row = known.get(value.$secret)
    if (!row)
      throw invalid({
        field: `document.${path}`,
        code: 'UNKNOWN_SECRET',
        message: 'This secret is no longer stored. Enter it again.',
      })
    return row.configId === own.id ? mark(row.id) : seal(openEnvelope(box, row.id, row), path)
  })
  await insertSecrets(work.tx, rows)
  return kept as ConfigDocument
}
