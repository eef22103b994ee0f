import { chargebackWon, chargedBack, depositReturned } from '@signalbox/model/ledger/postings'
import { absoluteMoney, zeroMoney, type Money } from '@signalbox/model/money/money'
import { corrections, type CorrectionType } from '@signalbox/model/payments/corrections'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { invalid, Refusal } from '@signalbox/model/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { Machine } from '../flow/machine.ts'
import { book } from '../flow/payment-money.ts'
import type { OriginChange } from '../state/effect.ts'
import { Payment } from '../state/payment.ts'
import { newTransaction } from '../transactions/new-transaction.ts'
import { lockTransaction, type TxKey } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { requireInfo, requireOperation, subjectOf, type OperationInput, type Operator } from './actor.ts'
import { openPspRefunds } from './child-store.ts'
import { partOf, pspOfWallet, refundMoney, type ChildMoney } from './children.ts'

export interface CorrectionInput extends OperationInput {
  readonly correction?: CorrectionType | undefined
  /** A part; everything it can be about when it is missing. */
  readonly amount?: Money | undefined
  readonly notificationDate?: string | undefined
}

/** The reason that was given, by its name. */
export interface GivenReason {
  readonly id: string
  readonly name: string
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

/** What the PSP took or returned for a part of the wallet; measured from the beginning, so the parts add up. */
function chargebackShare(origin: Transaction, from: bigint, to: bigint): Money {
  const upTo = (minor: bigint): bigint =>
    origin.capturedMinor === 0n ? 0n : (pspOfWallet(origin) * minor) / origin.capturedMinor
  return { minor: upTo(to) - upTo(from), currency: origin.pspCurrency ?? origin.currency }
}

async function moneyOf(
  { tx }: UnitOfWork,
  origin: Transaction,
  type: CorrectionType,
  part: Money,
): Promise<ChildMoney> {
  const open = origin.chargebackMinor
  const pspCurrency = origin.pspCurrency ?? origin.currency
  switch (type) {
    case 'ManualChargeback':
      return {
        amountMinor: -part.minor,
        pspAmount: chargebackShare(origin, open, open + part.minor),
      }
    case 'ManualChargebackWon':
      return { amountMinor: part.minor, pspAmount: chargebackShare(origin, open - part.minor, open) }
    case 'ManualRefund':
      return refundMoney(origin, part, await openPspRefunds(tx, origin))
    case 'ManualVoid':
      return { amountMinor: 0n, pspAmount: { minor: origin.pspAmountMinor ?? 0n, currency: pspCurrency } }
    case 'ManualRequestForInfo':
    case 'ManualNotificationOfFraud':
      return { amountMinor: 0n, pspAmount: zeroMoney(pspCurrency) }
  }
}

/** Books what happened and says what it means for the payment it happened to. */
function bookCorrection(payment: Payment, origin: Transaction, type: CorrectionType): OriginChange {
  const where = { psp: origin.psp ?? '', pspAccount: origin.pspAccount ?? '' }
  const [wallet, { pspAmount }] = [absoluteMoney(payment.amount), payment]
  const { label, mark } = corrections[type]
  const description = `${label} of ${origin.id}`
  switch (type) {
    case 'ManualChargeback': {
      const lines = chargedBack({ ...where, amount: pspAmount, fee: zeroMoney(pspAmount.currency) })
      book(payment, 'CHARGEBACK', description, lines)
      return { chargeback: wallet.minor }
    }
    case 'ManualChargebackWon':
      book(payment, 'CHARGEBACK_WON', description, chargebackWon({ ...where, amount: pspAmount }))
      return { chargeback: -wallet.minor }
    case 'ManualRefund':
      book(payment, 'REFUND', description, depositReturned({ ...where, wallet, pspAmount }))
      return { refunded: wallet.minor, pspRefunded: pspAmount.minor }
    case 'ManualVoid':
      return { voided: payment.tx.requestedMinor }
    case 'ManualRequestForInfo':
    case 'ManualNotificationOfFraud':
      return { ...(mark && { mark }) }
  }
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
  const subject = subjectOf(origin, unit.now)
  const why = blockedBy(subject)
  if (why) throw new Refusal('INVALID_STATE', { message: why })
  const info = infoOf(readDate(type, input, unit.now), reason, requireInfo(input))
  if (input.amount && !inParts)
    throw invalid({ field: 'amount', code: 'INVALID', message: 'No amount is needed for this' })
  const most: Money = { minor: mostMinor(subject), currency: origin.currency }
  const part = inParts ? partOf(origin, most, input.amount) : most
  await machine.parts.ids.ready()
  const child = newTransaction({
    origin,
    id: machine.parts.ids.next(),
    txType: type,
    method: methodOf(type) ?? 'INFO',
    apiSource: 'BACKOFFICE',
    initiatedBy: operator.name,
    now: unit.now,
    ...(await moneyOf(unit, origin, type, part)),
  })
  child.info = info
  if (type === 'ManualVoid') child.requestedMinor = most.minor
  await machine.record(unit, child, `${label} written down by ${operator.name}`, (payment) =>
    payment.effect({ kind: 'origin', change: bookCorrection(payment, origin, type) }),
  )
  return { origin: (await lockTransaction(unit.tx, key.merchantId, key.id)) ?? origin, child }
}
