import type { Tx } from '../../kit/database.ts'

/** What settlements know of an account at a PSP. */
export interface PspFigure {
  readonly psp: string
  readonly currency: string
  readonly lastSettledOn: string | null
  readonly nextPayoutOn: string | null
  readonly nextPayoutMinor: bigint | null
  readonly lastFileAt: string | null
}

/** What other areas of finance tell the books. */
export interface BalanceJoins {
  readonly figuresOfPsps: (
    tx: Tx,
    scope: { readonly effective: readonly number[] },
  ) => Promise<readonly PspFigure[]>
  /** Settlement batches with a payout date from one day to another that nobody has accepted. */
  readonly countUnaccepted: (tx: Tx, merchantId: number, from: string, to: string) => Promise<number>
}

/** Where nobody imports settlements. */
export const noSettlements: BalanceJoins = {
  figuresOfPsps: () => Promise.resolve([]),
  countUnaccepted: () => Promise.resolve(0),
}
