import { chargeFee, feeOn, isFree, type FeePlacement, type FeeTerms } from '@signalbox/model/money/fee'
import { zeroMoney, type Money, type MoneyMap } from '@signalbox/model/money/money'
import { cardCheck } from '@signalbox/model/payments/transaction-method'
import { amountText } from '@signalbox/model/money/money-text'
import { isStale, type RateSheet } from '@signalbox/model/money/rates'
import { lacksRate, moneyIn, quotesFor } from '@signalbox/model/money/money-map'
import { vatOn, type VatTerms } from '@signalbox/model/money/vat'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { fee as feeRules } from '@signalbox/model/rules/tables/fee'
import { vat as vatRules } from '@signalbox/model/rules/tables/vat'
import type { Payment } from '../../state/payment.ts'
import { decline } from '../decline.ts'
import { computeStep, go } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { inBaseCurrency } from './base-amount.ts'

type Charges = Pick<
  OutputsOf<typeof feeRules>,
  'percentageFee' | 'fixedFee' | 'feeMin' | 'feeMax' | 'combine'
>

export function feeTerms(
  { percentageFee: percentagePpm = 0, fixedFee, feeMin, feeMax, combine }: Charges,
  currency: string,
  rates: RateSheet,
): FeeTerms {
  const money = (map: MoneyMap | undefined) => map && moneyIn(map, currency, rates)
  const [fixed, min, max] = [money(fixedFee), money(feeMin), money(feeMax)]
  return {
    percentagePpm,
    combine,
    ...(fixed && { fixed }),
    ...(min && { min }),
    ...(max && { max }),
  }
}

async function isFreeOfCharge(
  payment: Payment,
  context: StepContext,
  { freeDays, freeCount, nextFree }: OutputsOf<typeof feeRules>,
  isBinding: boolean,
): Promise<boolean> {
  if (!freeCount && !nextFree) return false
  const { count, lastWasCharged } = await context.pricedBefore(payment, freeDays, isBinding)
  return isFree(
    { nextFree, ...(freeCount !== undefined && { freeCount }) },
    { successfulCount: count, lastWasCharged },
  )
}

interface Tax extends VatTerms {
  readonly taxCode?: string | undefined
}

async function vatTerms(payment: Payment, context: StepContext): Promise<Tax[]> {
  const { country } = await context.merchant(payment.tx.merchantId)
  // A buyer with a VAT id is a business; what is sold is said by whoever asks for the payment.
  const vatId = payment.facts.userAttributes?.vatId
  const { productCategory } = payment.tx.attributes
  const { hits } = await context.ask(payment, vatRules, 'D9', {
    also: {
      subject: 'USER_FEE',
      customerType: vatId ? 'B2B' : 'B2C',
      ...(vatId && { vatId }),
      ...(productCategory && { productCategory }),
      ...(country && { sellerCountry: country }),
    },
  })
  return hits.flatMap(({ outputs: { ratePct, mode, taxCode } }) =>
    mode ? [{ ratePpm: ratePct, mode, taxCode }] : [],
  )
}

export interface Price {
  readonly fee: Money
  /** Fee without tax. */
  readonly net: Money
  readonly vat: Money
  readonly total: Money
  readonly placement: FeePlacement
  readonly vatRatePpm: number | null
  readonly taxCode: string | null
  /** A part of the fee is set in another currency, and no rate that is trusted says what it is in the payment's. */
  readonly missing?: NeededRate
  /** It was exchanged at a rate nobody has renewed in time. */
  readonly old?: NeededRate
}

interface NeededRate {
  readonly from: string
  readonly to: string
  readonly isOld?: true
}

