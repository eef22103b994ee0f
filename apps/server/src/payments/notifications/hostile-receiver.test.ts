import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { faultServer, type FaultServer } from '../../kit/outbound/testing/fault-server.ts'
import { talker } from '../../kit/outbound/testing/talker.ts'
import { testWayOut } from '../../kit/outbound/testing/test-way-out.ts'
import { sendToQueue } from './queue-sender.ts'
import { sendWebhook } from './webhook-sender.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const wayOut = () => {
  const made = testWayOut()
  open.push(made)
  return made.exchange
}
const keep = <Server extends { close(): unknown }>(server: Server): Server => {
  open.push(server)
  return server
}

const message = { id: 'm-1', body: '{}', at: new Date(0) }
const senders = {
  'the sender of webhooks': (url: string) =>
    sendWebhook(
      wayOut(),
      { id: 'e-1', apiClientId: 'c-1', merchantId: 1, secrets: ['whsec_c2VjcmV0'], url },
      message,
    ),
  'the sender of messages for queues': (url: string) =>
    sendToQueue(wayOut(), { name: 'q', url, token: undefined, timeoutMs: 30_000 }, message),
}

/** Answers the head of an answer and then as it likes. */
const answering = async (answer: (socket: Socket) => void): Promise<FaultServer> =>
  keep(await faultServer((socket) => socket.once('data', () => answer(socket))))

describe.each(Object.entries(senders))('%s', (_name, send) => {
  it('takes a yes and reads no more of an answer without an end', async () => {
    const { url, sent, mostBytes } = keep(await talker('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'))
    expect(await send(url)).toMatchObject({ status: 200, text: 'y'.repeat(500) })
    expect(sent.bytes).toBeLessThan(mostBytes)
  })

  it('does not read on in headers without an end', async () => {
    const { url, sent, mostBytes } = keep(await talker('HTTP/1.1 200 OK\r\nx: '))
    expect(await send(url)).toMatchObject({ status: null })
    expect(sent.bytes).toBeLessThan(mostBytes)
  })

  it('goes nowhere else', async () => {
    let elsewhere = 0
    const inside = keep(await faultServer(() => (elsewhere += 1)))
    for (const location of [inside.url, 'http://169.254.169.254/latest/meta-data/']) {
      const { url } = await answering((socket) =>
        socket.end(`HTTP/1.1 307 Go\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
      )
      expect(await send(url)).toMatchObject({ status: 307 })
    }
    expect(elsewhere).toBe(0)
  })

  it('says why it does not call an address inside of a network', async () => {
    expect(await send('https://10.0.0.1/')).toEqual({
      status: null,
      text: 'The address must be reachable from outside; it points into a private network',
    })
  })
})
