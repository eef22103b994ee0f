import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from './test.ts'

const brand = 100010001

/** Of such a deposit the PSP takes the request in and never answers. */
export const neverAnswered = '777.01'

async function authorizationOf(request: APIRequestContext): Promise<string> {
  const token = await request.post('/signalbox/oauth/token?grant_type=client_credentials', {
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  return `Bearer ${bearer}`
}

/** A payment made by the demo shop the way any shop makes one. */
async function send(
  request: APIRequestContext,
  kind: 'deposits' | 'withdrawals',
  data: object,
): Promise<number> {
  const answer = await request.post(`/signalbox/api/v1/${kind}`, {
    headers: { authorization: await authorizationOf(request), 'idempotency-key': randomUUID() },
    // One that is never answered takes as long as we wait for PSPs.
    timeout: 60_000,
    data: { merchantId: brand, sessionId: 'journey', ip: '192.0.2.7', locale: 'sv_SE', ...data },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { txId: number }).txId
}

export const pay = (
  request: APIRequestContext,
  userId: string,
  pan: string,
  {
    amount = '25.00',
    currency = 'EUR',
    ...more
  }: { readonly ip?: string; readonly amount?: string; readonly currency?: string } = {},
): Promise<number> =>
  send(request, 'deposits', {
    userId,
    txType: 'CreditcardDeposit',
    amount: { amount, currency },
    card: { pan, expiry: '2030-12', cvv: '123', holder: 'Anna Berg' },
    ...more,
  })

/** Pays with a code of the store. */
export const redeem = (request: APIRequestContext, userId: string, voucherCode: string): Promise<number> =>
  send(request, 'deposits', {
    userId,
    txType: 'VoucherDeposit',
    amount: { amount: '25.00', currency: 'EUR' },
    voucherCode,
  })

export async function stateOf(request: APIRequestContext, id: number): Promise<string> {
  const answer = await request.get(`/signalbox/api/v1/payments/${id}`, {
    headers: { authorization: await authorizationOf(request) },
  })
  return ((await answer.json()) as { state: string }).state
}

/** A Swedish account nobody else has: twenty digits, and the two that check them. */
function newIban(): string {
  const number = String(randomInt(10 ** 12)).padStart(20, '5')
  const check = 98n - (BigInt(`${number}281400`) % 97n)
  return `SE${String(check).padStart(2, '0')}${number}`
}

export const withdraw = (request: APIRequestContext, userId: string, amount: string): Promise<number> =>
  send(request, 'withdrawals', {
    userId,
    txType: 'BankIBANWithdrawal',
    amount: { amount, currency: 'EUR' },
    iban: newIban(),
  })
