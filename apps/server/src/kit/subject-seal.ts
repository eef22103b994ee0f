import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { standsIn } from './person-words.ts'
import { secretBox } from './secret-box.ts'

/** The person a note of the audit log is about, and what of it says who they are. */
export interface AuditSubject {
  readonly merchantId: number
  readonly userId: string
  /** Names of members, at the top of what stood before and after. */
  readonly fields: readonly string[]
  /** What people wrote about the change is about the record and no person: it can go on being searched for. */
  readonly hasOpenNote?: boolean
}

/** What stands in the log instead of a value. It is hashed as it is, so that the chain holds when the key is gone. */
interface Sealed {
  readonly $subject: string
  readonly content: string
}

const ivBytes = 12
const tagBytes = 16
const purpose = 'audit subject'

/** What is shown once nobody can open it any more. */
export const erased = 'ERASED'

/** What a person is called after nobody may know who they were. Keyed: it cannot be found by trying user ids. */
export const pseudonymOf = (auditKey: Buffer, merchantId: number, userId: string): string =>
  `gdpr-${createHmac('sha256', auditKey).update(`subject:${merchantId}:${userId}`).digest('base64url').slice(0, 24)}`

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { $subject?: unknown }).$subject === 'string' &&
  typeof (value as { content?: unknown }).content === 'string'

function sealed(key: Buffer, subject: string, value: unknown): Sealed {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(subject))
  const parts = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { $subject: subject, content: Buffer.concat(parts).toString('base64url') }
}

function opened(key: Buffer | undefined, { $subject, content }: Sealed): unknown {
  if (!key) return erased
  try {
    const bytes = Buffer.from(content, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    decipher.setAAD(Buffer.from($subject)).setAuthTag(bytes.subarray(-tagBytes))
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8')
    return JSON.parse(text + decipher.final('utf8')) as unknown
  } catch {
    // Somebody who was erased and came back has a new key.
    return erased
  }
}

async function keyOf(
  tx: Tx,
  auditKey: Buffer,
  merchantId: number,
  subject: string,
  now: Date,
): Promise<Buffer> {
  const box = secretBox(auditKey)
  const fresh = box.seal(purpose, subject, randomBytes(32).toString('base64url'))
  // The row is locked either way, so that nobody erases the person between here and the commit.
  const { rows } = await sql<{ wrappedKey: string }>`
    insert into subject_key as k (merchant_id, subject, wrapped_key, created_at)
    values (${merchantId}, ${subject}, ${fresh}, ${now})
    on conflict (merchant_id, subject) do update set subject = k.subject returning wrapped_key`.execute(tx)
  return Buffer.from(box.open(purpose, subject, rows[0]?.wrappedKey ?? ''), 'base64url')
}

export interface SubjectSeal {
  /** Members of a record that say who the person is are replaced. */
  record(value: unknown): unknown
  /** What somebody wrote, where only a text has its place. */
  text(value: string): string
  /** The same in a list of differences, by the first part of their path. */
  diff(value: unknown): unknown
}

export async function subjectSeal(
  tx: Tx,
  auditKey: Buffer,
  { merchantId, userId, fields }: AuditSubject,
  now: Date,
): Promise<SubjectSeal> {
  const subject = pseudonymOf(auditKey, merchantId, userId)
  const key = await keyOf(tx, auditKey, merchantId, subject, now)
  const hide = (value: unknown) =>
    value === null || value === undefined ? value : sealed(key, subject, value)
  return {
    text: (value) => JSON.stringify(sealed(key, subject, value)),
    record: (value) =>
      typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value).map(([name, item]) => [name, fields.includes(name) ? hide(item) : item]),
          ),
    diff: (value) =>
      (value as { path: string; from?: unknown; to?: unknown }[]).map((change) =>
        fields.includes(change.path.split(/[.[]/)[0] ?? '')
          ? { ...change, from: hide(change.from), to: hide(change.to) }
          : change,
      ),
  }
}

/** A text may be a sealed one; others are what they are. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{"$subject":')) return value
  try {
    const inner: unknown = JSON.parse(value)
    return isSealed(inner) ? inner : value
  } catch {
    return value
  }
}

/** Every sealed value within, wherever it stands. */
function subjectsIn(given: unknown, found: Set<string>): void {
  const value = unwrapped(given)
  if (typeof value !== 'object' || value === null) return
  if (isSealed(value)) found.add(value.$subject)
  else for (const item of Object.values(value)) subjectsIn(item, found)
}

function replaced(given: unknown, keys: ReadonlyMap<string, Buffer>): unknown {
  const value = unwrapped(given)
  if (typeof value !== 'object' || value === null) return value
  if (isSealed(value)) return opened(keys.get(value.$subject), value)
  if (Array.isArray(value)) return value.map((item) => replaced(item, keys))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, keys)]))
}

