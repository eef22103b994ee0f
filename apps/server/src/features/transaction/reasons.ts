import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { MerchantConfig } from '@signalbox/model/configuration/merchant-config'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { corrections, possibleCorrections } from '@signalbox/model/payments/corrections'
import { operationNames, operations } from '@signalbox/model/payments/operations'
import { capturableMinor, refundableMinor } from '@signalbox/model/payments/operation-subject'
import type { ToldAt } from './detail-store.ts'
import type { WholeTransaction } from './store.ts'
import { subjectOfRow } from './transaction-view.ts'

/** What somebody has to know before doing something to a payment: reasons to give, and what is left to do it with. */
export function reasonsOf(
  row: WholeTransaction,
  { approval, tags }: MerchantConfig,
  lastTold: ToldAt[],
  now: Date,
): OperationReasons {
  const subject = subjectOfRow(row, now)
  const left = (minor: bigint): WireMoney | null =>
    minor > 0n ? toWire({ minor, currency: row.currency }) : null
  return {
    required: approval.actionReasonRequired,
    tags: Object.fromEntries(
      operationNames.flatMap((name) => {
        const { tagged } = operations[name]
        return tagged && tags[tagged].length > 0 ? [[name, tags[tagged]]] : []
      }),
    ),
    left: { capture: left(capturableMinor(subject)), refund: left(refundableMinor(subject)) },
    corrections: possibleCorrections(subject).map((type) => {
      const { tagged, mostMinor } = corrections[type]
      return { type, most: left(mostMinor(subject)), tags: tagged ? tags[tagged] : [] }
    }),
    lastTold,
  }
}
