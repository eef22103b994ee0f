import { isIP, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Resolve } from './checked-lookup.ts'
import { openDestinations } from './destinations.ts'
import { createHttpExchanger, type HttpEnding, type HttpRequest } from './http-exchange.ts'
import { answering, faultServer, httpAnswer, type FaultServer } from './testing/fault-server.ts'
import { dripper, talker } from './testing/talker.ts'
import { testWayOut } from './testing/test-way-out.ts'

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
  const made = testWayOut(() => new Date(clock.ms))
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

/** Answers the first request of each connection and breaks the line at the next. */
const oncePerConnection = (socket: Socket): void => {
  let requests = 0
  socket.on('data', () => {
    if (requests++ > 0) socket.resetAndDestroy()
    else socket.write(httpAnswer('200 OK', '{}'))
  })
}

describe('a name', () => {
  /** Answers each question with the next list of addresses. */
  const named = (...answers: string[][]): { resolve: Resolve; asked: () => number } => {
    let asked = 0
    const next = () => answers[Math.min(asked++, answers.length - 1)] ?? []
    return {
      resolve: (_host, _options, done) => {
        const found = next().map((address) => ({ address, family: isIP(address) }))
        setImmediate(done, null, found)
      },
      asked: () => asked,
    }
  }
  const calling = (resolve: Resolve, production = true) => {
    const destinations = openDestinations({ production, allowed: [] })
    const made = createHttpExchanger({ now: () => new Date(clock.ms), destinations, resolve })
    open.push(made)
    return made.exchange
  }
  const forbidden = {
    kind: 'notSent',
    reason: 'connect',
    failure: expect.stringContaining('must be reachable from outside') as string,
  }

  it('that leads inside of a network is not called', async () => {
    const inside = [
      '10.0.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
    ]
    for (const address of inside)
      expect(
        await calling(named([address]).resolve)(request('https://shop.example/')),
        address,
      ).toMatchObject(forbidden)
  })

  it('with one address outside and one inside is not called', async () => {
    const { resolve } = named(['93.184.216.34', '10.0.0.1'])
    expect(await calling(resolve)(request('https://shop.example/'))).toMatchObject(forbidden)
  })

  it('is connected to at the very address that was checked, whatever it says a moment later', async () => {
    let reached = 0
    const { url } = await server((socket) => {
      reached += 1
      answering(httpAnswer('200 OK', '{}'))(socket)
    })
    const { port } = new URL(url)
    const { resolve, asked } = named(['127.0.0.1'], ['10.0.0.1'])
    const exchange = calling(resolve, false)
    const named200 = request(`http://shop.example:${port}/`)
    expect(await exchange(named200)).toMatchObject({ kind: 'answered', status: 200 })
    expect({ reached, asked: asked() }).toEqual({ reached: 1, asked: 1 })
    // The next connection asks again, and the answer is another one.
    const other = calling(resolve, false)
    expect(await other(named200)).toMatchObject(forbidden)
    expect({ reached, asked: asked() }).toEqual({ reached: 1, asked: 2 })
  })

  it('is asked for once more by a second try, and checked once more', async () => {
    const { url } = await server(oncePerConnection)
    const { resolve } = named(['127.0.0.1'], ['169.254.169.254'])
    const exchange = calling(resolve, false)
    const asked = request(`http://shop.example:${new URL(url).port}/`)
    expect(await exchange(asked)).toMatchObject({ kind: 'answered' })
    clock.ms += 1_000
    expect(await exchange(asked)).toMatchObject({
      kind: 'unknown',
      failure: expect.stringContaining('metadata') as string,
    })
  })
})

describe('limits', () => {
  it('an answer that may be cut is one, and one that may not is none', async () => {
    const long = answering(httpAnswer('200 OK', 'y'.repeat(5_000)))
    const cut = await call(long, { answer: { mostBytes: 1_000, beyond: 'cut' } })
    expect(cut).toMatchObject({ kind: 'answered', status: 200, body: 'y'.repeat(1_000) })
    const refused = await call(long, { answer: { mostBytes: 1_000, beyond: 'refuse' } })
    expect(refused).toMatchObject({ kind: 'unknown', reason: 'unparseable' })
  })

  it('an answer without an end is left, not read', async () => {
    const talking = await talker('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
    open.push(talking)
    expect(await exchanger().exchange(request(talking.url))).toMatchObject({ kind: 'unknown' })
    expect(talking.sent.bytes).toBeLessThan(talking.mostBytes)
  })

  it('the time of a call is that of the whole call, however often something comes', async () => {
    for (const beginning of ['HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'HTTP/1.1 200 OK\r\nx: ']) {
      const dripping = await dripper(beginning)
      open.push(dripping)
      const ending = await exchanger().exchange(request(dripping.url, impatient))
      expect(ending).toMatchObject({ kind: 'unknown', reason: 'timeout' })
    }
  })
})

describe('a kept connection that the other side closes just then', () => {
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
