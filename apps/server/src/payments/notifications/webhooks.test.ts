import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookEvents } from '@signalbox/model/entities/api-client'
import { accountMessageSchema } from '@signalbox/model/payments/user-account-answer'
import { webhookMessageSchema } from '@signalbox/model/payments/webhook-message'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { reportedChild } from '../core/flow/reported-child.ts'
import { applyReport, ignored } from '../core/flow/report.ts'
import { systemActor } from '../../kit/audit.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import { scriptedServices } from '../testing/scripted-services.ts'
import { deliverDue } from './deliver.ts'
import { sendWebhook } from './webhook-sender.ts'
import { answeredCall } from '../testing/answered-call.ts'
import { newApiToken } from '../../testing/new-api-token.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A message as the receiver of all events of a payment sees it. */
interface Message {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly data: {
    readonly id?: string
    readonly txId: number
    readonly state: string
    readonly txType: string
    readonly originTxId?: number
  }
}

const services = scriptedServices()
let platform: TestPlatform
let receiver: Server
let secret = ''
let webhooksPath = ''
let subscribeAll: () => Promise<void>
let answers: number[] = []
const received: Received[] = []
/** What came to the receiver of all events, in the order it came; `open` is how many of the same payment it was at. */
const messages: (Message & { readonly open: number })[] = []
let answerTo: (message: Message) => Promise<number> | number = () => 200
const openNow = new Map<number, number>()

