import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { scriptedOutside } from '../testing/scripted-outside.ts'
import { deliverDue } from './deliver.ts'
import { sendWebhook } from './webhook-sender.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let platform: TestPlatform
let receiver: Server
let secret = ''
let answers: number[] = []
const received: Received[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((ready) => {
    receiver.listen(0, '127.0.0.1', ready)
  })
  platform = await testPlatform({}, { outside: scriptedOutside(), timings: { webhookMs: [0, 0, 0] } })
  const admin = await platform.as('admin')
  const { items } = (await admin.get('/api-client?merchantId=100010001&keyword=demo-client')).body
  const client = items.find(({ clientId }: { clientId: string }) => clientId === 'demo-client')
  const added = await admin.post(`/api-client/${client.id}/webhook?merchantId=100010001`, {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    events: ['payment.completed'],
  })
  secret = added.body.secret
}, 90_000)
afterAll(async () => {
  receiver.close()
  await platform.close()
})

const deliver = () =>
  deliverDue({
    machine: platform.app.payments.machine.parts,
    sendWebhook,
    captureMessage: () => Promise.resolve(),
  })

async function pay(): Promise<number> {
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}` },
  })
  const made = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: {
      authorization: `Bearer ${granted.json<{ access_token: string }>().access_token}`,
      'idempotency-key': randomUUID(),
    },
    payload: {
      merchantId: 100010001,
      userId: 'user_1',
      sessionId: 's',
      txType: 'CreditcardDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      card: { pan: '4111111111111111', expiry: '2030-12' },
    },
  })
  return made.json<{ txId: number }>().txId
}

const statusOf = async (txId: number) => {
  const { rows } = await sql<{ status: string; attempt: number }>`select status, attempt from notification
    where tx_id = ${txId} and kind = 'WEBHOOK'`.execute(platform.db)
  return rows
}

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
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'payment.completed',
      data: { txId, state: 'SUCCESSFUL' },
    })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = first.headers
    const signature = createHmac('sha256', secret)
      .update(`${String(id)}.${String(timestamp)}.${first.body}`)
      .digest('base64')
    expect(first.headers['webhook-signature']).toBe(`v1,${signature}`)
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
