import type { OperationReasons } from '@signalbox/model/calls/transaction-detail'
import type { MerchantConfig, TaggedOperation } from '@signalbox/model/configuration/merchant-config'
import type { OperationName } from '@signalbox/model/payments/operations'

const tagged: Readonly<Partial<Record<OperationName, TaggedOperation>>> = {
  approve: 'Approve',
  deny: 'Deny',
  hold: 'On-Hold',
  unhold: 'Unhold',
  delay: 'Delay-Approval',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  'force-successful': 'Force',
  'force-failed': 'Force',
  'force-inconsistent': 'Force',
}

/** The merchant's own reasons, by the operation they are for. */
export const reasonsOf = ({ approval, tags }: MerchantConfig): OperationReasons => ({
  required: approval.actionReasonRequired,
  tags: Object.fromEntries(
    Object.entries(tagged).flatMap(([operation, name]) =>
      tags[name].length > 0 ? [[operation, tags[name]]] : [],
    ),
  ),
})
