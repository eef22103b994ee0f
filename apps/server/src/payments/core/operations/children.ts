import { pspRefundOf } from '@signalbox/model/money/refund'
import { chargedFor, partOfWallet } from '@signalbox/model/money/returned-part'
import type { Money } from '@signalbox/model/money/money'
import type { Rounding } from '@signalbox/model/money/rational'
import { decimalText } from '@signalbox/model/money/money-text'
import {
  capturableMinor,
  refundableMinor,
  type FollowUpName,
} from '@signalbox/model/payments/operation-subject'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import { databaseContext } from '../flow/database-context.ts'
import type { Machine } from '../flow/machine.ts'
import { claimOf } from '../flow/claim.ts'
import { chargedBackOf, returnableOf, takenOf } from '../flow/returnable.ts'
import { Payment } from '../state/payment.ts'
import { childTransaction } from '../record/new-transaction.ts'
import { updatePayment } from '../record/payment-write-store.ts'
import { returnedSums, type ReturnedSums } from '../record/returned-store.ts'
import { lockTransaction, type TxKey } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { requireOperation, subjectOf, type OperationInput, type Operator } from './actor.ts'
import { whyNotAtPsp } from './why-not-at-psp.ts'

export interface ChildInput extends OperationInput {
  /** A part; everything that is left when it is missing. */
  readonly amount?: Money | undefined
}

export function partOf(origin: Transaction, rest: Money, amount: Money | undefined): Money {
  if (!amount) return rest
  if (amount.currency !== origin.currency)
    throw invalid({ field: 'amount.currency', code: 'CURRENCY', message: `Must be ${origin.currency}` })
  if (amount.minor <= 0n)
    throw invalid({ field: 'amount', code: 'INVALID', message: 'Must be more than zero' })
  if (amount.minor > rest.minor)
    throw new Refusal('INVALID_STATE', { message: `At most ${decimalText(rest)} ${rest.currency} is left.` })
  return amount
}

