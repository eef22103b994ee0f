import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import type { AccountStatus } from '@signalbox/model/entities/user-psp-account'
import { requiredInputOf, type InputName } from '@signalbox/model/payments/payment-inputs'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { statusIn } from '../../../kit/status-sql.ts'
import type { AccountDetails, AccountIdentity, UserAccount } from './account-types.ts'

const columns = sql`id, merchant_id, merchant_user_id as user_id, hashed_account as account_hash, type as tx_type,
  provider_type, service, masked_account as masked, holder, expiry_date as expiry, status, visible,
  verification_status as verification, hold_until, vault_ref, iban, bic, bank_name, account_number,
  clearing_number, wallet_email, first_used, last_used,
  no_successful_tx as successful_payments, no_failed_tx as failed_payments,
  no_successful_deposits as successful_deposits`

async function one(tx: Tx, where: RawBuilder<unknown>): Promise<UserAccount | undefined> {
  const { rows } = await sql<UserAccount>`select ${columns} from user_psp_account where ${where}`.execute(tx)
  return rows[0]
}

export const findById = (tx: Tx, merchantId: number, id: string): Promise<UserAccount | undefined> =>
  one(tx, sql`merchant_id = ${merchantId} and id = ${id} and erased_at is null`)

/** How an account stands, and what is stored of it to pay with: of a card, what the vault has. */
export interface StoredAccount {
  readonly status: AccountStatus
  readonly inputs: readonly InputName[]
}

/** Whether such a payment can be made with what is stored. */
export function paysFor({ inputs }: StoredAccount, txType: string): boolean {
  const required = requiredInputOf(txType)
  return required === undefined || inputs.includes(required)
}

