import type { TaggedOperation } from '../configuration/merchant-config.ts'
import {
  capturableMinor,
  inStates,
  isPaymentOfUser,
  refundableMinor,
  whyNothingTaken,
  whyNotReturned,
  whyNotVoid,
  type OperationSubject,
} from './operation-subject.ts'

/** What can be written into the books by hand: it happened, and nobody else told the platform. */
export const correctionTypes = [
  'ManualChargeback',
  'ManualChargebackWon',
  'ManualRefund',
  'ManualVoid',
  'ManualRequestForInfo',
  'ManualNotificationOfFraud',
] as const
export type CorrectionType = (typeof correctionTypes)[number]

/**
 * What has to be known of a payment besides. A bank takes back what its customer was charged, so both are amounts with
 * the user's fee and tax, unlike what is refunded.
 */
export interface CorrectionSubject extends OperationSubject {
  /** What the PSP still has of the payment and could take back. */
  readonly disputableMinor: bigint
  /** What it took back and has not returned, with what was accepted as a difference because there was no more. */
  readonly disputedMinor: bigint
}

export interface Correction {
  readonly label: string
  readonly effect: string
  /** Whose reasons can be given; without one, none. */
  readonly tagged?: TaggedOperation
  /** The most it can be about; nothing where no money moves. */
  readonly mostMinor: (subject: CorrectionSubject) => bigint
  /** Whether a part of the most makes sense. */
  readonly inParts: boolean
  /** The day the holder's bank wrote. */
  readonly dated: boolean
  /** What the payment is marked with, so that people see it in a list. */
  readonly mark?: string
  readonly blockedBy: (subject: CorrectionSubject) => string | undefined
}

const nothing = (): bigint => 0n

/** Letters from a bank concern payments that are over, of whatever kind, and so does every other correction. */
export function whyNotWritten(subject: OperationSubject): string | undefined {
  if (!isPaymentOfUser(subject)) return 'Only deposits and withdrawals can be corrected.'
  return inStates('SUCCESSFUL', 'FAILED', 'CANCELLED')(subject)
}

/** The fee alone can be charged back too, after a refund that kept it. */
const whyNotChargedBack = (subject: CorrectionSubject): string | undefined =>
  whyNothingTaken(subject, 'charged back') ??
  (subject.disputableMinor > 0n ? undefined : 'The full amount was already refunded or charged back.')

export const corrections: Readonly<Record<CorrectionType, Correction>> = {
  ManualChargeback: {
    label: 'Chargeback',
    effect:
      'The PSP took the money back, including any fee the user paid. The user keeps the deposit; the loss is booked.',
    tagged: 'Chargeback',
    mostMinor: ({ disputableMinor }) => disputableMinor,
    inParts: true,
    dated: true,
    blockedBy: whyNotChargedBack,
  },
  ManualChargebackWon: {
    label: 'Chargeback won',
    effect:
      'The PSP returned the charged-back amount. The loss is reversed first, then any accepted difference.',
    tagged: 'ChargebackWon',
    mostMinor: ({ disputedMinor }) => disputedMinor,
    inParts: true,
    dated: true,
    blockedBy: (subject) =>
      inStates('SUCCESSFUL')(subject) ??
      (subject.disputedMinor > 0n ? undefined : 'There is no open chargeback.'),
  },
  ManualRefund: {
    label: 'Refund made elsewhere',
    effect: 'The money was refunded outside the platform. Only the books change; the PSP is not called.',
    tagged: 'Refund',
    mostMinor: refundableMinor,
    inParts: true,
    dated: false,
    blockedBy: whyNotReturned,
  },
  ManualVoid: {
    label: 'Void made elsewhere',
    effect: 'The reservation was released outside the platform. Nothing more can be captured.',
    tagged: 'Void',
    mostMinor: capturableMinor,
    inParts: false,
    dated: false,
    blockedBy: whyNotVoid,
  },
  ManualRequestForInfo: {
    label: 'Request for information',
    effect:
      'The account holder’s bank asks what the payment was for. No money is moved; the payment is marked.',
    tagged: 'RequestForInfo',
    mostMinor: nothing,
    inParts: false,
    dated: true,
    mark: 'request-for-info',
    blockedBy: whyNotWritten,
  },
  ManualNotificationOfFraud: {
    label: 'Notification of fraud',
    effect: 'The scheme reports the payment as fraud. No money is moved; the payment is marked.',
    tagged: 'NotificationOfFraud',
    mostMinor: nothing,
    inParts: false,
    dated: true,
    mark: 'reported-fraud',
    blockedBy: whyNotWritten,
  },
}

/** Those that make sense for a payment as it is now. */
export const possibleCorrections = (subject: CorrectionSubject): CorrectionType[] =>
  correctionTypes.filter((type) => !corrections[type].blockedBy(subject))
