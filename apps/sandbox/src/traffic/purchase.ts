import type { TrafficMethod } from '@signalbox/model/calls/sandbox'
import { ibanOf } from '../psp/payer-iban.ts'

/** Something a user of a shop wants to do. */
export interface Purchase {
  readonly path: '/deposits' | '/withdrawals'
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the user goes through with it where a page asks something. */
  readonly finishes: boolean
}

/** Who comes, beside how many. What is not said is as it is on an ordinary day. */
export interface TrafficMix {
  /** Of a hundred card payments, how many with a card the bank refuses. */
  readonly declinePct?: number | undefined
  /** Of a hundred users, how many want money out. */
  readonly payoutPct?: number | undefined
  readonly country?: TrafficCountry | undefined
  /** Only these ways to pay, as often among each other as usual. */
  readonly methods?: readonly TrafficMethod[] | undefined
}

/** Addresses every platform of the demo knows the country of. */
export const trafficNetworks = {
  SWE: '192.0.2',
  GBR: '81.2.69',
  DEU: '198.51.100',
  USA: '203.0.113',
} as const
type TrafficCountry = keyof typeof trafficNetworks

export interface Shop {
  readonly merchantId: number
  readonly currencies: readonly string[]
}

interface Choice<T> {
  readonly weight: number
  readonly value: T
}

const choice = <T>(weight: number, value: T): Choice<T> => ({ weight, value })

/** One of several, the heavier the more often. `draw` is from 0 to 1. */
function weighted<T>(choices: readonly Choice<T>[], draw: number): T {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  let left = draw * total
  for (const { weight, value } of choices) {
    left -= weight
    if (left < 0) return value
  }
  return (choices.at(-1) as Choice<T>).value
}

const cardMethod: TrafficMethod = 'CreditcardDeposit'

const card = (pan: string) => ({
  txType: cardMethod,
  card: { pan, expiry: '2030-12', cvv: '123', holder: 'Demo Shopper' },
})

/** Most pay, some are refused, some are asked for a code. */
const cards: readonly Choice<string>[] = [
  choice(34, '4111111111111111'),
  choice(22, '4242424242424242'),
  choice(20, '5555555555554444'),
  choice(4, '378282246310005'),
  choice(4, '5200828282828210'),
  choice(6, '4000000000003220'),
  choice(4, '4000000000009995'),
  choice(3, '4000000000000002'),
  choice(1, '4000000000000069'),
  choice(1, '4000000000000127'),
  choice(1, '4000000000000119'),
]

const refusedCards = ['4000000000009995', '4000000000000002', '4000000000000069', '4000000000000127']
const goodCards = cards.filter(({ value }) => !refusedCards.includes(value))

/** However many draws it takes, they are the same for every day without wishes. */
function cardFor(draw: Draw, declinePct: number | undefined): string {
  if (declinePct === undefined) return weighted(cards, draw())
  return draw() * 100 < declinePct
    ? (refusedCards[Math.floor(draw() * refusedCards.length)] as string)
    : weighted(goodCards, draw())
}

type Draw = () => number

/** Everybody has a wallet and a bank account of their own: sharing one is what fraudsters do. */
const walletOf = (user: number): string => `user_${user}@wallet.example`

/** A code of a partner that nobody has redeemed yet, as far as chance allows. */
const voucherFor = (draw: Draw): string =>
  `DEMO${Math.floor(draw() * 36 ** 8)
    .toString(36)
    .toUpperCase()
    .padStart(8, '0')}`

const methodWeights: Readonly<Record<TrafficMethod, number>> = {
  CreditcardDeposit: 66,
  BankDeposit: 14,
  SkrillDeposit: 11,
  VoucherDeposit: 4,
  CryptoCurrencyDeposit: 4,
}
const usualMethods = Object.keys(methodWeights) as TrafficMethod[]

/** What a payment of a kind says beyond the kind. */
function depositBy(
  txType: TrafficMethod,
  user: number,
  draw: Draw,
  mix: TrafficMix,
): Record<string, unknown> {
  if (txType === 'CreditcardDeposit') return card(cardFor(draw, mix.declinePct))
  if (txType === 'SkrillDeposit') return { txType, walletAccount: walletOf(user) }
  return txType === 'VoucherDeposit' ? { txType, type: 'partner', voucherCode: voucherFor(draw) } : { txType }
}

const payouts: readonly Choice<(user: number) => Record<string, unknown>>[] = [
  choice(8, (user) => ({ txType: 'BankIBANWithdrawal', iban: ibanOf(`user_${user}`) })),
  choice(2, (user) => ({ txType: 'SkrillWithdrawal', walletAccount: walletOf(user) })),
]

/** In the smallest banknotes of a euro country; none of them triggers anything. */
const sums = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 120, 150, 200, 250, 400]
const perEuro: Readonly<Record<string, number>> = { SEK: 10, NOK: 10, DKK: 10 }
/** An answer nobody can read: now and then there has to be something to investigate. */
const troublesome = '777.03'

const users = 50
const share = { payouts: 0.1, trouble: 0.005, leaves: 0.12 }

/** Nobody takes out the same amount twice while the first waits for approval: it would be declined as a duplicate. */
const centsOf = (draw: Draw): string => String(Math.floor(draw() * 100)).padStart(2, '0')

/** What the next user does, by as many draws as it takes. */
export function nextPurchase(shop: Shop, draw: Draw, mix: TrafficMix = {}): Purchase {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const currency = pick(shop.currencies)
  const isPayout = draw() < (mix.payoutPct === undefined ? share.payouts : mix.payoutPct / 100)
  const paysByCard = mix.methods?.includes(cardMethod) ?? true
  const isTrouble = !isPayout && draw() < share.trouble && paysByCard
  const user = 1 + Math.floor(draw() * users)
  const sum = pick(sums) * (perEuro[currency] ?? 1)
  return {
    path: isPayout ? '/withdrawals' : '/deposits',
    finishes: draw() >= share.leaves,
    body: {
      merchantId: shop.merchantId,
      userId: `user_${user}`,
      sessionId: `demo-${Math.floor(draw() * 1e9)}`,
      amount: { amount: isTrouble ? troublesome : `${sum}.${isPayout ? centsOf(draw) : '00'}`, currency },
      ip: `${trafficNetworks[mix.country ?? 'SWE']}.${1 + Math.floor(draw() * 254)}`,
      ...(isPayout ? weighted(payouts, draw())(user) : depositOf(user, draw, isTrouble, mix)),
    },
  }
}

function depositOf(user: number, draw: Draw, isTrouble: boolean, mix: TrafficMix): Record<string, unknown> {
  if (isTrouble) return card('4000006666660005')
  const choices = (mix.methods ?? usualMethods).map((method) => choice(methodWeights[method], method))
  return depositBy(weighted(choices, draw()), user, draw, mix)
}
