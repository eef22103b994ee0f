import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import type { CheckedPerson } from '../core/record/kyc-check-store.ts'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`)

/** Looks through what says who somebody is only where the caller may see it: finding somebody by it is seeing it. */
export function matchesKeyword(text: string, seesPersonalData: boolean): Condition {
  const pattern = `%${escapeLike(text.trim().toLowerCase())}%`
  return sql<boolean>`(lower(t.user_id) like ${pattern} or t.id::text = ${text.trim()}
    or ((lower(t.email) like ${pattern} or lower(t.national_id) like ${pattern})
      and (${seesPersonalData} or not exists (
        select 1 from merchant m where m.id = t.merchant_id and m.mask_sensitive_data))))`
}

/** Of each user the check that counts, by the same order payments go by (`currentFirst`). */
export const isCurrent: Condition = sql<boolean>`not exists (select 1 from kyc_check other
  where other.merchant_id = t.merchant_id and other.user_id = t.user_id
    and (other.status = 'BLOCKED', other.at, other.id) > (t.status = 'BLOCKED', t.at, t.id))`

export const everything: Condition = sql<boolean>`true`

interface CheckKey {
  readonly merchantId: number
  readonly id: string
}

export async function isCurrentCheck(tx: Tx, { merchantId, id }: CheckKey): Promise<boolean> {
  const { rows } = await sql`select 1 from kyc_check t
    where t.merchant_id = ${merchantId} and t.id = ${id} and ${isCurrent}`.execute(tx)
  return rows.length > 0
}

export async function isErased(tx: Tx, { merchantId, id }: CheckKey): Promise<boolean> {
  const { rows } = await sql`select 1 from kyc_check
    where merchant_id = ${merchantId} and id = ${id} and erased_at is not null`.execute(tx)
  return rows.length > 0
}

export async function rerunsSince(tx: Tx, merchantId: number, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from kyc_rerun
    where merchant_id = ${merchantId} and user_id = ${userId} and requested_at > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface Rerun extends CheckKey {
  readonly userId: string
  readonly checkId: string
  readonly requestedBy: string
  readonly requestedAt: Date
}

export async function insertRerun(tx: Tx, rerun: Rerun): Promise<void> {
  await sql`insert into kyc_rerun (merchant_id, id, user_id, check_id, requested_by, requested_at)
    values (${rerun.merchantId}, ${rerun.id}, ${rerun.userId}, ${rerun.checkId}, ${rerun.requestedBy},
      ${rerun.requestedAt})`.execute(tx)
}

export interface RerunCheck extends CheckedPerson {
  readonly userId: string
  readonly provider: string
  readonly status: string
  readonly ageStatus: string | null
  readonly idStatus: string | null
  readonly addressStatus: string | null
  readonly merchantKycStatus: string | null
}

/** The check that is to be made again, unless its user was forgotten meanwhile. */
export async function findCheck(tx: Tx, { merchantId, id }: CheckKey): Promise<RerunCheck | undefined> {
  const { rows } = await sql<RerunCheck>`
    select user_id, provider, status, age_status, id_status, address_status, merchant_kyc_status,
      first_name, last_name, email, dob, national_id, street, zip, city, country
    from kyc_check where merchant_id = ${merchantId} and id = ${id} and erased_at is null`.execute(tx)
  return rows[0]
}

/** Why a check that was asked for is not there. */
export async function noteRerun(
  tx: Tx,
  { merchantId, id }: CheckKey,
  note: string,
  now: Date,
): Promise<void> {
  await sql`update kyc_check set rerun_note = ${note}, version = version + 1, updated_at = ${now}, updated_by = 'system'
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** Whom checks are about, by the ids of the checks. */
export async function peopleOfChecks(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    firstName: string | null
    lastName: string | null
    birthDate: string | null
  }>`select id::text, first_name, last_name, dob::text as birth_date from kyc_check
    where id::text = any(${[...ids]}::text[])`.execute(tx)
  return rows
}
