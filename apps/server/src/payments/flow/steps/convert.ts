import { convertForPayment } from '@signalbox/model/money/forex'
import type { Money } from '@signalbox/model/money/money'
import { amountText } from '@signalbox/model/money/money-text'
import { providerCost, type ProviderFee } from '@signalbox/model/money/provider-cost'
import { isStale } from '@signalbox/model/money/rates'
import { rationalText } from '@signalbox/model/money/rational'
import { forex as forexRules } from '@signalbox/model/rules/tables/forex'
import { providerFee } from '@signalbox/model/rules/tables/provider-fee'
import type { Payment } from '../../state/payment.ts'
import { failAtPsp } from '../decline.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { World } from '../world.ts'
import { feeTerms } from './price.ts'
import { isCardMethod } from './enrich.ts'

/** Fails at this PSP only: another one may have the currency. */
const elsewhere = (payment: Payment, statusNo: number, info: string): Next =>
  failAtPsp(payment, statusNo, { at: 'D10', info })

const magnitude = ({ tx }: Payment): Money => ({
  minor: tx.txAmountMinor < 0n ? -tx.txAmountMinor : tx.txAmountMinor,
  currency: tx.currency,
})

async function exchange(payment: Payment, world: World): Promise<Next | undefined> {
  const { tx } = payment
  const { hits } = await world.ask(payment, forexRules, 'D10')
  const outputs = hits[0]?.outputs
  const amount = magnitude(payment)
  const { toCurrency = tx.currency, rounding = 'HALF_UP', rateService: service } = outputs ?? {}
  const sheet = await world.rates(tx.merchantId, service === 'ACTIVE' ? undefined : service)
  const { forex } = await world.merchant(tx.merchantId)
  const terms = {
    toCurrency,
    marginPpm: (outputs?.marginPct ?? 0) + forex.marginPpm,
    rounding,
    roundToInteger: outputs?.roundToInteger ?? false,
  }
  const conversion = convertForPayment(amount, payment.direction, terms, sheet)
  if (!conversion) return elsewhere(payment, 508, `No rate from ${tx.currency} to ${toCurrency}`)
  if (conversion.quotes.some((quote) => isStale(quote, world.now.getTime(), forex.maxAgeHours))) {
    if (forex.refuseOldRates)
      return elsewhere(payment, 508, `The rate from ${tx.currency} to ${toCurrency} is too old`)
    payment.tell('Old exchange rate')
  }
  tx.pspAmountMinor = conversion.amount.minor
  tx.pspCurrency = conversion.amount.currency
  const exchanged = toCurrency !== tx.currency
  tx.fxRate = exchanged ? rationalText(conversion.rate) : null
  tx.fxAppliedRate = exchanged ? rationalText(conversion.appliedRate) : null
  tx.fxMarginPpm = exchanged ? terms.marginPpm : null
  tx.fxRateIds = exchanged ? conversion.quotes.map(({ rateId }) => rateId) : null
  tx.fxRounding = exchanged ? rounding : null
  tx.fxWholeUnits = exchanged ? terms.roundToInteger : null
  return undefined
}

/** What the providers will charge us: an estimate before the payment, and final once its outcome is known. */
export async function estimateCost(payment: Payment, world: World, succeeded: boolean): Promise<void> {
  const { tx } = payment
  const step = succeeded ? 'D19' : 'D10'
  const { hits, rates } = await world.ask(payment, providerFee, step, {
    also: { txState: payment.status },
  })
  const { currency } = payment.pspAmount
  const fees = hits.flatMap(({ outputs }): ProviderFee[] => {
    const { component, chargeOn } = outputs
    return component ? [{ ...feeTerms(outputs, currency, rates), component, chargeOn }] : []
  })
  const cost = providerCost(payment.pspAmount, fees, true)
  tx.pspFeeMinor = fees.length > 0 ? cost.minor : null
  tx.pspFeeCurrency = fees.length > 0 ? cost.currency : null
}

/** Into the currency the PSP moves, and what it is expected to cost. */
export const convert = computeStep('convert', async (payment, world) => {
  const { tx } = payment
  const failed = await exchange(payment, world)
  if (failed) return failed
  const settings = await world.psp(tx.psp ?? '')
  const currency = payment.pspAmount.currency
  if (settings && settings.currencies.length > 0 && !settings.currencies.includes(currency))
    return elsewhere(payment, 570, `${settings.name} does not take ${currency}`)
  await estimateCost(payment, world, false)
  payment.note('RULES', `${tx.psp} moves ${amountText(payment.pspAmount)}`)
  if (payment.tx.method === 'WITHDRAWAL' || payment.state.authCode !== undefined)
    return go(isCardMethod(tx.providerType) && payment.direction === 'DEPOSIT' ? 'three-ds' : 'submit')
  return go('authorize')
})
