import type { Tx } from '../../../kit/database.ts'
import {
  countOutcome,
  findById,
  findOwn,
  listOffered,
  readStanding,
  upsertAccount,
  type StandingRow,
} from './account-store.ts'
import type { AccountDetails, AccountIdentity, AccountStanding, UserAccount } from './account-types.ts'

/** An account the user stored earlier, by its id; whose it is the caller compares. */
export const accountById = (tx: Tx, merchantId: number, id: string): Promise<UserAccount | undefined> =>
  findById(tx, merchantId, id)

/** What cashiers offer the user again; hidden ones where the rules want them shown. */
export const offeredAccounts = (
  tx: Tx,
  merchantId: number,
  userId: string,
  { hidden }: { readonly hidden: boolean },
): Promise<UserAccount[]> => listOffered(tx, merchantId, userId, hidden)

/** Everything the rules about accounts of users ask for. */
export async function accountStanding(
  tx: Tx,
  identity: AccountIdentity,
  providerType: string,
): Promise<AccountStanding> {
  const found = await findOwn(tx, identity)
  const account = found?.status === 'DELETED' ? undefined : found
  const row = await readStanding(tx, identity, providerType)
  return {
    account,
    otherUsers: row.otherUsers,
    ownAccounts: row.ownAccounts,
    // A deletion makes the user type the account in again; the deposit made from it was made all the same.
    usedForDeposit: (found?.successfulDeposits ?? 0) > 0,
    block: blockOf(identity, account, row),
    hasBlockedAccount: row.hasBlockedAccount,
  }
}

/** A block from above counts first, because nobody below can lift it; an inactive account is not used either. */
function blockOf(
  { merchantId }: AccountIdentity,
  account: UserAccount | undefined,
  { blockReason, blockMerchantId, ownReason }: StandingRow,
): AccountStanding['block'] {
  if (blockReason !== null && blockMerchantId !== null)
    return { reason: blockReason, merchantId: blockMerchantId }
  if (account?.status === 'BLOCKED') return { reason: ownReason ?? 'BLOCKED', merchantId }
  return account?.status === 'INACTIVE' ? { reason: 'INACTIVE', merchantId } : undefined
}

/** The user's row for the account, made when it is new and brought up to date when it is not. */
export const recognise = (
  tx: Tx,
  details: AccountDetails,
  made: { readonly id: string; readonly status: 'NEW' | 'ACTIVE' | 'BLOCKED'; readonly now: Date },
): Promise<UserAccount> => upsertAccount(tx, details, made)

/** Counts how a payment with the account ended. */
export const recordOutcome = (
  tx: Tx,
  merchantId: number,
  accountId: string,
  outcome: { readonly isSuccess: boolean; readonly isDeposit: boolean; readonly at: Date },
): Promise<void> => countOutcome(tx, merchantId, accountId, outcome)