/** These accounts, of everybody who was not erased. */
export async function storedAccountsOf(
  tx: Tx,
  merchantIds: readonly number[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredAccount>> {
  const { rows } = await sql<StoredAccount & { id: string }>`
    select a.id, a.status, array_remove(array[
      case when exists (select 1 from vault_card v where v.merchant_id = a.merchant_id and v.ref = a.vault_ref)
        then 'card.pan' end,
      case when a.iban is not null then 'iban' end,
      case when a.account_number is not null then 'accountNumber' end,
      case when a.wallet_email is not null then 'walletAccount' end], null) as inputs
    from user_psp_account a
    where a.merchant_id = any(${merchantIds}::integer[]) and a.id = any(${ids}::uuid[]) and a.erased_at is null`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An account of a merchant or of one below it, as far as its user was not erased. */
export const findBelow = (tx: Tx, merchantId: number, id: string): Promise<UserAccount | undefined> =>
  one(
    tx,
    sql`id = ${id} and erased_at is null and merchant_id in (
      select m.id from merchant m join merchant above on above.id = ${merchantId} and m.path like above.path || '%')`,
  )

export const findOwn = (
  tx: Tx,
  { merchantId, userId, accountHash }: AccountIdentity,
): Promise<UserAccount | undefined> =>
  one(
    tx,
    sql`merchant_id = ${merchantId} and merchant_user_id = ${userId} and hashed_account = ${accountHash}`,
  )

/** Everything a user has that was not deleted. */
export async function listOfUser(tx: Tx, merchantId: number, userId: string): Promise<UserAccount[]> {
  const { rows } = await sql<UserAccount>`select ${columns} from user_psp_account
    where merchant_id = ${merchantId} and merchant_user_id = ${userId} and status <> 'DELETED' and erased_at is null
    order by last_used desc nulls last, id limit 100`.execute(tx)
  return rows
}

/** What a cashier offers again: accounts that work and that nobody hid, or hidden ones too. */
export async function listOffered(
  tx: Tx,
  merchantId: number,
  userId: string,
  hidden: boolean,
): Promise<UserAccount[]> {
  const { rows } = await sql<UserAccount>`select ${columns} from user_psp_account
    where merchant_id = ${merchantId} and merchant_user_id = ${userId} and (visible or ${hidden}) and status in ('NEW', 'ACTIVE')
      and erased_at is null
    order by last_used desc nulls last, id limit 50`.execute(tx)
  return rows
}

export interface StandingRow {
  readonly otherUsers: number
  readonly ownAccounts: number
  readonly hasBlockedAccount: boolean
  /** Why the user's own row was blocked. */
  readonly ownReason: string | null
  readonly blockReason: string | null
  readonly blockMerchantId: number | null
}

/** One statement for all that is asked about others: who else has the account, what else the user has, who blocked it. */
export async function readStanding(
  tx: Tx,
  { merchantId, userId, accountHash }: AccountIdentity,
  providerType: string,
): Promise<StandingRow> {
  const { rows } = await sql<StandingRow>`
    select
      (select count(distinct a.merchant_user_id)::integer from user_psp_account a
       where a.merchant_id = ${merchantId} and a.hashed_account = ${accountHash}
         and a.merchant_user_id <> ${userId} and a.status <> 'DELETED') as other_users,
      own.accounts as own_accounts, own.blocked as has_blocked_account, own.reason as own_reason, block.reason as block_reason,
      block.merchant_id as block_merchant_id
    from (
      select count(*) filter (where provider_type = ${providerType} and status <> 'DELETED')::integer as accounts,
        coalesce(bool_or(status = 'BLOCKED'), false) as blocked,
        max(block_reason) filter (where hashed_account = ${accountHash} and status = 'BLOCKED') as reason
      from user_psp_account where merchant_id = ${merchantId} and merchant_user_id = ${userId}
    ) own left join lateral (
      select b.reason, b.merchant_id from account_block b
      join merchant above on above.id = b.merchant_id
      join merchant here on here.id = ${merchantId} and here.path like above.path || '%'
      where b.hashed_account = ${accountHash} order by above.level limit 1
    ) block on true`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A query without conditions gave no row')
  return row
}

/**
 * The user's row for an account, made or brought up to date. An account somebody deleted starts again as a new one;
 * whether it was blocked, inactive or verified stays as it was.
 */
export async function upsertAccount(
  tx: Tx,
  details: AccountDetails,
  { id, status, now }: { id: string; status: AccountStatus; now: Date },
): Promise<UserAccount> {
  const { merchantId, userId, accountHash } = details
  const { rows } = await sql<UserAccount>`
    insert into user_psp_account as a (merchant_id, id, merchant_user_id, hashed_account, type, provider_type, service,
      masked_account, holder, expiry_date, vault_ref, iban, bic, bank_name, account_number, clearing_number, wallet_email, visible,
      status, first_used, last_used, created_at, updated_at, updated_by)
    values (${merchantId}, ${id}, ${userId}, ${accountHash}, ${details.txType}, ${details.providerType},
      ${details.service ?? null}, ${details.masked}, ${details.holder ?? null}, ${details.expiry ?? null},
      ${details.vaultRef ?? null}, ${details.iban ?? null}, ${details.bic ?? null}, ${details.bankName ?? null},
      ${details.accountNumber ?? null}, ${details.clearingNumber ?? null}, ${details.walletEmail ?? null}, ${details.visible}, ${status}, ${now}, ${now},
      ${now}, ${now}, 'system')
    on conflict (merchant_id, merchant_user_id, hashed_account) do update set
      status = case when a.status = 'DELETED' then excluded.status else a.status end,
      visible = case when a.status = 'DELETED' then excluded.visible else a.visible or excluded.visible end,
      holder = coalesce(excluded.holder, a.holder),
      expiry_date = coalesce(excluded.expiry_date, a.expiry_date),
      vault_ref = coalesce(excluded.vault_ref, a.vault_ref),
      iban = coalesce(excluded.iban, a.iban),
      bic = coalesce(excluded.bic, a.bic),
      bank_name = coalesce(excluded.bank_name, a.bank_name),
      account_number = coalesce(excluded.account_number, a.account_number),
      clearing_number = coalesce(excluded.clearing_number, a.clearing_number),
      wallet_email = coalesce(excluded.wallet_email, a.wallet_email),
      first_used = coalesce(a.first_used, excluded.first_used),
      last_used = excluded.last_used
    returning ${columns}`.execute(tx)
  const account = rows[0]
  if (!account) throw new Error('An upsert gave no row')
  return account
}

/** How a payment with the account ended. The first success makes a new account an active one. */
export async function countOutcome(
  tx: Tx,
  merchantId: number,
  id: string,
  { isSuccess, isDeposit, at }: { isSuccess: boolean; isDeposit: boolean; at: Date },
): Promise<void> {
  await (
    isSuccess
      ? sql`update user_psp_account set no_successful_tx = no_successful_tx + 1,
        no_successful_deposits = no_successful_deposits + ${isDeposit ? 1 : 0}, last_success = ${at},
        status = case when status = 'NEW' then 'ACTIVE' else status end
      where merchant_id = ${merchantId} and id = ${id}`
      : sql`update user_psp_account set no_failed_tx = no_failed_tx + 1
      where merchant_id = ${merchantId} and id = ${id}`
  ).execute(tx)
}

const waitingPayouts = [
  StatusNo.WAITING_WITHDRAWAL_APPROVAL,
  StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
  StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL,
]

/** Withdrawals to an account that wait for approval: of one row, or of everybody at a merchant and below. */
export async function waitingWithdrawals(
  tx: Tx,
  {
    merchantId,
    accountHash,
    accountId,
  }: { readonly merchantId: number; readonly accountHash: string; readonly accountId: string | null },
): Promise<{ merchantId: number; id: number }[]> {
  const { rows } = await sql<{ merchantId: number; id: number }>`
    select t.merchant_id, t.id from transaction t
    join merchant m on m.id = t.merchant_id
    join merchant above on above.id = ${merchantId} and m.path like above.path || '%'
    where t.account_hash = ${accountHash} and t.method = 'WITHDRAWAL' and ${statusIn('t.status_no', ...waitingPayouts)}
      and (${accountId}::uuid is null or t.account_id = ${accountId}::uuid)
    order by t.id`.execute(tx)
  return rows
}
