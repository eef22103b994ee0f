import { convertForPayment } from '@signalbox/model/money/forex'
import type { Money } from '@signalbox/model/money/money'
import { amountText } from '@signalbox/model/money/money-text'
import { providerCost, type ProviderFee } from '@signalbox/model/money/provider-cost'
import { isStale } from '@signalbox/model/money/rates'
import {
  multiply,
  parseRationalText,
  rational,
  rationalText,
  type Rational,
} from '@signalbox/model/money/rational'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { forex as forexRules } from '@signalbox/model/rules/tables/forex'
import { providerFee } from '@signalbox/model/rules/tables/provider-fee'
import type { Payment } from '../../state/payment.ts'
import { failAtPsp } from '../decline.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { feeTerms } from './price.ts'
import { isCardMethod } from './enrich.ts'

/** Fails at this PSP only: another one may have the currency. */
const elsewhere = (payment: Payment, statusNo: number, info: string): Next =>
  failAtPsp(payment, statusNo, { at: 'D10', info })

const magnitude = ({ tx }: Payment): Money => ({
  minor: tx.txAmountMinor < 0n ? -tx.txAmountMinor : tx.txAmountMinor,
  currency: tx.currency,
})

const one = rational(1n)

interface Origin {
  readonly amount: Money
  /** From the amount of the payment to this one, where that was converted already. */
  readonly rate?: Rational | undefined
  readonly appliedRate?: Rational | undefined
}

/**
 * Another PSP moves what the payment is about, unless the row that chose it has it go on from what the first one was
 * asked for.
 */
function convertedFrom(payment: Payment): Origin {
  const { tx, state, pspAmount } = payment
  if (!state.keepForex || tx.fxRate === null || tx.fxAppliedRate === null)
    return { amount: magnitude(payment) }
  return {
    amount: pspAmount,
    rate: parseRationalText(tx.fxRate),
    appliedRate: parseRationalText(tx.fxAppliedRate),
  }
}

async function exchange(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx } = payment
  const { hits } = await context.ask(payment, forexRules, 'D10')
  const outputs = hits[0]?.outputs
  const from = convertedFrom(payment)
  const { toCurrency = from.amount.currency, rounding = 'HALF_UP', rateService: service } = outputs ?? {}
  const sheet = await context.rates(tx.merchantId, service === 'ACTIVE' ? undefined : service)
  const { forex } = await context.merchant(tx.merchantId)
  const terms = {
    toCurrency,
    marginPpm: (outputs?.marginPct ?? 0) + forex.marginPpm,
    rounding,
    roundToInteger: outputs?.roundToInteger ?? false,
  }
  const { currency } = from.amount
  const conversion = convertForPayment(from.amount, payment.direction, terms, sheet)
  if (!conversion) {
    payment.effect({ kind: 'rateNeeded', from: currency, to: toCurrency })
    return elsewhere(payment, StatusNo.ERR_DECLINED_CONFIG_ERROR, `No rate from ${currency} to ${toCurrency}`)
  }
  if (conversion.quotes.some((quote) => isStale(quote, context.now.getTime(), forex.maxAgeHours))) {
    payment.effect({ kind: 'rateNeeded', from: currency, to: toCurrency, isOld: true })
    if (forex.refuseOldRates)
      return elsewhere(
        payment,
        StatusNo.ERR_DECLINED_CONFIG_ERROR,
        `The rate from ${currency} to ${toCurrency} is too old`,
      )
    payment.addInfo('Old exchange rate')
  }
  tx.pspAmountMinor = conversion.amount.minor
  tx.pspCurrency = conversion.amount.currency
  // As the first PSP was asked: its rate and margin stay those of the payment.
  if (from.rate && toCurrency === currency) return undefined
  const exchanged = toCurrency !== tx.currency
  tx.fxRate = exchanged ? rationalText(multiply(from.rate ?? one, conversion.rate)) : null
  tx.fxAppliedRate = exchanged
    ? rationalText(multiply(from.appliedRate ?? one, conversion.appliedRate))
    : null
  tx.fxMarginPpm = exchanged ? terms.marginPpm : null
  const rateIds = conversion.quotes.map(({ rateId }) => rateId)
  tx.fxRateIds = exchanged ? [...(from.rate ? (tx.fxRateIds ?? []) : []), ...rateIds] : null
  tx.fxRounding = exchanged ? rounding : null
  tx.fxWholeUnits = exchanged ? terms.roundToInteger : null
  return undefined
}

/** What the providers will charge us: an estimate before the payment, as if it succeeds, and final once it has ended. */
export async function estimateCost(
  payment: Payment,
  context: StepContext,
  outcome: 'OPEN' | 'SUCCEEDED' | 'FAILED',
): Promise<void> {
  const { tx } = payment
  const step = outcome === 'OPEN' ? 'D10' : 'D19'
  // A capture costs what its payment costs, on the part it takes.
  const captured = tx.method === 'CAPTURE' ? await context.origin(payment) : undefined
  const { hits, rates } = await context.ask(payment, providerFee, step, {
    also: { txState: payment.status, ...(captured && { txType: captured.txType }) },
  })
  const { currency } = payment.pspAmount
  const fees = hits.flatMap(({ outputs }): ProviderFee[] => {
    const { component, chargeOn } = outputs
    return component ? [{ ...feeTerms(outputs, currency, rates), component, chargeOn }] : []
  })
  const cost = providerCost(payment.pspAmount, fees, outcome !== 'FAILED')
  tx.pspFeeMinor = fees.length > 0 ? cost.minor : null
  tx.pspFeeCurrency = fees.length > 0 ? cost.currency : null
}

/** Into the currency the PSP moves, and what it is expected to cost. */
export const convert = computeStep('convert', async (payment, context) => {
  const { tx } = payment
  const failed = await exchange(payment, context)
  if (failed) return failed
  const settings = await context.psp(tx.psp ?? '')
  const currency = payment.pspAmount.currency
  if (settings && settings.currencies.length > 0 && !settings.currencies.includes(currency))
    return elsewhere(
      payment,
      StatusNo.ERR_DECLINED_CURRENCY_NOT_SUPPORTED,
      `${settings.name} does not support ${currency}`,
    )
  await estimateCost(payment, context, 'OPEN')
  payment.note('RULES', `${tx.psp} moves ${amountText(payment.pspAmount)}`)
  if (payment.tx.method === 'WITHDRAWAL' || payment.state.authCode !== undefined)
    return go(isCardMethod(tx.providerType) && payment.direction === 'DEPOSIT' ? 'three-ds' : 'submit')
  return go('authorize')
})
