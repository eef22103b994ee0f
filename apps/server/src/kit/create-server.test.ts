import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createServer } from './create-server.ts'
import { Metrics } from './metrics.ts'

const log = pino({ level: 'silent' })
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
