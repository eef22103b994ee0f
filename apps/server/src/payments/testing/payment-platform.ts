import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { Config } from '../../config.ts'
import { realClock } from '@signalbox/sandbox/clock'
import { openSandbox } from '@signalbox/sandbox/sandbox'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import type { Timings } from '../core/flow/timings.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { eventually } from '../../testing/eventually.ts'
import { reservePort } from '../../listen-port.ts'

interface ApiAnswer<T = PaymentAnswer> {
  readonly status: number
  readonly body: T
  readonly replayed: boolean
}

export interface PaymentPlatform extends TestPlatform {
  /** A call of the public API as the demo client of a merchant. */
  call<T = PaymentAnswer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<T>>
  deposit(changes?: Record<string, unknown>, key?: string): Promise<ApiAnswer>
  withdraw(changes?: Record<string, unknown>, key?: string): Promise<ApiAnswer>
  row(answer: { readonly merchantId: number; readonly txId: number }): Promise<Transaction>
  /** Asks until a payment is in one of these states. */
  until(answer: { readonly txId: number }, ...states: string[]): Promise<PaymentAnswer>
  readonly sandboxUrl: string
}

const testMerchant = 100010001
const otherMerchant = 100010002

type Call = PaymentPlatform['call']

/** Calls as the demo client of whichever merchant they are about. */
async function publicApiOf(base: string): Promise<Call> {
  const tokenOf = async (client: string): Promise<string> => {
    const basic = Buffer.from(`${client}:demo-client-secret`).toString('base64')
    const granted = await fetch(`${base}/oauth/token?grant_type=client_credentials`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, connection: 'close' },
    })
    return ((await granted.json()) as { access_token: string }).access_token
  }
  const tokens = new Map([[testMerchant, await tokenOf('demo-client')]])

  return async (method, path, body, headers = {}) => {
    const { merchantId = testMerchant } = (body ?? {}) as { merchantId?: number }
    if (merchantId === otherMerchant && !tokens.has(merchantId))
      tokens.set(merchantId, await tokenOf('demo-client-2'))
    const token = tokens.get(merchantId) ?? tokens.get(testMerchant)
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // A line kept open would make the server wait when it closes, in case a request is on its way.
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as never,
      replayed: answer.headers.get('idempotent-replay') === 'true',
    }
  }
}

/** Payments that succeed unless a test changes something about them. */
function paymentsBy(call: Call): Pick<PaymentPlatform, 'deposit' | 'withdraw'> {
  const pay = (path: string, body: Record<string, unknown>, key: string = randomUUID()) =>
    call('POST', path, body, { 'idempotency-key': key })
  return {
    deposit: (changes, key) =>
      pay(
        '/deposits',
        {
          merchantId: testMerchant,
          userId: 'user_1',
          sessionId: 's-1',
          txType: 'CreditcardDeposit',
          amount: { amount: '100.00', currency: 'EUR' },
          card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
          ip: '192.0.2.10',
          ...changes,
        },
        key,
      ),
    withdraw: (changes, key) =>
      pay(
        '/withdrawals',
        {
          merchantId: testMerchant,
          userId: 'user_1',
          sessionId: 's-1',
          txType: 'BankIBANWithdrawal',
          amount: { amount: '50.00', currency: 'EUR' },
          iban: 'DE89370400440532013000',
          ip: '192.0.2.10',
          ...changes,
        },
        key,
      ),
  }
}

/** The whole server and the simulated outside world, talking to each other over HTTP. */
export async function paymentPlatform(
  timings: Partial<Timings> = {},
  delayScale = 0,
  overrides: Partial<Config> = {},
): Promise<PaymentPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-payments-'))
  const sandbox = await openSandbox({
    dir: join(folder, 'book'),
    port: 0,
    clock: realClock,
    random: () => 0.5,
    delayScale,
  })
  const { port, listenOptions } = await reservePort('127.0.0.1')
  const platform = await testPlatform(
    { ...overrides, sandboxUrl: sandbox.url, publicUrl: `http://127.0.0.1:${port}`, port },
    { timings },
  )
  await platform.app.listen(listenOptions())
  const call = await publicApiOf(`http://127.0.0.1:${port}/signalbox`)
  return {
    ...platform,
    sandboxUrl: sandbox.url,
    call,
    ...paymentsBy(call),
    row: async ({ merchantId, txId }) => {
      const row = await findTransaction(platform.db, merchantId, txId)
      if (!row) throw new Error(`There is no transaction ${txId}`)
      return row
    },
    until: async ({ txId }, ...states) => {
      const asked = async () => (await call('GET', `/payments/${txId}`)).body
      return eventually(asked, ({ state }) => states.includes(state), `Transaction ${txId} did not get there`)
    },
    close: async () => {
      await platform.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
