import { sql } from 'kysely'
import type { Erasure } from '@signalbox/model/transaction/declare'
import type { Database, Tx } from '../../kit/database.ts'
import { erased } from '../../kit/subject-seal.ts'
import { named } from '../../kit/words-sql.ts'
import type { Passes } from '../../kit/person-words.ts'
import { dropUnheldTokens, type DroppedToken } from '../vault/network-token-store.ts'
import { transactionColumns } from '../core/record/transaction-columns.ts'
import { withoutPerson } from './forget-views.ts'
import type { Person } from './request-store.ts'
import { passesOf, sweepWords } from './sweep-store.ts'
import type { TheirWords } from './words-store.ts'

export interface Subject extends Person {
  readonly pseudonym: string
  readonly now: Date
}

const gone = (column: string) =>
  sql`${sql.ref(column)} = case when ${sql.ref(column)} is null then null else ${erased} end`
const nothing = (...columns: string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} = null`))
const unknown = (...columns: string[]) => sql.join(columns.map(gone))
const empty = (...columns: string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} = '{}'`))

const erasedColumns = (erasure: Erasure): string[] =>
  transactionColumns.flatMap(({ column, declared }) => (declared.erased === erasure ? [column] : []))

/** Amounts, codes, times and ids stay; whoever reads them no longer learns whose they were. */
async function erasePayments(tx: Tx, { merchantId, userId, pseudonym, now }: Subject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update transaction set user_id = ${pseudonym},
      ${unknown(...erasedColumns('WORD'))}, ${nothing(...erasedColumns('NULL'))}, ${empty(...erasedColumns('EMPTY'))},
      step_state = '{"facts":{},"input":{}}',
      gdpr_erased_at = ${now}, updated_at = ${now}, version = version + 1
    where merchant_id = ${merchantId} and user_id = ${userId} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What was noted, said and heard while payments went on. */
async function eraseTraces(tx: Tx, merchantId: number, ids: readonly number[]): Promise<void> {
  const own = sql`merchant_id = ${merchantId} and tx_id = any(${[...ids]}::bigint[])`
  await sql`update tx_event set facts = null, summary = case when type in ('FORCE', 'NOTE') then ${erased} else summary end,
      decisions = (select jsonb_agg(d - 'also' - 'draw') from jsonb_array_elements(decisions) d)
    where ${own}`.execute(tx)
  await sql`update tx_attempt set ${unknown('psp_status_message')} where ${own}`.execute(tx)
  await sql`update tx_log set ${unknown('request_body', 'response_body')}, request_headers = '{}',
      response_headers = case when response_headers is null then null else '{}'::jsonb end,
      url = regexp_replace(url, case when target = 'KYC' then '^(https?://[^/]+/).*$' else '[?#].*$' end, '\\1')
    where ${own}`.execute(tx)
  await sql`update callback set body = ${erased}, reading = '{}', source_ip = null, ${unknown('note')}
    where ${own}`.execute(tx)
  // Mails and text messages were sent to the person; their legs may hold the address too, and have to stay apart.
  await sql`update notification set target = ${erased}, leg = 'erased ' || id::text
    where kind in ('EMAIL', 'SMS') and ${own}`.execute(tx)
  await sql`update notification set body = '{}', ${unknown('response_snippet')},
      status = case when status = 'PENDING' then 'DEAD' else status end, next_at = null where ${own}`.execute(
    tx,
  )
  await sql`update tx_note set text = ${erased} where ${own}`.execute(tx)
  await sql`update approval set ${unknown('info')} where ${own}`.execute(tx)
  await sql`update case_entry set ${unknown('text', 'reference')} where merchant_id = ${merchantId}
    and case_id in (select id from investigation_case where ${own})`.execute(tx)
  await sql`update case_file set name = ${erased}, ${nothing('sha256', 'wrapped_key', 'content')}
    where merchant_id = ${merchantId} and case_id in (select id from investigation_case where ${own})`.execute(
    tx,
  )
  // Of these two an operator wrote why; of the others the platform did, or the PSP.
  await sql`update investigation_case set cause = ${erased} where type in ('MANUAL', 'INCONSISTENT') and ${own}`.execute(
    tx,
  )
  await sql`update counter_event set ${nothing('user_key', 'account_key', 'ip_key', 'email_key', 'device_key')}
    where ${own}`.execute(tx)
  for (const table of ['api_request', 'scheme_decline', 'card_token'])
    await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
}

/** Card numbers nobody else has stored go with the person. */
async function eraseAccounts(
  tx: Tx,
  { merchantId, userId, pseudonym, now }: Subject,
): Promise<{ readonly accounts: string[]; readonly tokens: readonly DroppedToken[] }> {
  const { rows } = await sql<{ id: string; vaultRef: string | null }>`
    select id, vault_ref from user_psp_account
    where merchant_id = ${merchantId} and merchant_user_id = ${userId} for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const refs = rows.flatMap(({ vaultRef }) => vaultRef ?? [])
  await sql`update user_psp_account set merchant_user_id = ${pseudonym}, masked_account = ${erased},
      hashed_account = 'erased-' || id, holder = case when holder is null then null else ${erased} end,
      ${nothing('start_date', 'expiry_date', 'vault_ref', 'description', 'iban', 'bic')}, ${unknown('block_reason')},
      ${nothing('account_number', 'clearing_number', 'bank_name', 'wallet_email')}, scheme_tokens = '[]', status = 'DELETED',
      visible = false, erased_at = ${now}, updated_at = ${now}, version = version + 1
    where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx)
  const tokens = await dropUnheldTokens(tx, merchantId, refs, now)
  await sql`delete from card_token where merchant_id = ${merchantId} and vault_ref = any(${refs}::uuid[])
    and not exists (select 1 from user_psp_account a
      where a.merchant_id = card_token.merchant_id and a.vault_ref = card_token.vault_ref)`.execute(tx)
  await sql`delete from vault_card v where merchant_id = ${merchantId} and ref = any(${refs}::uuid[])
    and not exists (select 1 from user_psp_account a where a.merchant_id = v.merchant_id and a.vault_ref = v.ref)
    and not exists (select 1 from card_token k where k.merchant_id = v.merchant_id and k.vault_ref = v.ref)`.execute(
    tx,
  )
  await sql`update notification set body = '{}', ${unknown('response_snippet')},
      status = case when status = 'PENDING' then 'DEAD' else status end, next_at = null
    where merchant_id = ${merchantId} and account_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from record_version where merchant_id = ${merchantId} and entity = 'user-account'
    and record_id = any(${ids}::text[])`.execute(tx)
  return { accounts: ids, tokens }
}

