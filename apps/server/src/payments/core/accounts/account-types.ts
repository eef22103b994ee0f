import type { AccountStatus, VerificationStatus } from '@signalbox/model/entities/user-psp-account'

/** Which instrument of which user. */
export interface AccountIdentity {
  readonly merchantId: number
  readonly userId: string
  /** Of the vault for cards; `accountHash()` of the IBAN, wallet address and the like for the rest. */
  readonly accountHash: string
}

/** What a payment knows about the account it is made with. */
export interface AccountDetails extends AccountIdentity {
  readonly txType: string
  readonly providerType: string
  readonly service?: string
  readonly masked: string
  readonly holder?: string | null
  /** `YYYY-MM` */
  readonly expiry?: string
  readonly vaultRef?: string
  readonly iban?: string
  readonly bic?: string
  readonly bankName?: string
  readonly accountNumber?: string
  readonly clearingNumber?: string
  readonly walletEmail?: string
  /** Whether cashiers offer the account again. */
  readonly visible: boolean
}

export interface UserAccount {
  readonly id: string
  readonly merchantId: number
  readonly userId: string
  readonly accountHash: string
  readonly txType: string
  readonly providerType: string
  readonly service: string | null
  readonly masked: string
  readonly holder: string | null
  readonly expiry: string | null
  readonly status: AccountStatus
  readonly visible: boolean
  readonly verification: VerificationStatus
  /** Withdrawals to the account wait until then, because its data was changed. */
  readonly holdUntil: string | null
  readonly vaultRef: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly bankName: string | null
  readonly accountNumber: string | null
  readonly clearingNumber: string | null
  readonly walletEmail: string | null
  readonly firstUsed: string | null
  readonly lastUsed: string | null
  readonly successfulPayments: number
  readonly failedPayments: number
  readonly successfulDeposits: number
}

/** What the table for accounts of users is asked with. */
export interface AccountStanding {
  /** The user's own row for this account, if there is one that is not deleted. */
  readonly account: UserAccount | undefined
  /** Other users of the merchant who have this account. */
  readonly otherUsers: number
  /** Accounts of this method the user has, this one included where known; deleted ones are left out. */
  readonly ownAccounts: number
  /** Whether a deposit of this user from this account succeeded. */
  readonly usedForDeposit: boolean
  /** Why the account may not be used, on its own row or anywhere above the merchant. */
  readonly block: { readonly reason: string; readonly merchantId: number } | undefined
  readonly hasBlockedAccount: boolean
}
