import { chargeFee, feeOn, type FeeTerms } from '@signalbox/model/money/fee'
import { convertAt, convertForPayment, midRate } from '@signalbox/model/money/forex'
import { moneyIn } from '@signalbox/model/money/money-map'
import { zeroMoney, type Money, type MoneyMap } from '@signalbox/model/money/money'
import { providerCost, type ProviderFee } from '@signalbox/model/money/provider-cost'
import { rationalText } from '@signalbox/model/money/rational'
import type { RateSheet } from '@signalbox/model/money/rates'
import { vatOn } from '@signalbox/model/money/vat'
import type { Transaction } from '@signalbox/server/payments/core/record/transaction'
import type { Dice } from './dice.ts'

const aurora = 100010003
const sweden = 100010001

const small = { EUR: 5_000n, GBP: 5_000n, USD: 5_000n } as const
const one: MoneyMap = { EUR: '100', GBP: '100', USD: '100', JPY: '150', SEK: '1000' }
const five: MoneyMap = { EUR: '500', GBP: '500', USD: '500' }

/** What users of the demo merchants pay, as their price lists have it. */
function termsOf(tx: Transaction, dice: Dice, rates: RateSheet): FeeTerms | undefined {
  const { txType, currency, requestedAmountMinor, merchantId, userCat } = tx
  const min = moneyIn(one, currency, rates)
  const max = moneyIn(five, currency, rates)
  if (merchantId !== aurora) {
    if (txType !== 'CryptoCurrencyDeposit') return undefined
    return { percentagePpm: 10_000, combine: 'HIGHEST', ...(min && { min }) }
  }
  if (userCat === 'VIP') return undefined
  const limit = small[currency as keyof typeof small]
  if (txType === 'CreditcardDeposit' && limit !== undefined && requestedAmountMinor < limit)
    return { percentagePpm: 25_000, combine: 'HIGHEST', ...(min && { min }), ...(max && { max }) }
  // The fourth payout of a month and those after it.
  if (tx.method === 'WITHDRAWAL' && min && dice.happens(0.2))
    return { percentagePpm: 0, fixed: min, combine: 'HIGHEST' }
  return undefined
}

const vatRates: Readonly<Record<string, number>> = { SWE: 250_000, FIN: 255_000 }

/** Fee, tax and what moves on the wallet. */
export function price(tx: Transaction, dice: Dice, rates: RateSheet): void {
  const requested: Money = { minor: tx.requestedAmountMinor, currency: tx.currency }
  const direction = tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT'
  const mode = direction === 'DEPOSIT' ? 'ADDED' : 'DEDUCTED'
  const terms = termsOf(tx, dice, rates)
  const fee = terms ? feeOn(requested, terms) : zeroMoney(tx.currency)
  const ratePpm = fee.minor > 0n ? vatRates[tx.userCountry ?? ''] : undefined
  const { net, vat, total } = vatOn(fee, ratePpm === undefined ? [] : [{ ratePpm, mode: 'INCLUSIVE' }])
  const charged = chargeFee(requested, total, direction, { mode, billTo: 'USER' })
  const sign = direction === 'DEPOSIT' ? 1n : -1n
  tx.amountMinor = sign * (charged?.wallet.minor ?? tx.requestedAmountMinor)
  tx.txAmountMinor = sign * (charged?.psp.minor ?? tx.requestedAmountMinor)
  tx.feeMinor = charged ? net.minor : 0n
  tx.vatAmountMinor = charged ? vat.minor : 0n
  tx.vatRatePpm = charged ? (ratePpm ?? null) : null
  tx.feeMode = mode
  tx.feeBillTo = 'USER'
  const cross = midRate(rates, tx.currency, tx.baseCurrency)
  const amount = { minor: tx.amountMinor, currency: tx.currency }
  tx.amountBaseMinor = cross ? convertAt(amount, tx.baseCurrency, cross.rate).minor : null
}

const exchangeOf = (tx: Transaction): { to: string; marginPpm: number } | undefined => {
  if ((tx.psp === 'nordbank' || tx.psp === 'borealpay') && tx.currency === 'JPY')
    return { to: 'EUR', marginPpm: 15_000 }
  const payout = tx.txType === 'BankIBANWithdrawal' && tx.merchantId === sweden
  if (payout && tx.bankCountry === 'SWE' && tx.currency === 'EUR') return { to: 'SEK', marginPpm: 5_000 }
  return undefined
}

/** Into the currency the PSP moves. */
export function convert(tx: Transaction, rates: RateSheet): void {
  const amount = {
    minor: tx.txAmountMinor < 0n ? -tx.txAmountMinor : tx.txAmountMinor,
    currency: tx.currency,
  }
  tx.pspAmountMinor = amount.minor
  tx.pspCurrency = amount.currency
  const exchange = exchangeOf(tx)
  if (!exchange) return
  const direction = tx.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT'
  const rounding = direction === 'WITHDRAWAL' ? 'DOWN' : 'HALF_UP'
  const terms = {
    toCurrency: exchange.to,
    marginPpm: exchange.marginPpm,
    rounding,
    roundToInteger: false,
  } as const
  const conversion = convertForPayment(amount, direction, terms, rates)
  if (!conversion || conversion.amount.minor <= 0n) return
  tx.pspAmountMinor = conversion.amount.minor
  tx.pspCurrency = conversion.amount.currency
  tx.fxRate = rationalText(conversion.rate)
  tx.fxAppliedRate = rationalText(conversion.appliedRate)
  tx.fxMarginPpm = exchange.marginPpm
  tx.fxRateIds = conversion.quotes.map(({ rateId }) => rateId)
  tx.fxRounding = rounding
  tx.fxWholeUnits = false
}

const part = (component: ProviderFee['component'], percentagePpm: number, fixed?: Money): ProviderFee => ({
  component,
  chargeOn: 'SUCCESS',
  combine: 'HIGHEST',
  percentagePpm,
  ...(fixed && { fixed }),
})

/** What the PSP will charge the merchant for it. */
export function estimateCost(tx: Transaction, rates: RateSheet): void {
  const currency = tx.pspCurrency ?? tx.currency
  const amount = { minor: tx.pspAmountMinor ?? 0n, currency }
  const fixed = (map: MoneyMap) => moneyIn(map, currency, rates)
  const parts: Readonly<Record<string, readonly ProviderFee[]>> = {
    acmecards: [part('ACQUIRER', 15_000, fixed({ EUR: '50' })), part('GATEWAY', 0, fixed({ EUR: '12' }))],
    borealpay: [part('ACQUIRER', 11_000)],
    nordbank: [part('GATEWAY', 0, fixed({ EUR: '20', SEK: '200' }))],
    walletx: tx.method === 'DEPOSIT' ? [part('ACQUIRER', 14_000), part('KICKBACK', 2_000)] : [],
  }
  const fees = parts[tx.psp ?? ''] ?? []
  if (fees.length === 0) return
  tx.pspFeeMinor = providerCost(amount, fees, true).minor
  tx.pspFeeCurrency = currency
}
