import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../http-server.ts'

/** A line to a server on which calls can be lost, before they arrive or on their way back. */
export interface LossyLine {
  readonly url: string
  /** Loses the next call whose address ends like this. */
  lose(path: string, what: 'request' | 'answer'): void
  /** How many calls to such an address were sent. */
  count(path: string): number
  close(): Promise<void>
}

const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofTheConnection.has(name) ? [] : [[name, String(value)]],
    ),
  )

export async function openLossyLine(target: string): Promise<LossyLine> {
  const calls: string[] = []
  let next: { readonly path: string; readonly what: 'request' | 'answer' } | undefined

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET' } = incoming
    const path = url.split('?')[0] ?? ''
    calls.push(path)
    const body = await text(incoming)
    const lost = next && path.endsWith(next.path) ? next.what : undefined
    if (lost !== undefined) next = undefined
    if (lost === 'request') {
      incoming.socket.destroy()
      return
    }
    const init = { method, headers: headersOf(incoming), ...(body !== '' && { body }) }
    const answer = await fetch(new URL(url, target), init)
    const content = await answer.text()
    if (lost === 'answer') {
      incoming.socket.destroy()
      return
    }
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    outgoing.end(content)
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  return {
    url: await listen(server, 0),
    lose: (path, what) => (next = { path, what }),
    count: (path) => calls.filter((each) => each.endsWith(path)).length,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
