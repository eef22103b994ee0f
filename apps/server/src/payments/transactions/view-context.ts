import type { Mask } from '@signalbox/model/text/mask-text'
import type { OperationSubject, RestName } from '@signalbox/model/payments/operation-subject'
import type { OperationName } from '@signalbox/model/payments/operations'
import type { People } from '@signalbox/model/access/people'
import type { StoredAccount } from '../core/accounts/account-store.ts'
import type { ListedTransaction } from './store.ts'
import type { Reader } from './reader.ts'

/** What decides how a payment looks to somebody. */
export interface ViewContext {
  readonly reader: Reader
  readonly masking: ReadonlySet<number>
  /** How a user is called where people are hidden. */
  readonly userHandle: Mask
  readonly now: Date
  /** Operations the platform can carry out. */
  readonly offered: ReadonlySet<OperationName>
  /** Payments with an open case, as far as the reader could do something about it. */
  readonly withCase: ReadonlySet<number>
  /** Payments of which less is left than their PSP moves. */
  readonly tooSmall: ReadonlyMap<number, readonly RestName[]>
  /** What the PSPs of payments do not take now. */
  readonly refusedAtPsp: ReadonlyMap<number, OperationSubject['refusedAtPsp']>
  /** The accounts that payments could be made with again. */
  readonly storedAccounts: ReadonlyMap<string, StoredAccount>
  /** How often payments were tried again, each with its family. */
  readonly reprocessCounts: ReadonlyMap<number, number>
  /** Who stands behind the request of a payment that waits for approval. */
  readonly beganBy: (row: ListedTransaction) => People
}
