import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface FaultServer {
  readonly url: string
  /** Refuses new connections and keeps those it has. */
  stopListening(): void
  close(): Promise<void>
}

/** A server that does with each connection what it is told to. Port 0 is fine: it stays up as long as the test. */
export async function faultServer(behave: (socket: Socket) => void): Promise<FaultServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    behave(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stopListening: () => server.close(),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers every request it has read to its end with these bytes. */
export const answering =
  (answer: string) =>
  (socket: Socket): void => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (end < 0 || text.length < end + 4 + length) return
      text = ''
      socket.write(answer)
    })
  }

export const httpAnswer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
