import type { Money } from '@signalbox/model/money/money'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { CallLog } from './call-log.ts'

interface Ending {
  /** Our number for it; the status code rules may rewrite it. */
  readonly statusNo: number
  readonly log: CallLog
}

interface Answered extends Ending {
  readonly pspRefId: string | null
  readonly pspCode: string
  readonly pspMessage: string
}

/** The account a user paid from on a page of the provider. */
export interface Payer {
  readonly iban: string
  readonly holder: string | null
}

interface Approved extends Answered {
  readonly kind: 'approved'
  /** What the provider says it moved or reserved. */
  readonly amount: Money
  /** Reserved only: 3. Taken: 0. */
  readonly captured: boolean
  /** Whose account the money came from, where only the provider knows. */
  readonly payer?: Payer
}

/** The provider or the issuer said no: no money moved. */
interface Declined extends Answered {
  readonly kind: 'declined'
}

/** The user has to go to a page of the provider. */
interface Redirected extends Answered {
  readonly kind: 'redirect'
  readonly page: 'redirect' | 'threeDs'
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly parameters: Readonly<Record<string, string>>
}

/** Decided later: by a callback (303), or when somebody confirms it (302 deposit, 304 withdrawal). */
interface Pending extends Answered {
  readonly kind: 'pending'
  readonly waitsFor: 'notification' | 'confirmation'
  /** What the user needs to know to pay, such as a bank reference or a coin address. */
  readonly instructions: Readonly<Record<string, string>>
}

export type NotSentReason = 'connect' | 'io' | 'config' | 'refused' | 'outOfService'

/** The provider never took the request in: no money moved, another provider may try. */
export interface NotSent extends Ending {
  readonly kind: 'notSent'
  readonly reason: NotSentReason
}

export type UnknownReason =
  | 'timeout'
  | 'io'
  | 'unparseable'
  | 'reference'
  | 'amount'
  | 'name'
  | 'signature'
  | 'duplicate'

/** Money may have moved. Only the provider knows. */
export interface Unknown extends Ending {
  readonly kind: 'unknown'
  readonly reason: UnknownReason
  /** What it says it moved, where that is what is wrong. */
  readonly amount?: Money
  /** Whether it says it took that amount, or only reserved it. */
  readonly captured?: boolean
  readonly pspRefId: string | null
  readonly pspCode: string | null
  readonly pspMessage: string | null
}

/** The provider has never heard of the reference: nothing happened under it. */
interface NotFound extends Ending {
  readonly kind: 'notFound'
}

export type PspOutcome = Approved | Declined | Redirected | Pending | NotSent | Unknown | NotFound

export const notSentStatusNo: Readonly<Record<NotSentReason, number>> = {
  connect: StatusNo.ERR_FAILED_TO_CONNECT,
  io: StatusNo.ERR_IO_EXCEPTION_NOT_SENT,
  config: StatusNo.ERR_DECLINED_CONFIG_ERROR,
  refused: StatusNo.ERR_DECLINED_CONFIG_ERROR,
  outOfService: StatusNo.ERR_PSP_OUT_OF_SERVICE,
}

export const unknownStatusNo: Readonly<Record<UnknownReason, number>> = {
  timeout: StatusNo.ERR_READ_TIMEOUT,
  io: StatusNo.ERR_IO_EXCEPTION,
  unparseable: StatusNo.ERR_UNKNOWN_RESPONSE,
  reference: StatusNo.ERR_REFERENCE_MISMATCH,
  amount: StatusNo.ERR_AMOUNT_MISMATCH,
  name: StatusNo.ERR_NAME_MISMATCH,
  signature: StatusNo.ERR_INVALID_SIGNATURE,
  duplicate: StatusNo.ERR_INCONSISTENT_TRANSACTION,
}

export const notFoundStatusNo = StatusNo.ERR_DECLINE_TX_NOT_FOUND
