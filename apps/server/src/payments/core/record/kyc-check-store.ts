import { sql } from 'kysely'
import type { KycTrigger } from '@signalbox/model/kyc/kyc-status'
import type { Tx } from '../../../kit/database.ts'
import type { KycFinding } from '../../connectors/kyc-client.ts'
import type { Transaction } from './transaction.ts'

/**
 * Of all checks `k` of a user, the one that counts comes first: the newest, or the one somebody blocked the user on,
 * which no later check takes away.
 */
export const currentFirst = sql`(k.status = 'BLOCKED') desc, k.at desc, k.id desc`

/** Who was checked, as the provider was told. */
export interface CheckedPerson {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly email?: string | null
  readonly dob?: string | null
  readonly nationalId?: string | null
  readonly street?: string | null
  readonly zip?: string | null
  readonly city?: string | null
  readonly country?: string | null
}

export interface NewKycCheck {
  readonly merchantId: number
  readonly id: string
  readonly userId: string
  /** Absent when nobody was paying. */
  readonly txId: number | null
  readonly trigger: KycTrigger
  readonly provider: string
  readonly account: string | null
  readonly scopes: readonly string[]
  readonly at: Date
  readonly finding: KycFinding
  readonly person: CheckedPerson
  readonly merchantKycStatus: string | null
}

/** How the log names a check: not by its user, who may have to be forgotten. */
export const checkLabel = (provider: string): string => `KYC check by ${provider}`

/** What a payment knows of its user. */
export const checkedPerson = (
  tx: Transaction,
): Pick<NewKycCheck, 'trigger' | 'person' | 'merchantKycStatus'> => ({
  trigger: tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT',
  merchantKycStatus: tx.merchantKycStatus,
  person: {
    firstName: tx.firstName,
    lastName: tx.lastName,
    email: tx.email,
    dob: tx.dob,
    city: tx.city,
    country: tx.userCountry,
  },
})

/** The same check of the same payment or re-run. Providers may give the check of another day the same reference. */
const sameCheck = ({ merchantId, id, txId, provider, finding }: NewKycCheck) =>
  sql`merchant_id = ${merchantId} and provider = ${provider} and provider_ref = ${finding.providerRef}
    and (id = ${id} or tx_id = ${txId})`

/** A check under way is asked about again and stays one record. What somebody changed by hand meanwhile stands. */
async function updateKycCheck(tx: Tx, check: NewKycCheck): Promise<string | undefined> {
  const { finding, at } = check
  const { rows } = await sql<{ id: string }>`update kyc_check set status = ${finding.overallStatus},
      age_status = ${finding.ageStatus}, id_status = ${finding.idStatus}, address_status = ${finding.addressStatus},
      warnings = ${[...finding.pepsSanctions]}, score = ${Math.round(finding.score)},
      documents = ${JSON.stringify(finding.documents)}::jsonb, response = ${JSON.stringify(finding.response)}::jsonb,
      version = version + 1, updated_at = ${at}, updated_by = 'system'
    where ${sameCheck(check)} and overridden_at is null and status = 'VERIFICATION_IN_PROGRESS'
    returning id`.execute(tx)
  return rows[0]?.id
}

/** The record of this check, however it stands. */
async function findKept(tx: Tx, check: NewKycCheck): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from kyc_check where ${sameCheck(check)}`.execute(tx)
  return rows[0]?.id
}

async function insertKycCheck(tx: Tx, check: NewKycCheck): Promise<string> {
  const { finding, person } = check
  await sql`insert into kyc_check (merchant_id, id, user_id, tx_id, provider, at, status, age_status, id_status,
      address_status, warnings, score, trigger, provider_account, provider_ref, scopes, first_name, last_name, email, dob, national_id,
      street, zip, city, country, merchant_kyc_status, documents, response, created_at, updated_at)
    values (${check.merchantId}, ${check.id}, ${check.userId}, ${check.txId}, ${check.provider}, ${check.at},
      ${finding.overallStatus}, ${finding.ageStatus}, ${finding.idStatus}, ${finding.addressStatus},
      ${[...finding.pepsSanctions]}, ${Math.round(finding.score)}, ${check.trigger}, ${check.account},
      ${finding.providerRef},
      ${[...check.scopes]}, ${person.firstName ?? null}, ${person.lastName ?? null}, ${person.email ?? null},
      ${person.dob ?? null}, ${person.nationalId ?? null}, ${person.street ?? null}, ${person.zip ?? null},
      ${person.city ?? null}, ${person.country ?? null}, ${check.merchantKycStatus},
      ${JSON.stringify(finding.documents)}::jsonb, ${JSON.stringify(finding.response)}::jsonb, ${check.at}, ${check.at})
    on conflict (merchant_id, id) do nothing`.execute(tx)
  return check.id
}

/** Keeps what a provider said as one record per check. Gives its id. */
export const keepKycCheck = async (tx: Tx, check: NewKycCheck): Promise<string> =>
  (await updateKycCheck(tx, check)) ?? (await findKept(tx, check)) ?? (await insertKycCheck(tx, check))

/** A check the provider has not decided about, and nobody else either. */
export interface OpenCheck {
  readonly userId: string
  readonly provider: string
  readonly providerAccount: string | null
  readonly providerRef: string
  readonly scopes: readonly string[]
  readonly trigger: KycTrigger
  readonly at: string
}

export async function findOpenCheck(
  tx: Tx,
  { merchantId, id }: Pick<NewKycCheck, 'merchantId' | 'id'>,
): Promise<OpenCheck | undefined> {
  const { rows } = await sql<OpenCheck>`
    select user_id, provider, provider_account, provider_ref, scopes, trigger, at from kyc_check
    where merchant_id = ${merchantId} and id = ${id} and status = 'VERIFICATION_IN_PROGRESS'
      and overridden_at is null and erased_at is null and provider_ref is not null`.execute(tx)
  return rows[0]
}
