/** What happened to a transaction, in the order of its timeline. */
const txEventTypes = [
  'INPUT',
  'VERIFY_USER',
  'ENRICH',
  'RULES',
  'KYC',
  'FRAUD',
  'AUTHORIZE',
  'ROUTE',
  'THREE_DS_INIT',
  'THREE_DS_RESULT',
  'TOKEN',
  'PSP_REQUEST',
  'PSP_RESPONSE',
  'FALLBACK',
  'CALLBACK',
  'APPROVAL',
  'HOLD',
  'CAPTURE',
  'TRANSFER',
  'CANCEL',
  'NOTIFY',
  'FORCE',
  'EXPIRED',
  'NOTE',
  'SETTLED',
] as const
export type TxEventType = (typeof txEventTypes)[number]

/** Why an attempt at a PSP was made. */
const attemptReasons = ['ROUTE', 'FALLBACK', 'SCA_RETRY', 'TOKEN_FALLBACK', 'REPROCESS', 'CHILD'] as const
export type AttemptReason = (typeof attemptReasons)[number]

export const declineStages = [
  'USER',
  'MERCHANT',
  'RULES',
  'KYC',
  'FRAUD',
  'THREE_DS',
  'PSP',
  'ISSUER',
  'SYSTEM',
] as const
export type DeclineStage = (typeof declineStages)[number]

export const approvalModes = ['NONE', 'AUTO', 'SINGLE', 'TWO_LEVEL'] as const
export type ApprovalMode = (typeof approvalModes)[number]

const callbackOutcomes = [
  /** Stored, and nobody has said yet what it means. */
  'RECEIVED',
  'PARKED',
  'APPLIED',
  /** It could not be booked; somebody has a case, and it is tried again. */
  'FAILED',
  /** It never can be; somebody has a case. */
  'REFUSED',
  'IGNORED_DUPLICATE',
  'UNKNOWN',
  'REJECTED',
  'DISMISSED',
] as const
export type CallbackOutcome = (typeof callbackOutcomes)[number]

/** What was told to whom: the merchant, its clients, the user, its queues. */
export const notificationKinds = [
  'TRANSFER',
  'CANCEL',
  'NOTIFICATION',
  'WEBHOOK',
  'EMAIL',
  'SMS',
  'MQ',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
