import { createServer } from 'node:http'
import type { ConsoleClient } from './console-client.ts'
import { merchantId } from './purchases.ts'

/** The end of a client that is told how its payments go. */
export interface WebhookReceiver {
  /** How often each message came, by the id that stays the same over all tries. */
  readonly received: ReadonlyMap<string, number>
  subscribe(console: ConsoleClient): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(port: number): Promise<WebhookReceiver> {
  const received = new Map<string, number>()
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'] ?? '')
    received.set(id, (received.get(id) ?? 0) + 1)
    request.resume().on('end', () => response.writeHead(200).end())
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', ready)
  })
  return {
    received,
    subscribe: async (console) => {
      const { items } = await console.get<{ items: { id: string; clientId: string }[] }>(
        `/api-client?merchantId=${merchantId}&keyword=demo-client`,
      )
      const client = items.find(({ clientId }) => clientId === 'demo-client')
      await console.post(`/api-client/${client?.id}/webhook?merchantId=${merchantId}`, {
        url: `http://127.0.0.1:${port}/hook`,
        events: ['payment.created', 'payment.updated', 'payment.completed'],
      })
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