/** That somebody was checked, when and with what result stays; who they were, and what people wrote, goes. */
async function eraseChecks(tx: Tx, { merchantId, userId, pseudonym, now }: Subject): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update kyc_check set user_id = ${pseudonym}, warnings = '{}',
      ${unknown('first_name', 'last_name', 'email', 'national_id', 'street', 'zip', 'city')},
      ${nothing('dob', 'country', 'provider_ref', 'merchant_kyc_status', 'response', 'rerun_note')},
      documents = '[]', overrides = coalesce((select jsonb_agg(o - 'reason') from jsonb_array_elements(overrides) o), '[]'),
      erased_at = ${now}, updated_at = ${now}, version = version + 1
    where merchant_id = ${merchantId} and user_id = ${userId} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update voucher set redeemed_by = ${pseudonym} where merchant_id = ${merchantId} and redeemed_by = ${userId}`.execute(
    tx,
  )
  await sql`delete from kyc_rerun where merchant_id = ${merchantId} and user_id = ${userId}`.execute(tx)
  await sql`delete from record_version where merchant_id = ${merchantId} and entity = 'kyc'
    and record_id = any(${ids}::text[])`.execute(tx)
  return ids
}

/** What was asked for about the person and waited for a second one. */
async function erasePending(tx: Tx, { merchantId, userId, pseudonym, now }: Subject): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`update pending_grant set user_id = ${pseudonym}, ${unknown('reason')},
      change = change - 'reason',
      decided_by = case when state = 'WAITING' then 'system' else decided_by end,
      state = case when state = 'WAITING' then 'WITHDRAWN' else state end, version = version + 1, updated_at = ${now}
    where merchant_id = ${merchantId} and user_id = ${userId} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from record_version where merchant_id = ${merchantId} and entity = 'pending-grant'
    and record_id = any(${ids}::text[])`.execute(tx)
  return ids
}

/** Answers kept for a second try of a call, as far as they name the person or anything of theirs. */
async function eraseAnswers(
  tx: Tx,
  merchantId: number,
  payments: readonly number[],
  others: readonly string[],
): Promise<void> {
  const { rows: notes } = await sql<{ id: string }>`select id from tx_note
    where merchant_id = ${merchantId} and tx_id = any(${[...payments]}::bigint[])`.execute(tx)
  const names = JSON.stringify([...payments, ...others, ...notes.map(({ id }) => id)])
  await sql`delete from operation where
    jsonb_path_exists(reply, '$.** ? (@ == $any[*])', jsonb_build_object('any', ${names}::jsonb))`.execute(tx)
}

/** Questions to the help about the person's payments, or that name them in the words of a colleague. */
async function eraseQuestions(
  tx: Tx,
  words: readonly string[],
  { text }: Passes,
  ids: readonly number[],
): Promise<void> {
  const names = words.map((word) => word.toLowerCase())
  const isNamed = text.length === 0 ? sql`false` : named(sql`(question || ' ' || answer::text)`, text)
  await sql`delete from help_exchange where tx_id = any(${[...ids]}::bigint[])
    or regexp_split_to_array(lower(question), '[^[:alnum:]@._+-]+') && ${names}::text[]
    or ${isNamed}`.execute(tx)
}

/** Requests about the person keep their pseudonym and nothing else of them: what was typed there is all about the person. */
async function eraseRequests(tx: Tx, { merchantId, pseudonym }: Subject): Promise<string[]> {
  const own = sql`merchant_id = ${merchantId} and subject = ${pseudonym}`
  await sql`delete from record_version where merchant_id = ${merchantId} and entity = 'gdpr'
    and record_id in (select id::text from gdpr_request where ${own})`.execute(tx)
  await sql`delete from gdpr_file where merchant_id = ${merchantId}
    and request_id in (select id from gdpr_request where ${own})`.execute(tx)
  const { rows } = await sql<{ id: string }>`update gdpr_request
    set user_id = null, ${unknown('reason', 'case_reference')} where ${own} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Payments of somebody who was erased, by what they are called since. */
