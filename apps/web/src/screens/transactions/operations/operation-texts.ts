import { operations, type OperationName } from '@signalbox/model/payments/operations'

/** What has to be said beside a reason. */
export type OperationField =
  | 'amount'
  | 'newAmount'
  | 'evidence'
  | 'code'
  | 'merchant'
  | 'correction'
  | 'tags'
  | 'assignee'
  | 'moved'
  | 'target'
  | 'kind'

interface Words {
  /** Past participle: "Transaction 27023107 was approved." */
  readonly done: string
  /** What begins because of it and ends later: "The refund of transaction 27023107 failed." */
  readonly child?: string
  /** Takes money from somebody, or cannot be undone by the same button. */
  readonly danger?: boolean
  readonly asks?: readonly OperationField[]
  readonly infoRequired?: boolean
  /** Nothing that needs an explanation. */
  readonly noInfo?: boolean
}

/** What the dialogs need to know about each operation beyond its rules. */
export const operationTexts: Readonly<Record<OperationName, Words>> = {
  approve: { done: 'approved' },
  deny: { done: 'denied', danger: true },
  hold: { done: 'put on hold' },
  unhold: { done: 'taken off hold' },
  delay: { done: 'delayed' },
  cancel: { done: 'sent to be cancelled', danger: true },
  capture: { done: 'captured', child: 'capture', asks: ['amount'] },
  void: { done: 'voided', child: 'void', danger: true },
  refund: { done: 'refunded', child: 'refund', danger: true, asks: ['amount'] },
  reprocess: {
    done: 'tried again',
    child: 'new attempt',
    danger: true,
    asks: ['target'],
    infoRequired: true,
  },
  check: { done: 'sent to be checked', noInfo: true },
  'force-successful': {
    done: 'forced to successful',
    danger: true,
    asks: ['moved', 'evidence', 'merchant'],
    infoRequired: true,
  },
  'force-failed': { done: 'forced to failed', danger: true, asks: ['code', 'merchant'], infoRequired: true },
  'force-inconsistent': { done: 'opened for a correction', danger: true, infoRequired: true },
  correction: {
    done: 'corrected',
    child: 'correction',
    danger: true,
    asks: ['correction', 'amount'],
    infoRequired: true,
  },
  resend: { done: 'reported again', asks: ['kind'], noInfo: true },
  repeat: { done: 'repeated', child: 'repetition', danger: true, asks: ['newAmount'] },
  tag: { done: 'tagged', asks: ['tags'], noInfo: true },
  assign: { done: 'assigned', asks: ['assignee'], noInfo: true },
  unassign: { done: 'unassigned', noInfo: true },
}

export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)
