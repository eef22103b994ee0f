import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { HttpsScript } from './tls-proxy.ts'

interface Certificate {
  readonly key: string
  readonly cert: string
}

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Readonly<Record<string, string>>
}

/** What is answered with 200; nothing where nobody knows what was asked for. */
type Answering = (asked: ReceivedRequest) => object | undefined

interface Company {
  readonly url: string
  /** As settings of the platform name it. */
  readonly host: string
  readonly port: number
  /** What it was asked, in order. */
  readonly asked: readonly ReceivedRequest[]
  close(): Promise<void>
}

/** A company somewhere else that speaks JSON, by https only. */
async function company(certificate: Certificate, answer: Answering): Promise<Company> {
  const asked: ReceivedRequest[] = []
  const server = createServer(certificate, (incoming, reply) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (part: string) => (text += part))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const body = JSON.parse(text || '{}') as Record<string, string>
      const question = { method, path: url, headers, body }
      asked.push(question)
      const found = answer(question)
      reply.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(found ?? {}))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    host: `localhost:${port}`,
    port,
    asked,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export interface Bank extends Company {
  /** Somebody at the bank has seen the money: tells the platform so, and says what it answered. */
  bookAll(): Promise<readonly number[]>
}

/** A bank that takes orders in the language of the connector `manualbank`. */
export async function openBank(certificate: Certificate, apiKey: string): Promise<Bank> {
  const orderOf = ({ body }: ReceivedRequest, status: string) => ({
    orderNo: body.orderNo,
    ourReference: body.ourReference,
    bankReference: `bank-${body.orderNo}`,
    status,
    sum: body.sum,
    currency: body.currency,
  })
  const isOrder = ({ method, path }: ReceivedRequest) => method === 'POST' && path === '/orders'
  const bank = await company(certificate, (asked) => {
    if (asked.headers['x-api-key'] !== apiKey) return undefined
    if (asked.path === '/opening-hours') return { open: true }
    return isOrder(asked) ? { ...orderOf(asked, 'AWAITING'), payTo: { message: 'PAY ME' } } : undefined
  })
  const tell = async (asked: ReceivedRequest): Promise<number> => {
    const event = { id: randomUUID(), what: 'order', order: orderOf(asked, 'BOOKED') }
    const hmac = createHmac('sha256', apiKey).update(JSON.stringify(event)).digest('hex')
    const { status } = await new HttpsScript(certificate.cert).send(asked.body.notifyAt ?? '', {
      method: 'POST',
      body: event,
      headers: { 'x-manualbank-hmac': hmac },
    })
    return status
  }
  return { ...bank, bookAll: () => Promise.all(bank.asked.filter(isOrder).map(tell)) }
}

/** The merchant's own system: it knows every user and takes every payment. */
export const openShop = (certificate: Certificate): Promise<Company> =>
  company(certificate, ({ body }) => ({
    success: true,
    userId: body.userId,
    balance: '0.00',
    balanceCy: 'EUR',
    country: 'SWE',
    merchantTxId: `shop-${body.txId}`,
    authCode: `shop-${body.txId}`,
  }))
