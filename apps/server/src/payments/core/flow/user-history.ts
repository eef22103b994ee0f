import type { KycWarning } from '@signalbox/model/kyc/kyc-status'
import type { Money } from '@signalbox/model/money/money'

/** What earlier payments of a user tell, over a year and a thousand payments at most. */
export interface UserHistory {
  readonly deposits: number
  readonly depositAttempts: number
  readonly withdrawals: number
  readonly withdrawalAttempts: number
  /** In the merchant's base currency. */
  readonly depositSum: Money
  readonly withdrawalSum: Money
  /** What the user paid with, the latest first. */
  readonly successes: readonly {
    readonly method: string
    readonly providerType: string
    readonly pspService: string | null
  }[]
  readonly methodUsed: boolean
  readonly accountUsed: boolean
  readonly lastDepositMethod: string | null
  readonly pspsUsed: readonly string[]
  readonly lastStatusByPsp: Readonly<Record<string, string>>
  /** What the last authentication of this card showed; unknown where there was none. */
  readonly enrolled3ds: boolean | undefined
}

export interface StoredKyc {
  readonly provider: string
  readonly ageDays: number
  readonly status: string
  readonly ageStatus: string | null
  readonly idStatus: string | null
  readonly addressStatus: string | null
  readonly warnings: readonly KycWarning[]
  readonly score: number | null
  /** Days since somebody changed it by hand; null where nobody has. */
  readonly overriddenDays: number | null
}