/** Rows of the log as they may be read: what is sealed is opened, or said to be erased. */
export async function openSubjects<R>(
  tx: Tx,
  auditKey: Buffer,
  rows: readonly R[],
  /** People the reader is told nothing about, as if they were erased already. */
  hidden: ReadonlySet<string> = new Set(),
): Promise<R[]> {
  const subjects = new Set<string>()
  subjectsIn(rows, subjects)
  if (subjects.size === 0) return [...rows]
  const found = await sql<{ subject: string; wrappedKey: string }>`
    select subject, wrapped_key from subject_key where subject = any(${[...subjects]}::text[])`.execute(tx)
  const box = secretBox(auditKey)
  const keys = new Map(
    found.rows
      .filter(({ subject }) => !hidden.has(subject))
      .map(({ subject, wrappedKey }) => [
        subject,
        Buffer.from(box.open(purpose, subject, wrappedKey), 'base64url'),
      ]),
  )
  return rows.map((row) => replaced(row, keys) as R)
}

/**
 * What people wrote, or what came from outside, may name a person without being about one. A note about it has a key of its
 * own, which goes with whoever is named.
 */
export const ownKeySubject = (merchantId: number, id: string, fields: readonly string[]): AuditSubject => ({
  merchantId,
  userId: `note ${id}`,
  fields,
})

/** What somebody looked for may name a person. */
export const searchSubject = (
  merchantId: number,
  id: string,
  filters: object,
): { readonly subject?: AuditSubject } =>
  Object.keys(filters).length === 0 ? {} : { subject: ownKeySubject(merchantId, id, ['filters']) }

/** A shorter word stands in many names by chance. */
export const shortestWord = 4

/** Whether a text, or a part of it that somebody looked for, is one of the words that name a person. */
function namesPerson(text: string, words: readonly string[]): boolean {
  const given = text.trim().toLowerCase()
  return words.some((each) => {
    const word = each.trim().toLowerCase()
    if (given === word) return word !== ''
    return (
      (word.length >= shortestWord && given.includes(word)) ||
      (given.length >= shortestWord && word.includes(given))
    )
  })
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]

/** Notes with a key of their own are about these; what somebody searched for before they took a file away is another. */
const ownKeyTypes = ['ruleset', 'bank-entry']

const members = (column: string) =>
  sql`case when jsonb_typeof(${sql.ref(column)}) = 'object' then ${sql.ref(column)} else '{}'::jsonb end`

/** From here on the log of these merchants no longer says what was looked for, or written, that names the person. */
export async function destroyOwnKeys(
  tx: Tx,
  auditKey: Buffer,
  merchants: readonly number[],
  words: readonly string[],
): Promise<void> {
  if (merchants.length === 0 || words.length === 0) return
  interface SealedNote {
    readonly merchantId: number
    readonly subject: string
    readonly wrappedKey: string
    readonly sealed: Sealed
    readonly isSearch: boolean
  }
  const { rows } = await sql<SealedNote>`
    select k.merchant_id, k.subject, k.wrapped_key, member.value as sealed, e.action = 'EXPORT' as is_search
    from audit_entry e
    cross join lateral (select value from jsonb_each(${members('e.before')})
      union all select value from jsonb_each(${members('e.after')})
      union all select case when e.note like '{"$subject":%' then e.note::jsonb end) member
    join subject_key k on k.subject = member.value->>'$subject'
    where k.merchant_id = any(${[...merchants]}::integer[])
      and (e.action = 'EXPORT' or e.entity_type = any(${ownKeyTypes}::text[]))`.execute(tx)
  const box = secretBox(auditKey)
  const distinct = words
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length >= shortestWord)
  const names = (text: string) => distinct.some((word) => standsIn(text.toLowerCase(), word))
  for (const { merchantId, subject, wrappedKey, sealed: note, isSearch } of rows) {
    const key = Buffer.from(box.open(purpose, subject, wrappedKey), 'base64url')
    // Whoever looked for a part of a name looked for the person; a text that is a part of one says nothing of them.
    const isAbout = (text: string) => (isSearch ? namesPerson(text, words) : names(text))
    if (textsIn(opened(key, note)).some(isAbout)) await destroySubjectKey(tx, merchantId, subject)
  }
}

/** From here on nothing the log says about the person can be read. */
export async function destroySubjectKey(tx: Tx, merchantId: number, subject: string): Promise<void> {
  await sql`delete from subject_key where merchant_id = ${merchantId} and subject = ${subject}`.execute(tx)
}