async function takeMessage(body: string): Promise<number> {
  const message = JSON.parse(body) as Message
  const { txId } = message.data
  const open = openNow.get(txId) ?? 0
  openNow.set(txId, open + 1)
  messages.push({ ...message, open })
  try {
    return await answerTo(message)
  } finally {
    openNow.set(txId, (openNow.get(txId) ?? 1) - 1)
  }
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.url === '/all') {
        void takeMessage(body).then((status) => response.writeHead(status).end())
        return
      }
      received.push({ headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((ready) => {
    receiver.listen(0, '127.0.0.1', ready)
  })
  platform = await testPlatform({}, { services, timings: { webhookMs: [0, 0, 0] } })
  const admin = await platform.as('admin')
  const { items } = (await admin.get('/api-client?merchantId=100010001&keyword=demo-client')).body
  const client = items.find(({ clientId }: { clientId: string }) => clientId === 'demo-client')
  webhooksPath = `/api-client/${client.id}/webhook`
  const subscribe = (path: string, events: readonly string[]) =>
    admin.post(`${webhooksPath}?merchantId=100010001`, {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${path}`,
      events,
    })
  secret = (await subscribe('hook', ['payment.completed'])).body.secret
  subscribeAll = async () => {
    await subscribe('all', Object.keys(webhookEvents))
  }
})
afterAll(async () => {
  receiver.close()
  await platform.close()
})

const dayMs = 86_400_000
/** Sends what is due, with the clock of payments as far ahead of the real one as said. */
const deliver = (aheadMs = 0) => {
  const { deps } = platform.app.payments.machine
  const { kit } = deps
  const ahead = {
    ...kit,
    now: () => new Date(kit.now().getTime() + aheadMs),
    realNow: kit.realNow ?? kit.now,
  }
  return deliverDue({
    machine: aheadMs === 0 ? deps : { ...deps, kit: ahead },
    sendWebhook,
    captureMessage: () => Promise.resolve(),
  })
}

/** A call of the public API as the demo client. */
/** Of whoever pays. */
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

async function call(method: 'POST' | 'PUT', path: string, payload: object) {
  return platform.app.inject({
    method,
    url: `/signalbox/api/v1${path}`,
    headers: {
      authorization: `Bearer ${await newApiToken(platform)}`,
      'idempotency-key': randomUUID(),
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    },
    payload,
  })
}

async function pay(changes: object = {}): Promise<number> {
  const made = await call('POST', '/deposits', {
    merchantId: 100010001,
    // Somebody else each time: the same request of the same user is declined while one is open.
    userId: `user_${randomUUID().slice(0, 8)}`,
    sessionId: 's',
    txType: 'CreditcardDeposit',
    amount: { amount: '10.00', currency: 'EUR' },
    card: { pan: '4111111111111111', expiry: '2030-12' },
    ...changes,
  })
  return made.json<{ txId: number }>().txId
}

const statusOf = async (txId: number) => {
  const { rows } = await sql<{ status: string; attempt: number }>`select status, attempt from notification
    where tx_id = ${txId} and kind = 'WEBHOOK'`.execute(platform.db)
  return rows
}

/** What a receiver does that has nothing of ours but the secret. */
const verifiedBy = (known: string, { body, headers }: Received): unknown =>
  new Webhook(known).verify(body, headers as Record<string, string>)

describe('a webhook', () => {
  it('is signed, says the same at every try, and comes once', async () => {
    answers = [500, 200]
    const txId = await pay()
    await deliver()
    expect(await statusOf(txId)).toEqual([{ status: 'PENDING', attempt: 1 }])
    await deliver()
    await deliver()
    expect(await statusOf(txId)).toEqual([{ status: 'SENT', attempt: 2 }])
    expect(received.length).toBe(2)
    const [first, second] = received as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    for (const { headers } of [first, second])
      expect(headers.traceparent, 'the trace of the payment, not of the job').toContain(`-${trace}-`)
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'payment.completed',
      data: { txId, state: 'SUCCESSFUL' },
    })
    expect(first.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/)
    expect(verifiedBy(secret, first)).toEqual(JSON.parse(first.body))
    expect(() => verifiedBy(secret, { ...first, body: `${first.body} ` })).toThrow('signature')
  })

  it('is verified by the client of Standard Webhooks with either secret during a rotation', async () => {
    const admin = await platform.as('admin')
    const { items } = (await admin.get(`${webhooksPath}?merchantId=100010001`)).body
    const rotation = `${webhooksPath}/${items[0].id}/secret?merchantId=100010001`
    const next: string = (await admin.post(rotation, { overlapHours: 1 })).body.secret
    received.length = 0
    await pay()
    // Secrets end, and messages are old, by the real time.
    await deliver(dayMs)
    const [message] = received as [Received]
    expect(String(message.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const known of [secret, next])
      expect(verifiedBy(known, message)).toMatchObject({ type: 'payment.completed' })
    expect(() => verifiedBy('whsec_c29tZWJvZHkgZWxzZQ==', message)).toThrow('signature')
  })

  it('is given up when nobody ever takes it, and switched off by a 410', async () => {
    answers = [500, 500, 500]
    const lost = await pay()
    for (let i = 0; i < 4; i++) await deliver()
    expect(await statusOf(lost)).toEqual([{ status: 'DEAD', attempt: 3 }])
    const admin = await platform.as('admin')
    const { items } = (await admin.get('/alert?merchantId=100010001')).body
    expect(items).toMatchObject([{ source: 'DEAD_LETTER', subject: String(lost), state: 'OPEN' }])
    answers = [410]
    await pay()
    await deliver()
    const after = await pay()
    expect(await statusOf(after)).toEqual([])
  })
})

const pending = {
  kind: 'pending',
  waitsFor: 'notification',
  instructions: {},
  statusNo: 303,
  pspRefId: 'ref-later',
  pspCode: '11',
  pspMessage: 'Later',
  log: answeredCall(),
} as const

describe('webhooks of one payment', () => {
  const of = (txId: number) => messages.filter(({ data }) => data.txId === txId)
  const left = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from notification
      where kind = 'WEBHOOK' and status = 'PENDING'`.execute(platform.db)
    return rows[0]?.count ?? 0
  }
  /** Two nodes send at the same time, again and again, until nothing is left. */
  const deliverAll = async () => {
    for (let passes = 0; passes < 40 && (await left()) > 0; passes++)
      await Promise.all([deliver(), deliver()])
    expect(await left()).toBe(0)
  }
  const told = [
    { type: 'payment.created', sequence: 1, data: { state: 'PROCESSING' } },
    { type: 'payment.updated', sequence: 2, data: { state: 'WAITING_INPUT' } },
    { type: 'payment.updated', sequence: 3, data: { state: 'PROCESSING' } },
    { type: 'payment.completed', sequence: 4, data: { state: 'SUCCESSFUL' } },
  ]
  /** The PSP says that it decides later, and then that it has taken the money. */
  const payLater = async () => {
    services.answer(() => pending)
    const txId = await pay()
    const { machine } = platform.app.payments
    const { amount, ...report } = { ...pending, amount: { minor: 1_000n, currency: 'EUR' } }
    await machine.change({ merchantId: 100010001, id: txId }, systemActor, async (payment, context) => {
      const next = await applyReport(payment, context, { ...report, statusNo: 0, amount, captured: true })
      return next === ignored ? undefined : next
    })
    return txId
  }

  beforeAll(() => subscribeAll())

  it('say of what is over as it begins that it is over, too', async () => {
    answerTo = () => 200
    const txId = await pay({ card: undefined })
    await deliverAll()
    expect(of(txId)).toMatchObject([
      { type: 'payment.created', sequence: 1, data: { state: 'FAILED' } },
      { type: 'payment.completed', sequence: 2, data: { state: 'FAILED' } },
    ])
  })

  it('tell of disputes and how they ended', async () => {
    answerTo = () => 200
    const txId = await pay()
    const { machine } = platform.app.payments
    const report = {
      pspRefId: 'ref-dispute',
      pspMessage: '',
      statusNo: 0,
      amount: { minor: 1_000n, currency: 'EUR' },
    }
    for (const subject of ['disputeFiled', 'disputeResolved'] as const)
      await perform(machine.deps.kit, systemActor, async (unit) => {
        const about = await findTransaction(unit.tx, 100010001, txId)
        if (!about) throw new Error('It is not there')
        expect(await reportedChild(machine, unit, about, { ...report, subject } as never)).toBe(true)
      })
    await deliverAll()
    const ofChild = (txType: string) =>
      messages.filter(({ data }) => data.originTxId === txId && data.txType === txType)
    for (const [txType, event] of [
      ['DisputeFiled', 'dispute.filed'],
      ['DisputeResolved', 'dispute.resolved'],
    ] as const)
      expect(ofChild(txType).map(({ type, sequence }) => [sequence, type])).toEqual([
        [1, 'payment.created'],
        [2, 'payment.completed'],
        [3, event],
      ])
  })

  it('are numbered and come one after the other, each as of its event, to a slow receiver and from two nodes', async () => {
    answerTo = async ({ sequence }) => {
      await new Promise((resolve) => setTimeout(resolve, sequence === 1 ? 40 : 5))
      return 200
    }
    const paid = await Promise.all(Array.from({ length: 8 }, payLater))
    await deliverAll()
    for (const txId of paid) {
      expect(of(txId)).toMatchObject(told)
      expect(of(txId).map(({ open }) => open)).toEqual([0, 0, 0, 0])
    }
  })

  it('wait behind one the receiver refuses, which keeps its number when it is tried again', async () => {
    let refusals = 2
    answerTo = ({ sequence }) => (sequence === 2 && refusals-- > 0 ? 500 : 200)
    const txId = await payLater()
    await deliverAll()
    expect(of(txId).map(({ sequence }) => sequence)).toEqual([1, 2, 2, 2, 3, 4])
    const [, ...tries] = of(txId).slice(0, 4)
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1)
  })

  it('go on after one that was given up, and come again by hand with their numbers', async () => {
    answerTo = ({ sequence }) => (sequence === 2 ? 503 : 200)
    const txId = await payLater()
    await deliverAll()
    expect(of(txId).map(({ sequence }) => sequence)).toEqual([1, 2, 2, 2, 3, 4])
    answerTo = () => 200
    const before = messages.length
    const operator = await platform.as('operator')
    const { version } = (await findTransaction(platform.db, 100010001, txId)) ?? {}
    const again = await operator.post(`/transaction/${txId}/resend?merchantId=100010001`, {
      version,
      kind: 'WEBHOOK',
    })
    expect(again.status, again.text).toBe(200)
    await deliverAll()
    expect(messages.slice(before).filter(({ data }) => data.txId === txId)).toMatchObject(told)
  })
})

