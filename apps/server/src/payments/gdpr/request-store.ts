import { sql } from 'kysely'
import { captureWaiting } from '@signalbox/model/reference/status-groups'
import type { Database, Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import type { Envelope } from '../../kit/envelope.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { statusIn } from '../../kit/status-sql.ts'

/** A user of a merchant. */
export interface Person {
  readonly merchantId: number
  readonly userId: string
}

/**
 * Requests about a merchant's users are taken one after the other: of two for the same person the second sees what the first
 * has done. The name tells of nobody, because it is kept.
 */
export const lockRequests = (tx: Tx, merchantId: number): Promise<void> =>
  lockByName(tx, `gdpr ${merchantId}`)

/** People who are to be erased once the law allows it. Until then hardly anybody sees them. */
const restricted = sql`select merchant_id, user_id from gdpr_request
    where type = 'ERASE' and state in ('RESTRICTED', 'BLOCKED') and user_id is not null`

export const notRestricted = (merchantColumn: string, userColumn: string): Condition =>
  sql<boolean>`(${sql.ref(merchantColumn)}, ${sql.ref(userColumn)}) not in (${restricted})`

export async function isRestricted(tx: Tx, { merchantId, userId }: Person): Promise<boolean> {
  const { rows } =
    await sql`select 1 where (${merchantId}::integer, ${userId}::text) in (${restricted})`.execute(tx)
  return rows.length > 0
}

/** Those of some people who are restricted. */
export async function restrictedAmong(tx: Tx, people: readonly Person[]): Promise<Person[]> {
  if (people.length === 0) return []
  const { rows } = await sql<Person>`select distinct merchant_id, user_id
    from unnest(${people.map(({ merchantId }) => merchantId)}::integer[], ${people.map(({ userId }) => userId)}::text[])
      as given (merchant_id, user_id)
    where (merchant_id, user_id) in (${restricted})`.execute(tx)
  return rows
}

export async function restrictedSubjects(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select subject from gdpr_request
    where type = 'ERASE' and state in ('RESTRICTED', 'BLOCKED') and user_id is not null`.execute(tx)
  return rows.map(({ subject }) => subject)
}

export interface Holdings {
  readonly transactions: number
  readonly accounts: number
  readonly checks: number
  readonly lastTransactionAt: string | null
  readonly open: number
  readonly uncaptured: number
  readonly refunding: number
  readonly cases: number
  readonly disputes: number
  readonly unsent: number
  readonly legalHold: boolean
  readonly openErasure: string | null
}

/** What is held about a person, and what of it is not finished. */
export async function holdingsOf(
  tx: Tx,
  { merchantId, userId }: Person,
  { openNumbers, since }: { readonly openNumbers: readonly number[]; readonly since: Date },
): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    with own as materialized (
      select id, status_no, created_at, authorized_minor, captured_minor, voided_minor, refunding_minor
      from transaction where merchant_id = ${merchantId} and user_id = ${userId})
    select
      (select count(*)::integer from own) as transactions,
      (select max(created_at) from own) as last_transaction_at,
      (select count(*)::integer from own where status_no = any(${[...openNumbers]}::smallint[])
        and created_at > ${since}) as open,
      (select count(*)::integer from own where ${statusIn('status_no', ...captureWaiting)}
        and authorized_minor > captured_minor + voided_minor) as uncaptured,
      (select count(*)::integer from own where refunding_minor > 0) as refunding,
      (select count(*)::integer from investigation_case c join own on own.id = c.tx_id
        where c.merchant_id = ${merchantId} and c.state <> 'RESOLVED' and c.type <> 'DISPUTE') as cases,
      (select count(*)::integer from investigation_case c join own on own.id = c.tx_id
        where c.merchant_id = ${merchantId} and c.state <> 'RESOLVED' and c.type = 'DISPUTE') as disputes,
      (select count(*)::integer from notification n join own on own.id = n.tx_id
        where n.merchant_id = ${merchantId} and n.status = 'PENDING') as unsent,
      (select count(*)::integer from user_psp_account
        where merchant_id = ${merchantId} and merchant_user_id = ${userId}) as accounts,
      (select count(*)::integer from kyc_check
        where merchant_id = ${merchantId} and user_id = ${userId}) as checks,
      exists (select 1 from gdpr_request where merchant_id = ${merchantId} and user_id = ${userId}
        and type = 'LEGAL_HOLD' and state <> 'DONE') as legal_hold,
      (select state from gdpr_request where merchant_id = ${merchantId} and user_id = ${userId}
        and type = 'ERASE' and state <> 'DONE' limit 1) as open_erasure`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A query without conditions gave no row')
  return row
}

/** Erasures of some people that were asked for and are not done, with when they last paid. */
export async function openErasures(
  tx: Tx,
  people: readonly Person[],
): Promise<(Person & { readonly dueAt: string | null; readonly lastTransactionAt: string | null })[]> {
  if (people.length === 0) return []
  const { rows } = await sql<Person & { dueAt: string | null; lastTransactionAt: string | null }>`
    select r.merchant_id, r.user_id, r.due_at, (select max(t.created_at) from transaction t
      where t.merchant_id = r.merchant_id and t.user_id = r.user_id) as last_transaction_at
    from gdpr_request r
    where r.type = 'ERASE' and r.state in ('RESTRICTED', 'BLOCKED') and (r.merchant_id, r.user_id) in (
      select * from unnest(${people.map(({ merchantId }) => merchantId)}::integer[],
        ${people.map(({ userId }) => userId)}::text[]))`.execute(tx)
  return rows
}

export interface DueErasure extends Person {
  readonly id: string
}

export async function dueErasures(db: Database, now: Date): Promise<DueErasure[]> {
  const { rows } = await sql<DueErasure>`
    select merchant_id, id, user_id from gdpr_request
    where type = 'ERASE' and state in ('RESTRICTED', 'BLOCKED') and due_at <= ${now} and user_id is not null
    order by due_at limit 200`.execute(db)
  return rows
}

/** The request itself, held until the end of the transaction; nothing when somebody else has done it meanwhile. */
export async function lockOpen(
  tx: Tx,
  merchantId: number,
  id: string,
): Promise<{ userId: string; subject: string; state: string } | undefined> {
  const { rows } = await sql<{ userId: string; subject: string; state: string }>`
    select user_id, subject, state from gdpr_request
    where merchant_id = ${merchantId} and id = ${id} and state <> 'DONE' and user_id is not null
    for update`.execute(tx)
  return rows[0]
}

export async function setOutcome(
  tx: Tx,
  { merchantId, id }: { merchantId: number; id: string },
  outcome: {
    state: string
    reasons: readonly string[]
    dueAt: Date | null
    executedAt: Date | null
    now: Date
  },
): Promise<void> {
  await sql`update gdpr_request set state = ${outcome.state}, reasons = ${[...outcome.reasons]}::text[],
      due_at = ${outcome.dueAt}, executed_at = ${outcome.executedAt}, version = version + 1,
      updated_at = ${outcome.now}, updated_by = 'system'
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export interface SealedFile {
  readonly merchantId: number
  readonly requestId: string
  readonly wrappedKey: string
  readonly content: string
  readonly expiresAt: Date
}

export async function keepFile(tx: Tx, file: SealedFile): Promise<void> {
  await sql`insert into gdpr_file (merchant_id, request_id, wrapped_key, content, expires_at)
    values (${file.merchantId}, ${file.requestId}, ${file.wrappedKey}, ${file.content}, ${file.expiresAt})
    on conflict (merchant_id, request_id) do nothing`.execute(tx)
}

interface RequestKey {
  readonly merchantId: number
  readonly requestId: string
}

/** Files nobody has made a link to yet. */
export async function unlinkedFiles(
  tx: Tx,
  { merchantId, requestId }: RequestKey,
  now: Date,
): Promise<Envelope | undefined> {
  const { rows } = await sql<Envelope>`select wrapped_key, content from gdpr_file
    where merchant_id = ${merchantId} and request_id = ${requestId} and expires_at > ${now} and token_hash is null
    for update`.execute(tx)
  return rows[0]
}

/** The encrypted archive takes the place of the files it was made of. */
export async function keepArchive(tx: Tx, file: SealedFile & { readonly tokenHash: string }): Promise<void> {
  await sql`update gdpr_file set wrapped_key = ${file.wrappedKey}, content = ${file.content},
      expires_at = ${file.expiresAt}, token_hash = ${file.tokenHash}
    where merchant_id = ${file.merchantId} and request_id = ${file.requestId}`.execute(tx)
}

export interface LinkedArchive extends RequestKey, Envelope {
  readonly subject: string
}

/** Whether the address leads anywhere: looking at it takes nothing away. */
export async function isWaiting(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from gdpr_file
    where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db)
  return rows.length > 0
}

/** Whoever takes it has it; nobody after them gets it again. */
export async function takeArchive(tx: Tx, tokenHash: string, now: Date): Promise<LinkedArchive | undefined> {
  const { rows } = await sql<LinkedArchive>`
    with taken as (delete from gdpr_file where token_hash = ${tokenHash} and expires_at > ${now}
      returning merchant_id, request_id, wrapped_key, content)
    update gdpr_request r set downloaded_at = ${now}, version = r.version + 1, updated_at = ${now}, updated_by = 'link'
    from taken where r.merchant_id = taken.merchant_id and r.id = taken.request_id
    returning taken.merchant_id, taken.request_id, taken.wrapped_key, taken.content, r.subject`.execute(tx)
  return rows[0]
}

export async function removeExpiredFiles(db: Database, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from gdpr_file where expires_at <= ${now}`.execute(db)
  return Number(numAffectedRows)
}