/** What the PSP moves for a part of the wallet's amount. The last part takes what is left, so the parts add up. */
function pspShare(
  origin: Transaction,
  wallet: Money,
  { done, pspDone, whole, pspWhole }: { done: bigint; pspDone: bigint; whole: bigint; pspWhole: bigint },
): Money {
  const pspCurrency = origin.pspCurrency ?? origin.currency
  if (pspCurrency === origin.currency) return wallet
  const share = pspRefundOf(
    {
      captured: { minor: whole, currency: origin.currency },
      pspCaptured: { minor: pspWhole, currency: pspCurrency },
      refunded: { minor: done, currency: origin.currency },
      pspRefunded: { minor: pspDone, currency: pspCurrency },
      rounding: (origin.fxRounding ?? 'HALF_UP') as Rounding,
      roundToInteger: origin.fxWholeUnits ?? false,
    },
    wallet,
  )
  if (!share) throw new Refusal('INVALID_STATE', { message: 'Nothing is left.' })
  return share
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** What the PSP captured for the wallet alone: the fee is not given back with it. Of a part captured, of its own fee. */
function pspOfWallet(origin: Transaction): bigint {
  const captured = takenOf(origin)
  const charged = chargedFor(captured)
  return charged === 0n ? captured.psp : (captured.psp * captured.wallet) / charged
}

export interface ChildMoney {
  readonly amountMinor: bigint
  readonly pspAmount: Money
  readonly feeMinor?: bigint
  readonly vatMinor?: bigint
}

/**
 * A part for which the PSP moves nothing would be in the wallet and in nobody's books: it is refused. Only a currency in
 * which the PSP counts in larger steps has such parts.
 */
export function requireMoved(pspAmount: Money): void {
  if (pspAmount.minor > 0n) return
  const message = `The amount is too small for the PSP in ${pspAmount.currency}.`
  throw new Refusal('INVALID_STATE', { message })
}

/** A captured part carries its share of the fee; the last one what is left of it. What the user bears is captured too. */
export function captureMoney(origin: Transaction, wallet: Money): ChildMoney {
  const whole = absolute(origin.amountMinor)
  const { feeMinor: fee, vatAmountMinor: vat } = origin
  const byUser = origin.feeBillTo !== 'MERCHANT'
  const upTo = (total: bigint, minor: bigint): bigint => (whole === 0n ? 0n : (total * minor) / whole)
  const charged = (minor: bigint): bigint => minor + (byUser ? upTo(fee, minor) + upTo(vat, minor) : 0n)
  const before = origin.capturedAmountMinor
  const after = before + wallet.minor
  const moved: Money = { minor: charged(after) - charged(before), currency: origin.currency }
  const pspAmount = pspShare(origin, moved, {
    done: charged(before),
    pspDone: origin.pspCapturedMinor,
    whole: absolute(origin.txAmountMinor),
    pspWhole: origin.pspAmountMinor ?? 0n,
  })
  requireMoved(pspAmount)
  return {
    amountMinor: wallet.minor,
    pspAmount,
    feeMinor: upTo(fee, after) - upTo(fee, before),
    vatMinor: upTo(vat, after) - upTo(vat, before),
  }
}

/** Refunds under way have their share of what the PSP took already. */
export function refundMoney(origin: Transaction, wallet: Money, sums: ReturnedSums): ChildMoney {
  const amountMinor = -wallet.minor
  const isOnlyRefunds = sums.REVERSAL.psp + chargedBackOf(sums).psp === 0n
  if (isOnlyRefunds) {
    const pspAmount = pspShare(origin, wallet, {
      done: sums.REFUND.wallet,
      pspDone: sums.REFUND.psp,
      whole: origin.capturedAmountMinor,
      pspWhole: pspOfWallet(origin),
    })
    requireMoved(pspAmount)
    return { amountMinor, pspAmount }
  }
  // Where something else went back too, a refund is its share of what that left.
  const part = partOfWallet(returnableOf(origin, sums), wallet.minor)
  if (!part) throw new Refusal('INVALID_STATE', { message: 'Nothing is left.' })
  const pspAmount = { minor: part.psp, currency: origin.pspCurrency ?? origin.currency }
  requireMoved(pspAmount)
  return { amountMinor, pspAmount }
}

async function moneyOf(
  { tx, now }: UnitOfWork,
  origin: Transaction,
  name: FollowUpName,
  input: ChildInput,
): Promise<{ money: ChildMoney; isPart: boolean }> {
  const subject = subjectOf(origin, now)
  const inWallet = (minor: bigint): Money => ({ minor, currency: origin.currency })
  if (name === 'refund') {
    const rest = inWallet(refundableMinor(subject))
    const part = partOf(origin, rest, input.amount)
    const money = refundMoney(origin, part, await returnedSums(tx, origin))
    return { money, isPart: part.minor < origin.capturedAmountMinor }
  }
  const rest = inWallet(capturableMinor(subject))
  if (name === 'void') {
    const pspAmount = { minor: origin.pspAmountMinor ?? 0n, currency: origin.pspCurrency ?? origin.currency }
    return { money: { amountMinor: 0n, pspAmount }, isPart: false }
  }
  const part = partOf(origin, rest, input.amount)
  return {
    money: captureMoney(origin, part),
    isPart: part.minor < rest.minor || origin.capturedAmountMinor > 0n,
  }
}

const types = { capture: 'Capture', void: 'Void', refund: 'Refund' } as const
const methods = { capture: 'CAPTURE', void: 'VOID', refund: 'REFUND' } as const

/** Begins a capture, void or refund: a transaction of its own that the caller drives after the commit. */
export async function beginChild(
  machine: Machine,
  unit: UnitOfWork,
  key: TxKey,
  request: {
    readonly name: FollowUpName
    readonly operator: Operator
    readonly input: ChildInput
    readonly apiSource: Transaction['apiSource']
    /** A job drives it: the caller's transaction stays open. */
    readonly later?: boolean
  },
): Promise<{ origin: Transaction; child: Transaction }> {
  const { name, operator, input, apiSource, later = false } = request
  const origin = await lockTransaction(unit.tx, key.merchantId, key.id)
  if (!origin) throw new Refusal('NOT_FOUND')
  requireOperation(new Payment(structuredClone(origin), { now: unit.now }), name, operator, input)
  const { money, isPart } = await moneyOf(unit, origin, name, input)
  const context = databaseContext(machine.deps, unit.tx, unit.now)
  const isAutomatic = apiSource === 'BATCH'
  const why = await whyNotAtPsp(context, origin, { name, isPart }, { isAutomatic })
  if (why !== undefined) throw new Refusal('INVALID_STATE', { message: why })
  await machine.deps.ids.ready()
  const child = childTransaction({
    origin,
    id: machine.deps.ids.next(),
    txType: types[name],
    method: methods[name],
    apiSource,
    initiatedBy: operator.name,
    now: unit.now,
    amountMinor: money.amountMinor,
    pspAmount: money.pspAmount,
  })
  child.feeMinor = money.feeMinor ?? 0n
  child.vatAmountMinor = money.vatMinor ?? 0n
  if (name === 'capture') Object.assign(child, { feeBillTo: origin.feeBillTo, taxCode: origin.taxCode })
  const byUser = child.feeBillTo !== 'MERCHANT'
  child.txAmountMinor = money.amountMinor + (byUser ? child.feeMinor + child.vatAmountMinor : 0n)
  child.info = input.info ?? null
  if (name === 'void') child.requestedAmountMinor = capturableMinor(subjectOf(origin, unit.now))
  const { refunding = 0n, capturing = 0n } = claimOf(child)
  const changes = {
    refundingAmountMinor: origin.refundingAmountMinor + refunding,
    capturingMinor: origin.capturingMinor + capturing,
  }
  const stamped = { ...changes, lastUpdated: unit.now.toISOString(), updatedBy: operator.name }
  await updatePayment(unit.tx, origin, stamped, { events: [] })
  const begun = await machine.begin(unit, child, 'child-check', { actor: operator.label, later })
  return { origin: { ...origin, ...changes, version: origin.version + 1 }, child: begun }
}