describe('webhooks about accounts', () => {
  const accountOf = async (txId: number): Promise<string> =>
    (await findTransaction(platform.db, 100010001, txId))?.accountId ?? ''
  const deliverSome = async () => {
    answerTo = () => 200
    await deliver()
  }
  const blockedNow = (id: string) =>
    messages.filter(({ type, data }) => type === 'account.blocked' && data.id === id)

  it('tell that staff blocked one, once', async () => {
    const id = await accountOf(await pay())
    const staff = await platform.as('admin')
    const done = await staff.post(`/user-account/${id}/block?merchantId=100010001`, {
      blockReason: 'confirmed-fraud',
    })
    expect(done.status, done.text).toBe(200)
    await deliverSome()
    expect(blockedNow(id)).toMatchObject([{ data: { status: 'BLOCKED', blockReason: 'confirmed-fraud' } }])
  })

  it('tell that a client blocked one', async () => {
    const id = await accountOf(await pay())
    const done = await call('PUT', `/accounts/${id}/block`, { reason: 'customer-request' })
    expect(done.statusCode, done.body).toBe(200)
    await deliverSome()
    expect(blockedNow(id)).toMatchObject([{ data: { status: 'BLOCKED', blockReason: 'customer-request' } }])
  })

  it('tell that a payment blocked one: the PSP says that the card is lost', async () => {
    services.answer(() => ({ ...pending, kind: 'declined', statusNo: 539 }) as never)
    const id = await accountOf(await pay())
    await deliverSome()
    expect(blockedNow(id)).toMatchObject([{ data: { status: 'BLOCKED', blockReason: expect.any(String) } }])
  })
})

describe('every event clients can subscribe to', () => {
  it('was sent by something above, in the documented shape', () => {
    expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(Object.keys(webhookEvents)))
    for (const { open: _open, ...message } of messages) {
      const shape = message.type === 'account.blocked' ? accountMessageSchema : webhookMessageSchema
      expect(shape.safeParse(message).error?.issues ?? [], message.type).toEqual([])
    }
  })
})
