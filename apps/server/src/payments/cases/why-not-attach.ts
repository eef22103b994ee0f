import { compareMoney, type Money } from '@signalbox/model/money/money'
import { decimalText } from '@signalbox/model/money/money-text'
import { pspSettings } from '../../setup/psp/read-model.ts'
import type { Tx } from '../../kit/database.ts'
import { amountMayDiffer } from '../connectors/index.ts'
import { whyNotApplicable } from '../core/flow/understand-callback.ts'
import { wasAsked } from '../core/flow/callbacks.ts'
import { reportedAmount, type PackedReading } from '../core/flow/packed-reading.ts'
import { whyNotItsReference } from '../core/operations/psp-reference.ts'
import { Payment } from '../core/state/payment.ts'
import type { Transaction } from '../core/record/transaction.ts'

interface MessageOfPsp {
  readonly id: string
  readonly psp: string
  readonly reading: PackedReading
}

const words = (money: Money): string => `${decimalText(money)} ${money.currency}`

/** Why a callback cannot be about a payment: another PSP, another reference there, another amount. */
async function whyNotAbout(
  tx: Tx,
  row: Transaction,
  { psp, reading }: MessageOfPsp,
): Promise<string | undefined> {
  if (!wasAsked(row, psp)) return `The transaction was never sent to ${psp}.`
  const { pspRefId } = reading as Readonly<Record<string, string | null | undefined>>
  if (pspRefId && row.pspRefId && pspRefId !== row.pspRefId)
    return `The reference of the transaction at ${psp} is ${row.pspRefId}; the callback is about ${pspRefId}.`
  const reported = reportedAmount(reading)
  const { connector = psp } = (await pspSettings(tx, psp)) ?? {}
  if (!reported || amountMayDiffer(connector)) return undefined
  const { pspAmount } = new Payment(structuredClone(row), { now: new Date(0) })
  const isPart = reading.subject !== 'payment'
  const fits =
    reported.currency === pspAmount.currency &&
    (isPart ? compareMoney(reported, pspAmount) <= 0 : compareMoney(reported, pspAmount) === 0)
  return fits
    ? undefined
    : `The amount of the callback is ${words(reported)}, that of the transaction ${words(pspAmount)}.`
}

/** Where the payment has no reference yet, it would get the callback's, which may be another payment's. */
async function whyNotUnderItsName(
  tx: Tx,
  row: Transaction,
  { reading }: MessageOfPsp,
): Promise<string | undefined> {
  const { pspRefId } = reading as Readonly<Record<string, string | null | undefined>>
  return pspRefId && !row.pspRefId ? whyNotItsReference(tx, row, pspRefId) : undefined
}

/**
 * Why a callback that was nobody's cannot be attached to a payment. The page of the case offers payments by it and
 * attaching refuses by it: what is offered can be done.
 */
export const whyNotAttach = async (
  tx: Tx,
  row: Transaction,
  message: MessageOfPsp,
): Promise<string | undefined> =>
  (await whyNotAbout(tx, row, message)) ??
  (await whyNotUnderItsName(tx, row, message)) ??
  (await whyNotApplicable(tx, row, message))
