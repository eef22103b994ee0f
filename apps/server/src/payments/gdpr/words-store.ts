import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Person } from './request-store.ts'

/** What somebody is called, and how much of it means nobody else. */
export interface TheirWords {
  readonly userId: string
  /** Everything that says who they are, the user id first. */
  readonly all: readonly string[]
  /** Without those that another user of the merchant has too. */
  readonly here: readonly string[]
  /** Without those that anybody else has, at whatever merchant. */
  readonly alone: readonly string[]
  /** Addresses and numbers they were written to. */
  readonly addresses: readonly string[]
  /** Whether another merchant has a user of the same id. */
  readonly isSharedId: boolean
}

/** What else people call somebody: their names, their accounts, and what merchants call their payments. */
async function namesOf(tx: Tx, { merchantId, userId }: Person): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(array[merchant_tx_id, account_holder, ip, user_first_name || ' ' || user_last_name]) as name
      from transaction where merchant_id = ${merchantId} and user_id = ${userId}
    union select unnest(array[holder, iban, account_number]) from user_psp_account
      where merchant_id = ${merchantId} and merchant_user_id = ${userId}
    union select unnest(array[first_name || ' ' || last_name, provider_ref]) from kyc_check
      where merchant_id = ${merchantId} and user_id = ${userId}`.execute(tx)
  return rows.flatMap(({ name }) => (name?.trim() ? [name.trim()] : []))
}

/** Addresses and numbers the person was written to. */
async function addressesOf(tx: Tx, { merchantId, userId }: Person): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select user_email as address from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} and user_email is not null
    union select user_phone from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} and user_phone is not null
    union select email from kyc_check
      where merchant_id = ${merchantId} and user_id = ${userId} and email is not null
    union select national_id from kyc_check
      where merchant_id = ${merchantId} and user_id = ${userId} and national_id is not null
    union select wallet_email from user_psp_account
      where merchant_id = ${merchantId} and merchant_user_id = ${userId} and wallet_email is not null`.execute(
    tx,
  )
  return rows.map(({ address }) => address)
}

/** Whether another merchant has a user of the same id: merchants above may mean that one. */
async function isSharedId(tx: Tx, { merchantId, userId }: Person): Promise<boolean> {
  const { rows } = await sql`select 1 from merchant m where m.id <> ${merchantId} and (
      exists (select 1 from transaction t where t.merchant_id = m.id and t.user_id = ${userId})
      or exists (select 1 from user_psp_account a where a.merchant_id = m.id and a.merchant_user_id = ${userId})
      or exists (select 1 from kyc_check k where k.merchant_id = m.id and k.user_id = ${userId})) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

interface SharedWord {
  readonly word: string
  readonly isHere: boolean
}

const wordOf = (text: string): string => text.trim().toLowerCase()

/** Of these words, those that accounts and checks of somebody else say. One row a user, so that all of them can be read. */
async function ofOtherUsers(
  tx: Tx,
  { merchantId, userId }: Person,
  words: readonly string[],
): Promise<SharedWord[]> {
  const { rows } = await sql<SharedWord>`
    select lower(btrim(name)) as word, bool_or(merchant_id = ${merchantId}) as is_here from (
      select merchant_id, unnest(array[holder, iban, account_number, wallet_email]) as name from user_psp_account
        where (merchant_id, merchant_user_id) <> (${merchantId}, ${userId})
      union all select merchant_id, unnest(array[first_name || ' ' || last_name, email, national_id]) from kyc_check
        where (merchant_id, user_id) <> (${merchantId}, ${userId})) as other
    where lower(btrim(name)) = any(${[...words]}::text[]) group by 1`.execute(tx)
  return rows
}

/** Payments are too many to be read: addresses are looked up by their indexes, at the merchant whose user it is and the others. */
async function ofOtherPayments(
  tx: Tx,
  { merchantId, userId }: Person,
  words: readonly string[],
): Promise<SharedWord[]> {
  const { rows } = await sql<SharedWord>`
    with own as materialized (
      select distinct email_hash, lower(btrim(user_email)) as email from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} and email_hash is not null and user_email is not null)
    select found.word, bool_or(m.id = ${merchantId}) as is_here from merchant m cross join lateral (
      select own.email as word from own where exists (select 1 from transaction t
        where t.merchant_id = m.id and t.email_hash = own.email_hash
          and (t.merchant_id, t.user_id) <> (${merchantId}, ${userId}))
      union select one.word from unnest(${[...words]}::text[]) as one (word) where exists (select 1 from transaction t
        where t.merchant_id = m.id and t.ip = one.word
          and (t.merchant_id, t.user_id) <> (${merchantId}, ${userId}))) as found
    group by 1`.execute(tx)
  return rows
}

/** Colleagues wrote about the payment of somebody else, and that payment says the same: its user was meant. */
async function ofPaymentsWrittenAbout(
  tx: Tx,
  { merchantId, userId }: Person,
  words: readonly string[],
): Promise<SharedWord[]> {
  const says = (text: RawBuilder<unknown>) =>
    sql`exists (select 1 from unnest(${[...words]}::text[]) as one (word)
      where position(one.word in lower(${text})) > 0)`
  const { rows } = await sql<SharedWord>`
    with written as (
      select tx_id from tx_note where merchant_id = ${merchantId} and ${says(sql`text`)}
      union select c.tx_id from case_entry e
        join investigation_case c on c.merchant_id = e.merchant_id and c.id = e.case_id
        where e.merchant_id = ${merchantId} and e.text is not null and ${says(sql`e.text`)})
    select distinct lower(btrim(name)) as word, true as is_here from written
    join transaction t on t.merchant_id = ${merchantId} and t.id = written.tx_id and t.user_id <> ${userId}
    cross join lateral unnest(array[t.user_first_name || ' ' || t.user_last_name, t.account_holder, t.user_phone])
      as said (name)
    where lower(btrim(name)) = any(${[...words]}::text[])`.execute(tx)
  return rows
}

async function sharedWords(tx: Tx, person: Person, names: readonly string[]): Promise<SharedWord[]> {
  const words = [...new Set(names.map(wordOf))]
  if (words.length === 0) return []
  return [
    ...(await ofOtherUsers(tx, person, words)),
    ...(await ofOtherPayments(tx, person, words)),
    ...(await ofPaymentsWrittenAbout(tx, person, words)),
  ]
}

/** Everything that says who somebody is, wherever else it may stand, and what of it says so of others too. */
export async function wordsOf(tx: Tx, person: Person): Promise<TheirWords> {
  const addresses = await addressesOf(tx, person)
  const names = [...addresses, ...(await namesOf(tx, person))]
  const shared = await sharedWords(tx, person, names)
  const ofOthers = new Set(shared.map(({ word }) => word))
  const ofOthersHere = new Set(shared.flatMap(({ word, isHere }) => (isHere ? [word] : [])))
  const isShared = await isSharedId(tx, person)
  return {
    userId: person.userId,
    all: [person.userId, ...names],
    here: [person.userId, ...names.filter((name) => !ofOthersHere.has(wordOf(name)))],
    alone: [...(isShared ? [] : [person.userId]), ...names.filter((name) => !ofOthers.has(wordOf(name)))],
    addresses,
    isSharedId: isShared,
  }
}