export async function paymentsOf(
  db: Database | Tx,
  merchantId: number,
  pseudonym: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from transaction
    where merchant_id = ${merchantId} and user_id = ${pseudonym}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A person has one view of a name on each page, and what is left of two may be the same. */
const freeName = (name: string) => sql`case when exists (select 1 from saved_view other
    where (other.merchant_id, other.user_id, other.page) = (v.merchant_id, v.user_id, v.page)
      and other.id <> v.id and lower(other.name) = lower(${name}::text))
  then ${name}::text || ' ' || right(v.id::text, 6) else ${name}::text end`

/** Views of colleagues that look for the person go on without them. Gives which. */
export async function eraseViews(
  tx: Tx,
  words: readonly string[],
  { onlyShared = false }: { readonly onlyShared?: boolean } = {},
): Promise<string[]> {
  const changed: string[] = []
  const { rows } = await sql<{ merchantId: number; id: string; name: string; query: string }>`
    select merchant_id, id, name, query from saved_view
    where (query <> '' or name <> '') and (shared or not ${onlyShared}::boolean)`.execute(tx)
  for (const { merchantId, id, ...view } of rows) {
    const left = withoutPerson(view, words)
    if (!left) continue
    const name = left.name === view.name ? sql`v.name` : freeName(left.name)
    await sql`update saved_view v set name = ${name}, query = ${left.query}, version = version + 1
      where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
    await sql`delete from record_version where merchant_id = ${merchantId} and entity = 'saved-view'
      and record_id = ${id}`.execute(tx)
    changed.push(id)
  }
  return changed
}

interface Erased {
  readonly transactions: number
  readonly accounts: number
  readonly checks: number
  /** Rows of other tables in which people had named the person. */
  readonly named: Readonly<Record<string, number>>
}

/** Empties what is about the person, and replaces what names nobody but them elsewhere. Gives what was erased. */
export async function erasePerson(
  tx: Tx,
  subject: Subject,
  words: TheirWords,
): Promise<{
  readonly erased: Erased
  /** Network tokens of the person's cards, for whoever tells the networks. */
  readonly tokens: readonly DroppedToken[]
}> {
  const views = await eraseViews(tx, words.alone)
  const ids = await erasePayments(tx, subject)
  await eraseTraces(tx, subject.merchantId, ids)
  await eraseQuestions(tx, words.alone, passesOf(words, subject.pseudonym).anywhere, ids)
  const { accounts, tokens } = await eraseAccounts(tx, subject)
  const checks = await eraseChecks(tx, subject)
  const pending = await erasePending(tx, subject)
  const requests = await eraseRequests(tx, subject)
  const own = [...accounts, ...views, ...checks, ...pending, ...requests]
  await eraseAnswers(tx, subject.merchantId, ids, words.isSharedId ? own : [subject.userId, ...own])
  const found = await sweepWords(tx, subject, words, ids)
  return {
    erased: { transactions: ids.length, accounts: accounts.length, checks: checks.length, named: found },
    tokens,
  }
}
