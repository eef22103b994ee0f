import type { Socket } from 'node:net'
import { faultServer } from './fault-server.ts'

/** What the other side would like us to read: far more than the buffers of both sides hold. */
const offeredBytes = 96 * 1024 * 1024
/** What may have left it before it noticed that nobody reads on. */
const mostBytes = 16 * 1024 * 1024
const piece = Buffer.alloc(64 * 1024, 'y')

/** Begins to answer like this, and then talks on as long as anybody listens. `greets` does so before it is asked. */
export async function talker(beginning: string, { greets = false, saying = piece } = {}) {
  const sent = { bytes: 0 }
  const pour = (socket: Socket): void => {
    while (sent.bytes < offeredBytes) {
      if (socket.destroyed) return
      sent.bytes += saying.length
      if (!socket.write(saying)) return
    }
    socket.end()
  }
  const server = await faultServer((socket) => {
    const begin = (): void => {
      socket.write(beginning)
      pour(socket)
    }
    socket.on('drain', () => pour(socket))
    if (greets) begin()
    else socket.once('data', begin)
  })
  return { url: server.url, close: () => server.close(), sent, mostBytes }
}

/** Begins to answer like this, and then says a little again and again, so that it is never silent. */
export async function dripper(beginning: string, { greets = false } = {}) {
  const timers: NodeJS.Timeout[] = []
  const server = await faultServer((socket) => {
    const begin = (): void => {
      socket.write(beginning)
      timers.push(setInterval(() => socket.write('.'), 20))
    }
    if (greets) begin()
    else socket.once('data', begin)
  })
  return {
    url: server.url,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await server.close()
    },
  }
}
