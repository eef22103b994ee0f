import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Semaphore } from '../kit/semaphore.ts'
import { testPlatform, type TestNode, type TestPlatform } from '../testing/test-app.ts'
import type { PspOutcome } from './connectors/psp-outcome.ts'
import { receiveCallback } from './core/flow/callbacks.ts'
import { sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { dropConstraint } from './ledger/testing/drop-constraint.ts'
import {
  callbackOf,
  scriptedServices,
  type ScriptedCallback,
  type ScriptedServices,
} from './testing/scripted-services.ts'
import { findTransaction } from './core/record/transaction-store.ts'
import { answeredCall } from './testing/answered-call.ts'

const graves: (() => void)[] = []
/** Does not come back while the tests run: what a process that was killed looks like from outside. */
const forEver = () => new Promise<never>((_never, end) => graves.push(() => end(new Error('killed'))))

let platform: TestPlatform
let services: ScriptedServices
let survivor: TestNode
const merchantId = 100010001

beforeAll(async () => {
  services = scriptedServices()
  platform = await testPlatform({}, { services, timings: { leaseMs: 20_000 } })
  survivor = await platform.anotherNode()
})
afterAll(async () => {
  for (const end of graves) end()
  await platform.close()
})

let token = ''
async function call<Body = PaymentAnswer>(
  node: TestNode,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key = randomUUID() as string,
) {
  if (!token) {
    const basic = Buffer.from('demo-client:demo-client-secret').toString('base64')
    const granted = await node.app.inject({
      method: 'POST',
      url: '/signalbox/oauth/token?grant_type=client_credentials',
      headers: { authorization: `Basic ${basic}` },
    })
    token = granted.json<{ access_token: string }>().access_token
  }
  const answer = await node.app.inject({
    method,
    url: `/signalbox/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: answer.statusCode, body: answer.json<Body>(), headers: answer.headers }
}

let users = 0
const deposit = (changes: Record<string, unknown> = {}) => ({
  merchantId,
  userId: `user_${++users}`,
  sessionId: 's-1',
  txType: 'CreditcardDeposit',
  amount: { amount: '10.00', currency: 'EUR' },
  card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123' },
  ...changes,
})

/** Lets time pass until leases of the dead have ended, then whoever is alive takes over. */
async function takeOver(): Promise<void> {
  platform.clock.now = new Date(Date.now() + 60_000)
  await sweep(survivor.app.payments.machine)
  platform.clock.now = null
}

async function lastOf(userId: string) {
  const found = await call<{ items: PaymentAnswer[] }>(survivor, 'GET', `/payments?userId=${userId}&limit=1`)
  const [newest] = found.body.items
  if (!newest) throw new Error('No payment was registered')
  return newest
}

describe('a server that dies', () => {
  it.each([
    'before verify',
    'after verify',
    'before fraud',
    'before authorize',
    'after authorize',
    'before three-ds',
    'after three-ds',
    'before submit',
    'after submit',
    'before transfer',
    'after transfer',
  ])('%s: the payment is made once, by somebody else', async (point) => {
    const [when = '', name = ''] = point.split(' ')
    const request = deposit()
    const killed = new Promise<void>((died) => {
      const die = () => {
        died()
        return forEver()
      }
      if (when === 'before') services.before(name, die)
      else services.after(name, die)
    })
    const key = randomUUID()
    void call(platform, 'POST', '/deposits', request, key)
    await killed
    services.before(name, () => undefined)
    services.after(name, () => undefined)
    const early = await call(survivor, 'POST', '/deposits', request, key)
    expect(early.status).toBe(409)
    await takeOver()
    const ended = await lastOf(request.userId)
    expect(ended.statusCodeNo).toBe(0)
    expect(services.moved.get(ended.txRefId)).toEqual({ minor: 1000n, currency: 'EUR' })
    expect(services.told.get(ended.txId)).toEqual(['authorize', 'transfer'])
    const again = await call(survivor, 'POST', '/deposits', request, key)
    expect({ status: again.status, txId: again.body.txId, state: again.body.state }).toEqual({
      status: 201,
      txId: ended.txId,
      state: 'SUCCESSFUL',
    })
    expect(again.headers['idempotent-replay']).toBe('true')
  })

  it('while it tells the merchant that a payment failed: the merchant hears of it', async () => {
    services.answer((each) => ({
      kind: 'declined',
      statusNo: 504,
      pspRefId: 'x',
      pspCode: '51',
      pspMessage: 'No funds',
      log: { ...log, url: each.reference },
    }))
    const request = deposit()
    const killed = new Promise<void>((died) => {
      services.before('merchant-cancel', () => {
        died()
        return forEver()
      })
    })
    void call(platform, 'POST', '/deposits', request)
    await killed
    services.before('merchant-cancel', () => undefined)
    expect((await lastOf(request.userId)).statusCodeNo).toBe(504)
    await takeOver()
    const ended = await lastOf(request.userId)
    expect(services.told.get(ended.txId)).toEqual(['authorize', 'cancel'])
    expect(services.moved.has(ended.txRefId)).toBe(false)
    services.answer((each) => ({ ...approved, amount: each.amount }))
  })

  it('comes back to find its payment taken over, and leaves it alone', async () => {
    const request = deposit()
    let wake = () => undefined as void
    const asleep = new Promise<void>((sleeping) => {
      services.after('submit', () => {
        sleeping()
        return new Promise<void>((resolve) => (wake = resolve))
      })
    })
    const first = call(platform, 'POST', '/deposits', request)
    await asleep
    services.after('submit', () => undefined)
    await takeOver()
    const taken = await lastOf(request.userId)
    expect(taken.statusCodeNo).toBe(0)
    wake()
    const late = await first
    expect({ txId: late.body.txId, no: late.body.statusCodeNo }).toEqual({ txId: taken.txId, no: 0 })
    const row = await findTransaction(platform.db, merchantId, taken.txId)
    expect(row?.attemptCount).toBe(1)
  })
})

const log = answeredCall()
const approved = {
  kind: 'approved',
  statusNo: 0,
  pspRefId: 'r',
  pspCode: '00',
  pspMessage: 'ok',
  captured: true,
  log,
} as const

/** A message of the PSP the payment is with, or of another one. */
async function send(told: ScriptedCallback, by?: { psp: string; account: string }): Promise<void> {
  const row = await rowOf(told.reference)
  const answer = await receiveCallback(survivor.app.payments.machine, {
    psp: by?.psp ?? row.psp ?? '',
    account: by?.account ?? row.pspAccount ?? '',
    raw: callbackOf(told),
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
  expect(answer?.status).toBe(200)
}

async function rowOf(reference: string) {
  const { txId } = parseTxRefId(reference) ?? { txId: 0 }
  const row = await findTransaction(platform.db, merchantId, txId)
  if (!row) throw new Error(`No row of ${reference}`)
  return row
}

describe('a callback that comes while the PSP is being asked', () => {
  const unknown = (): PspOutcome => ({ ...approved, kind: 'unknown', reason: 'timeout', statusNo: 400, log })

  /** The PSP has carried it out and says so, while the answer to the request is still on its way, and then times out. */
  async function overtaken(told: Partial<ScriptedCallback>, heard = unknown(), did?: PspOutcome) {
    services.answer(({ amount }) => ({ did: did ?? { ...approved, amount }, heard }))
    const request = deposit()
    let release = () => undefined as void
    const asked = new Promise<string>((reached) => {
      services.after('submit', (ours) => {
        reached(ours)
        return new Promise<void>((resolve) => (release = resolve))
      })
    })
    const answered = call(platform, 'POST', '/deposits', request)
    const reference = await asked
    services.after('submit', () => undefined)
    await send({ eventId: randomUUID(), reference, statusNo: 0, ...told })
    release()
    await answered
    return reference
  }
  afterEach(() => services.answer((each) => ({ ...approved, amount: each.amount })))

  it('is booked at once, though the answer to the request was a time-out', async () => {
    const reference = await overtaken({})
    const row = await rowOf(reference)
    expect([row.statusNo, row.nextStep, row.leaseUntil]).toEqual([0, null, null])
    expect(services.moved.get(reference)).toEqual({ minor: 1000n, currency: 'EUR' })
    expect(services.told.get(row.id)).toEqual(['authorize', 'transfer'])
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  it('and says no ends the payment as a refusal', async () => {
    const declined: PspOutcome = { ...approved, kind: 'declined', statusNo: 504 }
    const reference = await overtaken({ statusNo: 504 }, unknown(), declined)
    const row = await rowOf(reference)
    expect([row.statusNo, row.nextStep, row.leaseUntil]).toEqual([504, null, null])
    expect(services.told.get(row.id)).toEqual(['authorize', 'cancel'])
  })
})

describe('a PSP that was asked before the one the payment is with', () => {
  const away: PspOutcome = { kind: 'notSent', reason: 'outOfService', statusNo: 512, log }
  const open: PspOutcome = {
    ...approved,
    kind: 'pending',
    statusNo: 303,
    waitsFor: 'notification',
    instructions: {},
  }
  afterEach(() => services.answer((each) => ({ ...approved, amount: each.amount })))

  /** The first is away, the second decides later. */
  async function atTheSecond() {
    services.answer(({ idempotencyKey }) =>
      idempotencyKey.endsWith('-1') ? { did: undefined, heard: away } : open,
    )
    const { body } = await call(platform, 'POST', '/deposits', deposit())
    const row = await rowOf(body.txRefId)
    expect([row.statusNo, row.attemptCount]).toEqual([303, 2])
    const [psp = '', account = ''] = row.stepState.tried?.[0]?.split('/') ?? []
    expect(psp).not.toBe(row.psp)
    const reference = body.txRefId
    const told = (statusNo: number) => ({ eventId: randomUUID(), reference, statusNo })
    return { reference, second: row.psp, first: { psp, account }, told }
  }

  it('does not end it with a refusal that is known', async () => {
    const { reference, first, second, told } = await atTheSecond()
    await send(told(504), first)
    expect(await rowOf(reference)).toMatchObject({ statusNo: 303, psp: second, nextStep: null })
    services.decide(reference, { ...approved, amount: { minor: 1000n, currency: 'EUR' } })
    await send(told(0))
    expect(await rowOf(reference)).toMatchObject({ statusNo: 0, psp: second })
  })

  it('has the money after all: it is held where it is, and somebody looks', async () => {
    const { reference, first, told } = await atTheSecond()
    await send(told(0), first)
    const row = await rowOf(reference)
    expect(row).toMatchObject({ statusNo: 403, psp: first.psp, pspAccount: first.account, nextStep: null })
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

describe('a payment that nobody holds, although the database forbids it', () => {
  it('is picked up by whoever sweeps next', async () => {
    const owner = new pg.Client({ connectionString: platform.ownerUrl })
    await owner.connect()
    const request = deposit()
    const killed = new Promise<string>((died) => {
      services.before('transfer', (txId) => {
        died(txId)
        return forEver()
      })
    })
    void call(platform, 'POST', '/deposits', request)
    const txId = await killed
    services.before('transfer', () => undefined)
    const restore = await dropConstraint(owner, 'transaction_has_runner')
    await owner.query(`update transaction set lease_holder = null, lease_until = null where id = ${txId}`)
    expect((await checkBooks(platform.db, merchantId)).map(({ invariant }) => invariant)).toEqual(['I11'])
    await sweep(survivor.app.payments.machine)
    const ended = await lastOf(request.userId)
    expect(ended.statusCodeNo).toBe(0)
    expect(services.told.get(ended.txId)).toEqual(['authorize', 'transfer'])
    await restore()
    await owner.end()
  })
})

describe('the same request', () => {
  it('ten times at once is one payment', async () => {
    const [request, key] = [deposit(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(i % 2 ? survivor : platform, 'POST', '/deposits', request, key),
      ),
    )
    const done = answers.filter(({ status }) => status === 201)
    expect(new Set(done.map(({ body }) => body.txId)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const found = await call<{ items: unknown[] }>(platform, 'GET', `/payments?userId=${request.userId}`)
    expect(found.body.items.length).toBe(1)
  })

  it('a second time is answered word by word as the first', async () => {
    const [request, key] = [deposit(), randomUUID()]
    const [first, again] = [
      await call(platform, 'POST', '/deposits', request, key),
      await call(survivor, 'POST', '/deposits', request, key),
    ]
    expect(again.headers['idempotent-replay']).toBe('true')
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
  })

  it('with another body is refused', async () => {
    const [request, key] = [deposit(), randomUUID()]
    await call(platform, 'POST', '/deposits', request, key)
    const other = await call(
      platform,
      'POST',
      '/deposits',
      { ...request, amount: { amount: '11.00', currency: 'EUR' } },
      key,
    )
    expect(other.status).toBe(422)
  })

  it.each([
    ['no key', ''],
    ['a short key', '1234567'],
  ])('with %s is refused', async (_what, key) => {
    expect((await call(platform, 'POST', '/deposits', deposit(), key)).status).toBe(400)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
