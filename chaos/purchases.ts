import { createHash } from 'node:crypto'
import { isCaptureWaiting } from '@signalbox/model/reference/status-groups'
import type { PaymentRequest } from './api-client.ts'
import { pick, wholeNumber, type Draw } from './draw.ts'

export const merchantId = 100010001

interface Choice {
  readonly weight: number
  readonly path: '/deposits' | '/withdrawals'
  readonly body: (draw: Draw, no: number) => Record<string, unknown>
}

const card = (pan: string) => ({
  txType: 'CreditcardDeposit',
  card: { pan, expiry: '2030-12', cvv: '123', holder: 'Chaos Shopper' },
})
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const someEuro = (draw: Draw) =>
  euro(`${wholeNumber(draw, 10, 90)}.${String(wholeNumber(draw, 0, 99)).padStart(2, '0')}`)

/** Everybody has a bank account of their own: sharing one is what fraudsters do. */
export function ibanOf(no: number): string {
  const account = `37040044${String(no).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}

const goodCards = ['4111111111111111', '4242424242424242', '5555555555554444']
const refusedCards = ['4000000000009995', '4000000000000002', '4000000000000127']

/** What people do: most pay, some are refused, some need a second PSP, and some answers nobody understands. */
const choices: readonly Choice[] = [
  { weight: 50, path: '/deposits', body: (draw) => ({ ...card(pick(draw, goodCards)), ...someEuro(draw) }) },
  {
    weight: 8,
    path: '/deposits',
    body: (draw) => ({
      ...card(pick(draw, goodCards)),
      amount: { amount: `${wholeNumber(draw, 100, 900)}.00`, currency: 'SEK' },
    }),
  },
  {
    weight: 8,
    path: '/deposits',
    body: (draw) => ({ ...card(pick(draw, goodCards)), ...someEuro(draw), authType: 'PRE_AUTH' }),
  },
  {
    weight: 10,
    path: '/deposits',
    body: (draw) => ({ ...card(pick(draw, refusedCards)), ...someEuro(draw) }),
  },
  { weight: 6, path: '/deposits', body: () => ({ ...card('4111111111111111'), ...euro('777.12') }) },
  { weight: 3, path: '/deposits', body: () => ({ ...card('4111111111111111'), ...euro('777.03') }) },
  { weight: 3, path: '/deposits', body: () => ({ ...card('4111111111111111'), ...euro('777.08') }) },
  { weight: 4, path: '/deposits', body: () => ({ ...card('4111111111111111'), ...euro('999.07') }) },
  {
    weight: 4,
    path: '/deposits',
    body: (draw, no) => ({
      txType: 'SkrillDeposit',
      walletAccount: `chaos_${no}@wallet.example`,
      ...someEuro(draw),
    }),
  },
  {
    weight: 8,
    path: '/withdrawals',
    body: (draw) => ({
      txType: 'BankIBANWithdrawal',
      iban: ibanOf(wholeNumber(draw, 1, 999_999_999)),
      ...someEuro(draw),
    }),
  },
]

/** Everybody is another user, so that no limit of one user gets in the way of the next. */
export function nextPurchase(draw: Draw, run: string, no: number): PaymentRequest {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  let left = draw() * total
  const choice = choices.find(({ weight }) => (left -= weight) < 0) ?? (choices[0] as Choice)
  return purchase(choice.path, run, no, choice.body(draw, no))
}

export const goodDeposit = (
  run: string,
  no: number,
  { amount = '25.00', authType = 'FINAL_AUTH' }: { amount?: string; authType?: string } = {},
): PaymentRequest =>
  purchase('/deposits', run, no, { ...card('4111111111111111'), ...euro(amount), authType })

export const payout = (run: string, no: number, amount: string): PaymentRequest =>
  purchase('/withdrawals', run, no, {
    txType: 'BankIBANWithdrawal',
    iban: ibanOf(createHash('sha256').update(`${run}-${no}`).digest().readUInt32BE()),
    ...euro(amount),
  })

function purchase(
  path: Choice['path'],
  run: string,
  no: number,
  body: Record<string, unknown>,
): PaymentRequest {
  const key = `${run}-${String(no).padStart(6, '0')}`
  return {
    path,
    key,
    body: {
      merchantId,
      userId: `chaos_${key}`,
      sessionId: `s-${key}`,
      ip: `192.0.2.${1 + (no % 250)}`,
      attributes: { chaosKey: key },
      ...body,
    },
  }
}

/** What a shop does next: takes reserved money, gives some of it back. */
export function nextOf(
  draw: Draw,
  { key, path, body }: PaymentRequest,
  { txId, state, statusCodeNo }: { txId: number; state: string; statusCodeNo: number },
): PaymentRequest | undefined {
  const of = (name: string, input: Record<string, unknown>): PaymentRequest => ({
    path: `/payments/${txId}/${name}`,
    key: `${key}-${name}`,
    body: input,
  })
  if (path.startsWith('/payments/')) return undefined
  if (state !== 'SUCCESSFUL') return undefined
  if (body.authType === 'PRE_AUTH') return isCaptureWaiting(statusCodeNo) ? of('capture', {}) : undefined
  const { currency } = body.amount as { currency: string }
  return draw() < 0.15 ? of('refund', { amount: { amount: '5.00', currency }, info: 'Chaos' }) : undefined
}
