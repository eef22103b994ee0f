import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createServer } from './create-server.ts'
import { Metrics } from './metrics.ts'

const peer = '198.51.100.1'
const forged = '203.0.113.66'
const proxy = '192.0.2.8'
const visitor = '192.0.2.7'

/** Whom the server takes the sender of a request for. */
async function senderOf(trustedProxies: number, ...forwardedFor: string[]) {
  const app = await createServer({ log: pino({ level: 'silent' }), metrics: new Metrics(), trustedProxies })
  app.get('/sender', { config: { access: 'public' } }, ({ ip, protocol, host }) => ({ ip, protocol, host }))
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'forged.example',
    ...(forwardedFor.length > 0 && { 'x-forwarded-for': forwardedFor }),
  }
  const answer = await app.inject({ url: '/sender', remoteAddress: peer, headers })
  await app.close()
  return answer.json<{ ip: string; protocol: string; host: string }>()
}

describe('the address of a request', () => {
  // Every proxy adds whom it heard, behind what it was told, in the same header or in another one.
  it.each([
    { proxies: 0, headers: [], sender: peer },
    { proxies: 0, headers: [forged], sender: peer },
    { proxies: 0, headers: [forged, forged], sender: peer },
    { proxies: 1, headers: [], sender: peer },
    { proxies: 1, headers: [visitor], sender: visitor },
    { proxies: 1, headers: [`${forged}, ${visitor}`], sender: visitor },
    { proxies: 1, headers: [forged, visitor], sender: visitor },
    { proxies: 2, headers: [], sender: peer },
    { proxies: 2, headers: [`${visitor}, ${proxy}`], sender: visitor },
    { proxies: 2, headers: [`${forged}, ${visitor}, ${proxy}`], sender: visitor },
    { proxies: 2, headers: [forged, `${visitor}, ${proxy}`], sender: visitor },
    { proxies: 2, headers: [visitor], sender: visitor },
  ])('behind $proxies proxies that say $headers is $sender', async ({ proxies, headers, sender }) => {
    expect((await senderOf(proxies, ...headers)).ip).toBe(sender)
  })

  it('and the name and protocol it came by are not believed of just anybody', async () => {
    expect(await senderOf(0)).toMatchObject({ protocol: 'http', host: 'localhost:80' })
    expect(await senderOf(1)).toMatchObject({ protocol: 'https', host: 'forged.example' })
  })
})
