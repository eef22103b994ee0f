import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { MerchantConfig } from '@signalbox/model/configuration/merchant-config'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import {
  corrections,
  possibleCorrections,
  type CorrectionSubject,
} from '@signalbox/model/payments/corrections'
import { allowedOperations, operationNames, operations } from '@signalbox/model/payments/operations'
import {
  capturableMinor,
  isAmountInDoubt,
  refundableMinor,
  type RestName,
} from '@signalbox/model/payments/operation-subject'
import type { Work } from '../../kit/handle.ts'
import { disputesOf } from '../core/flow/returnable.ts'
import { acceptedDifference } from '../ledger/accepted-difference-store.ts'
import { returnedSums } from '../core/record/returned-store.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { NotifiedAt } from './detail-store.ts'
import { accountsToPayWith, reprocessCountsOf } from './list.ts'
import type { WholeTransaction } from './store.ts'
import { accountSubject, subjectOfRow } from './offered-operations.ts'

/** Only whoever repairs payments may say that another amount was moved than asked for. */
export async function amountInDoubt(
  { tx, user }: Pick<Work, 'tx' | 'user'>,
  { merchantId, id, statusNo, txType }: WholeTransaction,
): Promise<OperationReasons['inDoubt']> {
  if (!isAmountInDoubt(statusNo, txType) || !user.roles.includes('INVESTIGATOR_ADMIN')) return null
  const row = await findTransaction(tx, merchantId, id)
  if (!row || row.pspAmountMinor === null || row.pspCurrency === null) return null
  const asked = toWire({ minor: row.pspAmountMinor, currency: row.pspCurrency })
  return { asked, reported: row.stepState.reported ?? null }
}

/** What a bank could take back, or has: by the same sums as when it is written down. */
export async function readDisputes(
  { tx }: Pick<Work, 'tx'>,
  { merchantId, id }: WholeTransaction,
): Promise<Disputes> {
  const row = await findTransaction(tx, merchantId, id)
  if (!row) return { disputableMinor: 0n, disputedMinor: 0n }
  return disputesOf(row, await returnedSums(tx, row), (await acceptedDifference(tx, row))?.minor)
}
type Disputes = ReturnType<typeof disputesOf>

export async function mayReprocess(
  { tx, user, now }: Pick<Work, 'tx' | 'user' | 'now'>,
  row: WholeTransaction,
): Promise<boolean> {
  const counts = await reprocessCountsOf({ tx, user, now }, [row])
  const subject = {
    ...subjectOfRow(row, now),
    ...accountSubject(row, await accountsToPayWith({ tx, user }, [row])),
    reprocessCount: counts.get(row.id) ?? row.reprocessCount,
  }
  return allowedOperations(subject, user.roles).includes('reprocess')
}

/** What is not to be seen in the row. */
interface ReasonsInput extends Pick<OperationReasons, 'inDoubt' | 'targets'> {
  readonly disputes: Disputes
  readonly tooSmall: readonly RestName[]
  readonly lastTold: NotifiedAt[]
  readonly now: Date
}

/** What somebody has to know before doing something to a payment: reasons to give, and what is left to do it with. */
export function reasonsOf(
  row: WholeTransaction,
  { approval, tags }: MerchantConfig,
  { lastTold, inDoubt, targets, disputes, tooSmall, now }: ReasonsInput,
): OperationReasons {
  const subject: CorrectionSubject = { ...subjectOfRow(row, now), ...disputes, tooSmall }
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
    left: {
      capture: tooSmall.includes('capture') ? null : left(capturableMinor(subject)),
      refund: tooSmall.includes('refund') ? null : left(refundableMinor(subject)),
    },
    corrections: possibleCorrections(subject).map((type) => {
      const { tagged, mostMinor } = corrections[type]
      return { type, most: left(mostMinor(subject)), tags: tagged ? tags[tagged] : [] }
    }),
    lastTold,
    inDoubt,
    targets,
  }
}