/** How the fee of a row comes into the currency of a payment: like its amount, at no old rate where that is refused. */
async function ratesOf(
  payment: Payment,
  context: StepContext,
  { fixedFee, feeMin, feeMax }: Charges,
  rates: RateSheet,
): Promise<Pick<Price, 'missing' | 'old'>> {
  const { merchantId, currency } = payment.tx
  const maps = [fixedFee, feeMin, feeMax].filter((map) => map !== undefined)
  const pair = { from: rates.base, to: currency }
  if (maps.some((map) => lacksRate(map, currency, rates))) return { missing: pair }
  const { forex } = await context.merchant(merchantId)
  const isOld = maps
    .flatMap((map) => quotesFor(map, currency, rates))
    .some((quote) => isStale(quote, context.now.getTime(), forex.maxAgeHours))
  if (!isOld) return {}
  const old = { ...pair, isOld: true } as const
  return forex.refuseOldRates ? { missing: old } : { old }
}

/** What the payment costs its user, by the rules of now. The quote of a cashier asks the same. */
export async function priceOf(payment: Payment, context: StepContext, step: 'D0' | 'D9'): Promise<Price> {
  const { currency } = payment.tx
  const { hits, rates } = await context.ask(payment, feeRules, step)
  // A fee on top would be charged to a card that was only to be checked.
  const outputs = payment.tx.txType === cardCheck ? undefined : hits[0]?.outputs
  const none = zeroMoney(currency)
  const placement: FeePlacement = {
    mode: outputs?.mode ?? 'ADDED',
    billTo: outputs?.billTo ?? 'USER',
  }
  const free = outputs !== undefined && (await isFreeOfCharge(payment, context, outputs, step === 'D9'))
  const needed = outputs && !free ? await ratesOf(payment, context, outputs, rates) : {}
  const fee = outputs && !free ? feeOn(payment.requested, feeTerms(outputs, currency, rates)) : none
  if (fee.minor === 0n)
    return { fee, net: none, vat: none, total: none, placement, vatRatePpm: null, taxCode: null, ...needed }
  const terms = await vatTerms(payment, context)
  const { net, vat, total } = vatOn(fee, terms)
  const taxCode = terms.flatMap((tax) => tax.taxCode ?? []).join(', ') || null
  return { fee, net, vat, total, placement, vatRatePpm: terms[0]?.ratePpm ?? null, taxCode, ...needed }
}

/** Sets the fee once. A payment that another PSP tries keeps the price it was quoted. */
export const price = computeStep('price', async (payment, context) => {
  const { tx } = payment
  const { net, vat, total, placement, vatRatePpm, taxCode, missing, old } = await priceOf(
    payment,
    context,
    'D9',
  )
  if (missing) {
    const { from, to, isOld } = missing
    payment.effect({ kind: 'rateNeeded', ...missing })
    return decline(payment, StatusNo.ERR_DECLINED_CONFIG_ERROR, {
      at: 'D9',
      info: isOld
        ? `The exchange rate from ${from} to ${to}, which the fee needs, is too old`
        : `No exchange rate from ${from} to ${to}, which the fee needs`,
    })
  }
  if (old) {
    payment.effect({ kind: 'rateNeeded', ...old })
    payment.addInfo('Old exchange rate')
  }
  await context.markPriced(payment, net.minor > 0n)
  const charged = chargeFee(payment.requested, total, payment.direction, placement)
  if (!charged)
    return decline(payment, StatusNo.ERR_DECLINED_INVALID_AMOUNT, {
      at: 'D9',
      info: `The fee of ${amountText(total)} is not less than the amount of ${amountText(payment.requested)}`,
    })
  const sign = payment.direction === 'DEPOSIT' ? 1n : -1n
  tx.amountMinor = sign * charged.wallet.minor
  tx.txAmountMinor = sign * charged.psp.minor
  tx.feeMinor = net.minor
  tx.vatAmountMinor = vat.minor
  tx.vatRatePpm = vatRatePpm
  tx.taxCode = taxCode
  tx.feeMode = placement.mode
  tx.feeBillTo = placement.billTo
  await inBaseCurrency(payment, context)
  payment.note('RULES', total.minor === 0n ? 'No fee' : `Fee ${amountText(total)}`)
  if (payment.direction === 'DEPOSIT') return go('convert')
  return go('fraud')
})
