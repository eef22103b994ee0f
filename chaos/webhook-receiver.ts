import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { ConsoleClient } from './console-client.ts'
import type { Arrival } from './message-order.ts'
import { merchantId } from './purchases.ts'

/** The end of a client that is told how its payments go. */
export interface WebhookReceiver {
  /** Ids of the messages that came; they stay the same over all tries. */
  readonly received: ReadonlySet<string>
  /** Everything that came, in its order, tries that were repeated included. */
  readonly arrivals: readonly Arrival[]
  /** For a client of the demo unless another is named. */
  subscribe(
    console: ConsoleClient,
    client?: { readonly merchantId: number; readonly clientId: string },
  ): Promise<void>
  close(): Promise<void>
}

interface Message {
  readonly id: string
  readonly sequence: number
  readonly data: { readonly txId: number; readonly state: string }
}

/** Whether it is signed with a secret that a subscription was given. */
function isSigned(secrets: readonly string[], body: string, headers: IncomingHttpHeaders): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  })
}

export async function openReceiver(port: number): Promise<WebhookReceiver> {
  const received = new Set<string>()
  const arrivals: Arrival[] = []
  const secrets: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      // What nobody could verify has not arrived, and the oracle misses it.
      if (!isSigned(secrets, body, request.headers)) {
        response.writeHead(400).end()
        return
      }
      const { id, sequence, data } = JSON.parse(body) as Message
      received.add(id)
      arrivals.push({ id, sequence, txId: data.txId, state: data.state })
      // Now and then it is busy: what comes next must not come meanwhile, and what was refused must come again first.
      const isRefused = arrivals.length % 17 === 0
      setTimeout(() => response.writeHead(isRefused ? 503 : 200).end(), (arrivals.length % 5) * 20)
    })
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', ready)
  })
  return {
    received,
    arrivals,
    subscribe: async (console, client = { merchantId, clientId: 'demo-client' }) => {
      const at = `merchantId=${client.merchantId}`
      const { items } = await console.get<{ items: { id: string; clientId: string }[] }>(
        `/api-client?${at}&keyword=${client.clientId}`,
      )
      const found = items.find(({ clientId }) => clientId === client.clientId)
      const { secret } = await console.post<{ secret: string }>(`/api-client/${found?.id}/webhook?${at}`, {
        url: `http://127.0.0.1:${port}/hook`,
        events: ['payment.created', 'payment.updated', 'payment.completed'],
      })
      secrets.push(secret)
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
