import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { surplusAccepted } from '@signalbox/model/ledger/business-postings'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { absoluteMoney, zeroMoney, type Money } from '@signalbox/model/money/money'
import { partCharged, type ReturnableRest, type ReturnedPart } from '@signalbox/model/money/returned-part'
import { corrections, type CorrectionType } from '@signalbox/model/payments/corrections'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import type { Machine } from '../core/flow/machine.ts'
import { bookMoved } from '../core/flow/payment-money.ts'
import { chargedBackOf, disputesOf, returnableOf, splitWon } from '../core/flow/returnable.ts'
import { acceptedDifference, type AcceptedDifference } from '../ledger/accepted-difference-store.ts'
import { post } from '../ledger/ledger.ts'
import type { OriginChange } from '../core/state/effect.ts'
import { Payment } from '../core/state/payment.ts'
import { childTransaction } from '../core/record/new-transaction.ts'
import { returnedSums, type ReturnedSums } from '../core/record/returned-store.ts'
import { lockTransaction, type TxKey } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import {
  requireInfo,
  requireOperation,
  subjectOf,
  type OperationInput,
  type Operator,
} from '../core/operations/actor.ts'
import { partOf, refundMoney, requireMoved, type ChildMoney } from '../core/operations/children.ts'
import type { GivenReason } from '../core/operations/given-reason.ts'

export interface CorrectionInput extends OperationInput {
  readonly correction?: CorrectionType | undefined
  /** A part; everything it can be about when it is missing. */
  readonly amount?: Money | undefined
  readonly notificationDate?: string | undefined
}

const required = (field: string) => invalid({ field, code: 'REQUIRED', message: 'This field is required' })

function readDate(type: CorrectionType, { notificationDate }: CorrectionInput, now: Date): string | null {
  if (!notificationDate) {
    if (type === 'ManualChargeback') throw required('notificationDate')
    return null
  }
  // Somewhere on earth it is tomorrow already.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  if (notificationDate > latest)
    throw invalid({ field: 'notificationDate', code: 'FUTURE', message: 'Must not be in the future' })
  return notificationDate
}

/** `2026-02-01:[CB-2] Goods not received: text`, which people search and sort by. */
const infoOf = (date: string | null, reason: GivenReason | undefined, text: string): string => {
  const why = reason ? `[${reason.id}] ${reason.name}: ${text}` : text
  return date === null ? why : `${date}:${reason ? '' : ' '}${why}`
}

/** What a part of what was charged is, of what is left of it: as if the PSP had reported it. */
function disputedPart(rest: ReturnableRest, charged: bigint, pspCurrency: string): ReturnedPart {
  const part = partCharged(rest, charged)
  if (!part) throw new Refusal('INVALID_STATE', { message: 'Nothing is left.' })
  requireMoved({ minor: part.psp, currency: pspCurrency })
  return part
}

/** What a correction moves. */
export function correctionMoney(
  origin: Transaction,
  sums: ReturnedSums,
  type: CorrectionType,
  part: Money,
): ChildMoney {
  const pspCurrency = origin.pspCurrency ?? origin.currency
  const at = (sign: bigint, { wallet, fee, vat, psp }: ReturnedPart): ChildMoney => ({
    amountMinor: sign * wallet,
    pspAmount: { minor: psp, currency: pspCurrency },
    feeMinor: fee,
    vatMinor: vat,
  })
  switch (type) {
    case 'ManualChargeback':
      return at(-1n, disputedPart(returnableOf(origin, sums), part.minor, pspCurrency))
    case 'ManualChargebackWon':
      // Where all of it was accepted as a difference, nothing of the payment comes back.
      if (part.minor === 0n) return { amountMinor: 0n, pspAmount: zeroMoney(pspCurrency) }
      return at(1n, disputedPart(chargedBackOf(sums), part.minor, pspCurrency))
    case 'ManualRefund':
      return refundMoney(origin, part, sums)
    case 'ManualVoid':
      return { amountMinor: 0n, pspAmount: { minor: origin.pspAmountMinor ?? 0n, currency: pspCurrency } }
    case 'ManualRequestForInfo':
    case 'ManualNotificationOfFraud':
      return { amountMinor: 0n, pspAmount: zeroMoney(pspCurrency) }
  }
}

/** Books what happened and says what it means for the payment it happened to. */
function bookCorrection(payment: Payment, origin: Transaction, type: CorrectionType): OriginChange {
  const [wallet, { pspAmount }] = [absoluteMoney(payment.amount), payment]
  const { label, mark } = corrections[type]
  const description = `${label} of ${origin.id}`
  switch (type) {
    case 'ManualChargeback':
      bookMoved(payment, 'CHARGEBACK', description)
      return { chargeback: wallet.minor }
    case 'ManualChargebackWon':
      bookMoved(payment, 'CHARGEBACK_WON', description)
      return { chargeback: -wallet.minor }
    case 'ManualRefund':
      bookMoved(payment, 'REFUND', description)
      return { refunded: wallet.minor, pspRefunded: pspAmount.minor }
    case 'ManualVoid':
      return { voided: payment.tx.requestedAmountMinor }
    case 'ManualRequestForInfo':
    case 'ManualNotificationOfFraud':
      return { ...(mark && { mark }) }
  }
}

