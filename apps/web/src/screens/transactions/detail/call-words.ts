import { codeWords } from '@signalbox/model/text/code-words'
import type { CallbackOutcome, NotificationKind } from '@signalbox/model/payments/tx-event'

const callbackOutcomes: Readonly<Record<CallbackOutcome, string>> = {
  RECEIVED: 'Received',
  PARKED: 'Deferred',
  APPLIED: 'Applied',
  FAILED: 'Not applied yet',
  REFUSED: 'Not applied',
  IGNORED_DUPLICATE: 'Duplicate, ignored',
  UNKNOWN: 'Unknown payment',
  REJECTED: 'Rejected',
  DISMISSED: 'Dismissed',
}

const notifications: Readonly<Record<NotificationKind, string>> = {
  TRANSFER: 'Transfer',
  CANCEL: 'Cancel',
  NOTIFICATION: 'Notification',
  WEBHOOK: 'Webhook',
  EMAIL: 'Email',
  SMS: 'Text message',
  MQ: 'Queue message',
}

const known: Readonly<Record<string, string>> = { ...callbackOutcomes, ...notifications }

/** What became of a callback, or what kind of message it is. */
export const callWords = (code: string): string => known[code] ?? codeWords(code)
