import { exponentOf } from '@signalbox/model/reference/currencies'
import type { PaymentRequest } from '../api-client.ts'
import { pick, wholeNumber, type Draw } from '../draw.ts'
import { ibanOf } from '../purchases.ts'
import { brands, userPrefixes } from './walk-setup.ts'

/** What an ordinary amount is multiplied with to be an ordinary amount there. */
const perEuro: Readonly<Record<string, number>> = { SEK: 10, NOK: 10, DKK: 7, JPY: 150, KWD: 0.3 }

/** By the smallest unit: what rounding does is seen only where amounts are not round. */
function someAmount(draw: Draw, currency: string): string {
  const exponent = exponentOf(currency)
  const minor = Math.round((10 + draw() * 90) * (perEuro[currency] ?? 1) * 10 ** exponent)
  return decimal(minor, exponent)
}

function decimal(minor: number, exponent: number): string {
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** Amounts the sandbox answers in a way of their own; silence takes long. */
const triggers: readonly (readonly [weight: number, amount: string])[] = [
  ...['666.05', '666.51', '666.91', '666.96'].map((amount) => [3, amount] as const),
  [2, '777.01'],
  ...['777.03', '777.04', '777.05', '777.06', '777.07', '777.08', '777.09'].map(
    (amount) => [4, amount] as const,
  ),
  ...['777.10', '777.11', '777.12', '777.13', '777.14'].map((amount) => [4, amount] as const),
  ...['888.01', '888.02', '888.03', '888.04', '888.05', '888.06'].map((amount) => [2, amount] as const),
  ...['999.02', '999.03', '999.04', '999.06', '999.07'].map((amount) => [2, amount] as const),
]
const shareOfTriggers = 0.35
/** The PSP tells another amount than it moved; of coins that is believed, because they rarely arrive to the cent. */
const tellsOtherAmount = '777.05'

function weighted<T>(draw: Draw, choices: readonly (readonly [weight: number, value: T])[]): T {
  let left = draw() * choices.reduce((sum, [weight]) => sum + weight, 0)
  return (choices.find(([weight]) => (left -= weight) < 0) ?? choices[0])?.[1] as T
}

function amountFor(draw: Draw, currency: string, txType: string): string {
  const exponent = exponentOf(currency)
  if (exponent < 2 || draw() >= shareOfTriggers) return someAmount(draw, currency)
  const isBelieved = txType === 'CryptoCurrencyDeposit'
  const possible = isBelieved ? triggers.filter(([, amount]) => amount !== tellsOtherAmount) : triggers
  return weighted(draw, possible) + '0'.repeat(exponent - 2)
}

const card = (pan: string) => ({ card: { pan, expiry: '2030-12', cvv: '123', holder: 'Random Walker' } })
const cards: readonly (readonly [number, string])[] = [
  [40, '4111111111111111'],
  [20, '4242424242424242'],
  [20, '5555555555554444'],
  [4, '378282246310005'],
  [4, '4000000000003220'],
  [2, '4000002760003184'],
  [3, '4000000000000002'],
  [3, '4000000000009995'],
  [2, '4000000000000119'],
  [6, '4000000000000259'],
]
const trickyIbans = [
  'MT84MALT011000012345MTLCAST001S',
  'MT84MALT011000012345MTLCAST001S',
  'FI2112345600000785',
  'GB29NWBK60161331926819',
  'NO9386011117947',
]

type Body = Readonly<Record<string, unknown>>
type Fill = (draw: Draw, no: number) => Body

const wallet: Fill = (_, no) => ({ walletAccount: `walker_${no}@wallet.example` })
const iban: Fill = (draw) => ({
  iban: draw() < 0.3 ? pick(draw, trickyIbans) : ibanOf(wholeNumber(draw, 1, 999_999_999)),
})
const byCard: Fill = (draw) => ({
  ...card(weighted(draw, cards)),
  ...(draw() < 0.35 && { authType: 'PRE_AUTH' }),
})
const voucher: Fill = (draw) => ({
  type: 'partner',
  voucherCode: `WALK${Math.floor(draw() * 36 ** 8)
    .toString(36)
    .toUpperCase()
    .padStart(8, '0')}`,
})
const nothing: Fill = () => ({})

const deposits: readonly (readonly [number, readonly [string, Fill]])[] = [
  [50, ['CreditcardDeposit', byCard]],
  [8, ['BankDeposit', (draw) => (draw() < 0.4 ? { type: 'manual' } : {})]],
  [3, ['BankIBANDeposit', nothing]],
  [3, ['TrustlyDeposit', nothing]],
  [3, ['SwishDeposit', nothing]],
  [6, ['SkrillDeposit', wallet]],
  [3, ['NetellerDeposit', wallet]],
  [3, ['PayPalDeposit', nothing]],
  [3, ['WebRedirectDeposit', nothing]],
  [4, ['VoucherDeposit', voucher]],
  [6, ['CryptoCurrencyDeposit', nothing]],
]
const withdrawals: readonly (readonly [number, readonly [string, Fill]])[] = [
  [10, ['BankIBANWithdrawal', iban]],
  [3, ['BankLocalWithdrawal', iban]],
  [3, ['TrustlyWithdrawal', iban]],
  [4, ['SkrillWithdrawal', wallet]],
  [2, ['NetellerWithdrawal', wallet]],
  [2, ['CreditcardWithdrawal', () => card('4111111111111111')]],
  [2, ['CryptoCurrencyWithdrawal', wallet]],
]
const shareOfWithdrawals = 0.25

/** Somebody pays somewhere in some way. Everybody is another user, so that nobody meets the limits of others. */
export function walkPurchase(draw: Draw, run: string, no: number): PaymentRequest {
  const brand = pick(draw, brands)
  const currency = pick<string>(draw, brand.currencies)
  const isPayout = draw() < shareOfWithdrawals
  const [txType, fill] = weighted(draw, isPayout ? withdrawals : deposits)
  const key = `${run}-${String(no).padStart(6, '0')}`
  return {
    path: isPayout ? '/withdrawals' : '/deposits',
    key,
    body: {
      merchantId: brand.merchantId,
      userId: `${pick(draw, userPrefixes)}${key}`.slice(0, 50),
      sessionId: `s-${key}`,
      ip: `192.0.2.${1 + (no % 250)}`,
      attributes: { chaosKey: key },
      amount: { amount: amountFor(draw, currency, txType), currency },
      txType,
      ...fill(draw, no),
    },
  }
}