/** What was won: of what is charged back, and at the PSP of what was accepted as a difference. */
interface Won {
  readonly part: Money
  readonly difference: Money
}

function wonOf(origin: Transaction, accepted: AcceptedDifference | undefined, part: Money): Won {
  const { charged, difference } = splitWon(origin, accepted?.minor ?? 0n, part.minor)
  const returned = { minor: difference, currency: origin.pspCurrency ?? origin.currency }
  if (charged < part.minor) requireMoved(returned)
  return { part: { ...part, minor: charged }, difference: returned }
}

/** The PSP took more than there was, which was accepted as a difference, and has returned it. */
async function returnDifference(
  machine: Machine,
  unit: UnitOfWork,
  origin: Transaction,
  { accepted, difference, by }: { accepted: AcceptedDifference; difference: Money; by: string },
): Promise<void> {
  const { merchantId, psp, pspAccount } = origin
  const { timeZone } = await databaseContext(machine.deps, unit.tx, unit.now).merchant(merchantId)
  await post(
    unit.tx,
    {
      merchantId,
      sourceType: 'ADJUSTMENT',
      sourceId: accepted.callbackId,
      eventType: 'ADJUSTMENT',
      seq: accepted.seq,
      valueDate: writeLocalTime('YYYY-MM-DD', unit.now.getTime(), timeZone),
      description: `Dispute won: returned from the difference of ${transactionTypeLabel(origin.txType)} ${origin.id}`,
      lines: surplusAccepted({ psp: psp ?? '', pspAccount: pspAccount ?? '', way: 'IN' }, difference),
      createdBy: by,
    },
    { now: unit.now, newId: unit.newId },
  )
}

/**
 * Writes down what happened without the platform, as a transaction of its own below the payment it happened to. Neither
 * the PSP nor the merchant is asked or told by it.
 */
export async function writeCorrection(
  machine: Machine,
  unit: UnitOfWork,
  key: TxKey,
  request: {
    readonly operator: Operator
    readonly input: CorrectionInput
    readonly reason?: GivenReason | undefined
  },
): Promise<{ origin: Transaction; child: Transaction }> {
  const { operator, input, reason } = request
  const origin = await lockTransaction(unit.tx, key.merchantId, key.id)
  if (!origin) throw new Refusal('NOT_FOUND')
  requireOperation(new Payment(structuredClone(origin), { now: unit.now }), 'correction', operator, input)
  const type = input.correction
  if (!type) throw required('correction')
  const { blockedBy, mostMinor, inParts, label } = corrections[type]
  const sums = await returnedSums(unit.tx, origin)
  const accepted = await acceptedDifference(unit.tx, origin)
  const subject = { ...subjectOf(origin, unit.now), ...disputesOf(origin, sums, accepted?.minor) }
  const why = blockedBy(subject)
  if (why) throw new Refusal('INVALID_STATE', { message: why })
  const info = infoOf(readDate(type, input, unit.now), reason, requireInfo(input))
  if (input.amount && !inParts)
    throw invalid({ field: 'amount', code: 'INVALID', message: 'No amount is needed for this' })
  const most: Money = { minor: mostMinor(subject), currency: origin.currency }
  const asked = inParts ? partOf(origin, most, input.amount) : most
  const won = type === 'ManualChargebackWon' ? wonOf(origin, accepted, asked) : undefined
  const part = won?.part ?? asked
  await machine.deps.ids.ready()
  const { amountMinor, pspAmount, feeMinor = 0n, vatMinor = 0n } = correctionMoney(origin, sums, type, part)
  const child = childTransaction({
    origin,
    id: machine.deps.ids.next(),
    txType: type,
    method: methodOf(type) ?? 'INFO',
    apiSource: 'BACKOFFICE',
    initiatedBy: operator.name,
    now: unit.now,
    amountMinor,
    pspAmount,
  })
  child.feeMinor = feeMinor
  child.vatAmountMinor = vatMinor
  // Of a fee alone the wallet says nothing about the way.
  const sign = type === 'ManualChargebackWon' ? 1n : -1n
  child.txAmountMinor = amountMinor + sign * (feeMinor + vatMinor)
  child.info = info
  if (type === 'ManualVoid') child.requestedAmountMinor = most.minor
  await machine.record(unit, child, `${label} recorded by ${operator.name}`, (payment) => {
    payment.effect({ kind: 'origin', change: bookCorrection(payment, origin, type) })
    if (type === 'ManualChargebackWon') payment.effect({ kind: 'closeDisputes' })
  })
  if (accepted && won && won.difference.minor > 0n)
    await returnDifference(machine, unit, origin, {
      accepted,
      difference: won.difference,
      by: operator.name,
    })
  return { origin: (await lockTransaction(unit.tx, key.merchantId, key.id)) ?? origin, child }
}
