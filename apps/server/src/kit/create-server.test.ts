import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createServer } from './create-server.ts'
import { Metrics } from './metrics.ts'

const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = await createServer({ log, metrics: new Metrics(), trustedProxies: 0, quietMs: 100 })
  app.get('/slow', { config: { access: 'public' } }, async () => {
    // Twice, because patience that ends after the first time is none.
    await once(app.server, 'timeout')
    await once(app.server, 'timeout')
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterAll(() => app.close())

it('answers, however long it took to find the answer', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/slow`)
  expect(await answer.json()).toEqual({ done: true })
})

it('closes the line of a client that does not go on', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n')
  await once(socket.resume(), 'close')
  expect(socket.destroyed).toBe(true)
})

it('keeps a line open for longer than those who use it do, so that no request meets a closing one', () => {
  const longestUsualMs = 60_000
  expect(app.server.keepAliveTimeout).toBeGreaterThan(longestUsualMs)
})

it('does not wait for a line on which nothing ever came when it closes', async () => {
  const quietMs = 1_000_000
  const leaving = await createServer({ log, metrics: new Metrics(), trustedProxies: 0, quietMs })
  const address = new URL(await leaving.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(address.port), address.hostname)
  await Promise.all([once(socket, 'connect'), once(leaving.server, 'connection')])
  const ended = once(socket.resume(), 'close')
  await leaving.close()
  await expect(ended).resolves.toBeDefined()
})

it('answers who waits when it closes, and keeps no line open afterwards', async () => {
  const leaving = await createServer({
    log,
    metrics: new Metrics(),
    trustedProxies: 0,
  })
  let begun = () => {}
  const asked = new Promise<void>((resolve) => (begun = resolve))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  leaving.get('/slow', { config: { access: 'public' } }, async () => {
    begun()
    await finished
    return { done: true }
  })
  await leaving.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`http://127.0.0.1:${(leaving.server.address() as AddressInfo).port}/slow`)
  await asked
  const closed = leaving.close()
  while (leaving.server.listening) await new Promise((resolve) => setImmediate(resolve))
  finish()
  expect((await answer).headers.get('connection')).toBe('close')
  expect(await (await answer).json()).toEqual({ done: true })
  await closed
})

/** What comes back for bytes that are no request one could answer. */
async function answerTo(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as { errorId: string; code: string } }
}

it.each([
  [
    'headers that are too large',
    431,
    'HEADERS_TOO_LARGE',
    `GET /slow HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  ],
  ['a header without a name', 400, 'BAD_REQUEST', 'GET /slow HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n'],
  ['no HTTP', 400, 'BAD_REQUEST', 'HELO mail\r\n\r\n'],
  [
    'an address that cannot be read',
    400,
    'BAD_REQUEST',
    'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  ],
  [
    'an address that leads nowhere',
    404,
    'NOT_FOUND',
    'GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  ],
])('%s is refused like everything else, and found in the log', async (_what, status, code, bytes) => {
  const answer = await answerTo(bytes)
  expect(answer).toEqual({
    status,
    body: {
      code,
      errorId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      message: expect.any(String) as string,
    },
  })
  await expect.poll(() => logged.some((line) => line.includes(answer.body.errorId))).toBe(true)
})
