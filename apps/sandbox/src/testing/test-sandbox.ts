import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type {
  Instrument,
  PspAccountConfig,
  PspCall,
  RawCallback,
} from '@signalbox/server/payments/connectors/connector'
import { testWayOut } from '@signalbox/server/kit/outbound/testing/test-way-out'
import { openExternalServices } from '@signalbox/server/payments/connectors/index'
import type { ExternalServices } from '@signalbox/server/payments/connectors/external-services'
import { sandboxAccounts } from '@signalbox/server/payments/connectors/sandbox-accounts'
import { openSandbox, type Sandbox } from '../sandbox.ts'
import { fakeClock, type FakeClock } from './fake-clock.ts'

interface Received {
  readonly raw: RawCallback
  readonly path: string
}

export interface TestSandbox {
  readonly sandbox: Sandbox
  /** Where it keeps its book. */
  readonly dir: string
  readonly clock: FakeClock
  readonly services: ExternalServices
  readonly callbackUrl: string
  /** The callbacks about a payment, once so many have arrived. */
  callbacks(reference: string, count: number): Promise<readonly RawCallback[]>
  /** How many have arrived about a payment. */
  told(reference: string): number
  /** What somebody answers who takes their time: the clock is pushed until they do. */
  whilePushed<T>(answer: Promise<T>): Promise<T>
  /** A read of the sandbox's own interface. */
  read<Shape>(path: string): Promise<Shape>
  write(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response>
  close(): Promise<void>
}

/** The simulated world in this process, on a port of its own, with time that stands still. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-sandbox-'))
  const dir = join(folder, 'book')
  const clock = fakeClock()
  const sandbox = await openSandbox({
    dir,
    port: 0,
    clock,
    random: () => 0.5,
    delayScale: 1,
  })
  const received: Received[] = []
  const about = (reference: string): Received[] =>
    received.filter(({ path }) => path.endsWith(`/${reference}`))
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ raw: { headers: request.headers, body }, path: request.url ?? '' })
      response.end('OK')
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callback`
  const now = () => new Date(clock.now())
  const wayOut = testWayOut(now)
  const services = openExternalServices({ now, exchange: wayOut.exchange, sandboxUrl: sandbox.url })
  return {
    sandbox,
    dir,
    clock,
    services,
    callbackUrl,
    async callbacks(reference, count) {
      while (about(reference).length < count) await new Promise((resolve) => setTimeout(resolve, 5))
      return about(reference).map(({ raw }) => raw)
    },
    told: (reference) => about(reference).length,
    async whilePushed(answer) {
      let done = false
      void answer.finally(() => (done = true))
      while (!done) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        await clock.advance(20)
      }
      return answer
    },
    read: async <Shape>(path: string) => (await (await fetch(`${sandbox.url}${path}`)).json()) as Shape,
    write: (method, path, body) => {
      const headers = { 'content-type': 'application/json' }
      const init: RequestInit =
        body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
      return fetch(`${sandbox.url}${path}`, init)
    },
    async close() {
      wayOut.close()
      await sandbox.close()
      receiver.closeAllConnections()
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function testAccount(psp: string, account?: string): PspAccountConfig {
  const found = sandboxAccounts.find((each) => each.psp === psp && (!account || each.account === account))
  if (!found) throw new Error(`The sandbox has no account ${psp} ${account}`)
  return { ...found, connector: psp, timeouts: { connectMs: 10_000, readMs: 30_000 } }
}

/** For calls that will not be answered, so that nobody has to wait for it. */
export const impatientAccount = (psp: string): PspAccountConfig => ({
  ...testAccount(psp),
  timeouts: { connectMs: 10_000, readMs: 300 },
})

export function euro(text: string): Money {
  const money = parseMoney(text, 'EUR')
  if (!money) throw new Error(`${text} is no amount`)
  return money
}

export const testCard = (pan = '4111111111111111'): Instrument => ({
  kind: 'card',
  pan,
  expiry: '2030-12',
  cvv: '737',
  holder: 'Alva Berg',
})

let nextTx = 27_023_107

/** A deposit as the flow would send it; each one is another payment. */
export function testCall(psp: string, callbackUrl: string, changes: Partial<PspCall> = {}): PspCall {
  const reference = `100010001A${nextTx++}`
  const amount = changes.amount ?? euro('100.00')
  return {
    account: testAccount(psp),
    reference,
    idempotencyKey: `${reference}-1`,
    direction: 'DEPOSIT',
    txType: 'CreditcardDeposit',
    amount,
    requestedAmount: amount,
    instrument: testCard(),
    stored: false,
    authorizeOnly: false,
    user: { userId: 'user_1', email: 'user_1@players.example', ip: '192.0.2.7', country: 'SWE' },
    returnUrl: 'http://127.0.0.1:9/back',
    callbackUrl: `${callbackUrl}/${reference}`,
    ...changes,
  }
}
