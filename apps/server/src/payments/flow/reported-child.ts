import { chargebackWon, chargedBack, depositReturned, payoutReturned } from '@signalbox/model/ledger/postings'
import { absoluteMoney, zeroMoney, type Money } from '@signalbox/model/money/money'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { CallbackReading } from '../connectors/connector.ts'
import type { Payment } from '../state/payment.ts'
import { newTransaction } from '../transactions/new-transaction.ts'
import { lockTransaction } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Machine } from './machine.ts'
import { book } from './payment-money.ts'

type Reported = Pick<
  Extract<CallbackReading, { kind: 'read' }>,
  'subject' | 'amount' | 'pspRefId' | 'pspMessage'
>

const childTypes = {
  reversal: 'Reversal',
  disputeFiled: 'DisputeFiled',
  disputeResolved: 'DisputeResolved',
} as const
type ReportedSubject = keyof typeof childTypes

/** The part of the wallet an amount at the PSP stands for. */
function walletShare(origin: Transaction, amount: Money): Money {
  const whole = origin.pspAmountMinor ?? 0n
  const wallet = origin.amountMinor < 0n ? -origin.amountMinor : origin.amountMinor
  const minor = whole === 0n || amount.minor >= whole ? wallet : (wallet * amount.minor) / whole
  return { minor, currency: origin.currency }
}

function bookReport(payment: Payment, origin: Transaction, subject: ReportedSubject, pspAmount: Money): void {
  const where = { psp: origin.psp ?? '', pspAccount: origin.pspAccount ?? '' }
  const wallet = absoluteMoney(payment.amount)
  if (subject === 'reversal') {
    const returned = { ...where, wallet, pspAmount }
    const lines = origin.method === 'WITHDRAWAL' ? payoutReturned(returned) : depositReturned(returned)
    book(payment, 'REVERSAL', `Reversal of ${origin.id}`, lines)
  } else if (subject === 'disputeFiled')
    book(
      payment,
      'CHARGEBACK',
      `Chargeback of ${origin.id}`,
      chargedBack({ ...where, amount: pspAmount, fee: zeroMoney(pspAmount.currency) }),
    )
  else
    book(
      payment,
      'CHARGEBACK_WON',
      `Chargeback of ${origin.id} won`,
      chargebackWon({ ...where, amount: pspAmount }),
    )
}

/**
 * A PSP says that a finished payment was taken back, disputed, or the dispute won: a transaction of its own, which no
 * rule can stop because it has happened. Nothing is left to drive afterwards.
 */
export async function reportedChild(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  reading: Reported,
): Promise<undefined> {
  const origin = await lockTransaction(unit.tx, subject.merchantId, subject.id)
  if (!origin) return undefined
  const kind = reading.subject as ReportedSubject
  const txType = childTypes[kind]
  const pspAmount = reading.amount ?? {
    minor: origin.pspAmountMinor ?? 0n,
    currency: origin.pspCurrency ?? origin.currency,
  }
  const wallet = walletShare(origin, pspAmount)
  const back = (kind === 'reversal') === (origin.method === 'WITHDRAWAL')
  const sign = kind === 'disputeResolved' || (kind === 'reversal' && back) ? 1n : -1n
  await machine.parts.ids.ready()
  const child = newTransaction({
    origin,
    id: machine.parts.ids.next(),
    txType,
    method: methodOf(txType) ?? 'INFO',
    apiSource: 'PSP',
    initiatedBy: origin.psp ?? 'psp',
    now: unit.now,
    amountMinor: sign * wallet.minor,
    pspAmount,
  })
  child.pspRefId = reading.pspRefId
  await machine.record(unit, child, reading.pspMessage || txType, (payment) => {
    bookReport(payment, origin, kind, pspAmount)
    payment.effect({
      kind: 'notify',
      channel: 'NOTIFICATION',
      leg: txType,
      target: 'merchant',
      body: { txName: kind === 'reversal' ? 'Notification' : txType, originTxId: origin.id },
      inMs: 0,
    })
    if (kind === 'disputeFiled') {
      payment.effect({ kind: 'origin', change: { chargeback: wallet.minor } })
      payment.effect({
        kind: 'openCase',
        type: 'DISPUTE',
        cause: reading.pspMessage || 'The holder of the card disputes it',
      })
    } else if (kind === 'disputeResolved')
      payment.effect({ kind: 'origin', change: { chargeback: -wallet.minor } })
    else if (origin.method === 'DEPOSIT')
      payment.effect({ kind: 'origin', change: { chargeback: wallet.minor } })
  })
  return undefined
}
