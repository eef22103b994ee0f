import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpExchanger, type HttpEnding, type HttpRequest } from './http-exchange.ts'
import { answering, faultServer, httpAnswer, type FaultServer } from './testing/fault-server.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function server(behave: (socket: Socket) => void): Promise<FaultServer> {
  const started = await faultServer(behave)
  open.push(started)
  return started
}

const clock = { ms: 0 }

function exchanger() {
  const made = createHttpExchanger(() => new Date(clock.ms))
  open.push(made)
  return made
}

const request = (url: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"amount":1}',
  // Longer than a busy machine takes for anything: what is not about time must not depend on it.
  timeouts: { connectMs: 60_000, readMs: 60_000 },
  ...changes,
})

/** For what will never come. */
const impatient = { timeouts: { connectMs: 60_000, readMs: 300 } }

const call = async (
  behave: (socket: Socket) => void,
  changes: Partial<HttpRequest> = {},
): Promise<HttpEnding> => exchanger().exchange(request((await server(behave)).url, changes))

/** More than both sides' socket buffers take, so that the end of it cannot have left. */
const longBody = 'x'.repeat(16 * 1024 * 1024)

describe('what surely was not sent', () => {
  it('nobody listens', async () => {
    const { url, close } = await faultServer(() => undefined)
    await close()
    expect(await exchanger().exchange(request(url))).toMatchObject({ kind: 'notSent', reason: 'connect' })
  })

  it('no such host, no such protocol', async () => {
    for (const url of ['http://signalbox.invalid/', 'ftp://127.0.0.1/'])
      expect(
        await exchanger().exchange(request(url, { timeouts: { connectMs: 1_000, readMs: 300 } })),
      ).toMatchObject({ kind: 'notSent', reason: 'connect' })
  })

  it('the line breaks before the end of the request has left', async () => {
    const ending = await call((socket) => setTimeout(() => socket.resetAndDestroy(), 50), { body: longBody })
    expect(ending).toMatchObject({ kind: 'notSent', reason: 'io' })
  })

  it('the other side stops reading before the end of the request', async () => {
    const ending = await call((socket) => socket.pause(), { body: longBody, ...impatient })
    expect(ending).toMatchObject({ kind: 'notSent', reason: 'io' })
  })
})

describe('what may have arrived', () => {
  it('no answer in time', async () => {
    expect(await call(() => undefined, impatient)).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  })

  it('the line breaks once the request is read', async () => {
    const ending = await call((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(ending).toMatchObject({ kind: 'unknown', reason: 'io' })
  })

  it('the line breaks within the answer', async () => {
    const half = httpAnswer('200 OK', '{"a":1}').slice(0, -3)
    const ending = await call((socket) => {
      socket.once('data', () => {
        socket.write(half)
        setTimeout(() => socket.resetAndDestroy(), 50)
      })
    })
    expect(ending).toMatchObject({ kind: 'unknown', reason: 'io' })
  })

  it('the answer drips too slowly', async () => {
    const ending = await call((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'))
    }, impatient)
    expect(ending).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  })

  it('the answer is not HTTP', async () => {
    expect(await call(answering('\u0000\u0001 what?\r\n\r\n'))).toMatchObject({
      kind: 'unknown',
      reason: 'unparseable',
    })
  })

  it('the answer never ends', async () => {
    const ending = await call(answering(httpAnswer('200 OK', 'y'.repeat(400 * 1024))))
    expect(ending).toMatchObject({ kind: 'unknown', reason: 'unparseable' })
  })
})

describe('answers', () => {
  it('are given back whatever their status', async () => {
    for (const status of ['200 OK', '404 Not Found', '503 Service Unavailable'])
      expect(await call(answering(httpAnswer(status, '{}')))).toMatchObject({
        kind: 'answered',
        status: Number(status.slice(0, 3)),
        body: '{}',
      })
  })

  it('do not lead elsewhere', async () => {
    const redirect = 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n'
    expect(await call(answering(redirect))).toMatchObject({ kind: 'answered', status: 302 })
  })
})

describe('a kept connection that the other side closes just then', () => {
  /** Answers the first request of each connection and breaks the line at the next. */
  const oncePerConnection = (socket: Socket): void => {
    let requests = 0
    socket.on('data', () => {
      if (requests++ > 0) socket.resetAndDestroy()
      else socket.write(httpAnswer('200 OK', '{}'))
    })
  }

  it('is replaced by a fresh one', async () => {
    const { url } = await server(oncePerConnection)
    const { exchange } = exchanger()
    expect(await exchange(request(url))).toMatchObject({ kind: 'answered' })
    clock.ms += 1_000
    expect(await exchange(request(url))).toMatchObject({ kind: 'answered' })
  })

  it('is no excuse for a line that was in use a moment ago', async () => {
    const { url } = await server(oncePerConnection)
    const { exchange } = exchanger()
    expect(await exchange(request(url))).toMatchObject({ kind: 'answered' })
    clock.ms += 999
    expect(await exchange(request(url))).toMatchObject({ kind: 'unknown', reason: 'io' })
  })

  it('does not prove that nothing arrived, even if nobody listens any more', async () => {
    const started = await server(oncePerConnection)
    const { exchange } = exchanger()
    expect(await exchange(request(started.url))).toMatchObject({ kind: 'answered' })
    // From here on no new connection is taken, while the kept one lives until it is written to.
    started.stopListening()
    clock.ms += 1_000
    expect(await exchange(request(started.url))).toMatchObject({ kind: 'unknown', reason: 'io' })
  })
})
