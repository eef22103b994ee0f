import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { moneyCodec } from '@signalbox/model/money/money-schema'
import { depositRequestSchema, withdrawalRequestSchema } from '@signalbox/model/payments/payment-request'
import { testWayOut } from '@signalbox/server/kit/outbound/testing/test-way-out'
import { amountTrigger } from '../psp/triggers.ts'
import { openTestSandbox } from '../testing/test-sandbox.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { nextPurchase, type TrafficMix } from './purchase.ts'
import { createTraffic } from './traffic.ts'

const shop = {
  merchantId: 100010001,
  currencies: ['SEK', 'EUR'],
  clientId: 'demo-client',
  secret: 'demo-secret',
}

/** The same draws every time. */
function draws(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** What the check digits of an IBAN are made for. */
const mod97 = (iban: string): bigint => {
  const turned = `${iban.slice(4)}${iban.slice(0, 4)}`
  return BigInt(turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
}

describe('what users do', () => {
  const random = draws(42)
  const purchases = Array.from({ length: 5_000 }, () => nextPurchase(shop, random))

  it('is something the public API takes', () => {
    for (const { path, body } of purchases) {
      const schema = path === '/deposits' ? depositRequestSchema : withdrawalRequestSchema
      expect(schema.safeParse(body).error, JSON.stringify(body)).toBeUndefined()
    }
  })

  it("touches nobody else's account, and only accounts that can exist", () => {
    const owners = new Map<unknown, Set<unknown>>()
    for (const { body } of purchases) {
      const account = body.iban ?? body.walletAccount
      if (account !== undefined) owners.set(account, (owners.get(account) ?? new Set()).add(body.userId))
      if (typeof body.iban === 'string') expect(mod97(body.iban)).toBe(1n)
    }
    expect(owners.size).toBeGreaterThan(50)
    expect([...owners.values()].filter((users) => users.size > 1)).toEqual([])
  })

  it('is varied, and mostly harmless', () => {
    const of = (test: (purchase: (typeof purchases)[number]) => boolean) =>
      purchases.filter(test).length / purchases.length
    expect(new Set(purchases.map(({ body }) => body.txType)).size).toBeGreaterThan(5)
    expect(of(({ path }) => path === '/withdrawals')).toBeCloseTo(0.1, 1)
    const triggers = of(({ body }) =>
      /^(666|777|888|999)$/.test(amountTrigger(moneyCodec.parse(body.amount)).family),
    )
    expect(triggers).toBeGreaterThan(0)
    expect(triggers).toBeLessThan(0.01)
  })
})

describe('who comes when asked for', () => {
  const random = draws(42)
  const come = (mix: TrafficMix) =>
    Array.from({ length: 400 }, () => nextPurchase(shop, random, mix).body as Record<string, any>)
  const pans = (bodies: readonly Record<string, any>[]) => bodies.flatMap(({ card }) => card?.pan ?? [])

  it('is refused as often as wished, from the country wished for, with money out or in', () => {
    const refused = come({ declinePct: 100, payoutPct: 0, country: 'DEU' })
    expect(refused.every(({ ip }) => ip.startsWith('198.51.100.'))).toBe(true)
    expect(pans(refused)).not.toContain('4111111111111111')
    expect(pans(refused)).toContain('4000000000000002')
    expect(pans(come({ declinePct: 0 }))).not.toContain('4000000000000002')
    const payouts = come({ payoutPct: 100 })
    expect(payouts.every(({ txType }) => txType.endsWith('Withdrawal'))).toBe(true)
    const chosen = come({ methods: ['BankDeposit', 'VoucherDeposit'], payoutPct: 0 })
    expect(new Set(chosen.map(({ txType }) => txType))).toEqual(new Set(['BankDeposit', 'VoucherDeposit']))
  })
})

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A platform that sends every payment through a page. */
async function platform() {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      if (request.url?.startsWith('/signalbox/oauth'))
        return response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
      if (request.url?.startsWith('/signalbox/api'))
        return response.end(JSON.stringify({ redirectOutput: { url: `${origin}/page` } }))
      if (request.method === 'GET' && request.url === '/page')
        return response.end('<form method="post"></form>')
      response.writeHead(303, { location: 'https://shop.example/thanks' }).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  open.push(
    { close: () => new Promise((resolve) => server.close(resolve)) },
    { close: () => server.closeAllConnections() },
  )
  return { origin, seen }
}

describe('traffic', () => {
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const begin = async (tps: number) => {
    const { origin, seen } = await platform()
    const clock = fakeClock()
    const wayOut = testWayOut()
    const { exchange } = wayOut
    const traffic = createTraffic({ clock, random: draws(7), exchange, sandboxOrigin: () => origin })
    open.push({ close: () => traffic.stop() }, wayOut)
    traffic.set({ tps, baseUrl: `${origin}/signalbox`, shops: [shop] })
    const payments = () => seen.filter(({ url }) => url.startsWith('/signalbox/api'))
    return { clock, seen, payments, traffic, origin }
  }

  it('comes as often as it is asked for, each payment under its own key', async () => {
    const { clock, payments } = await begin(2)
    let seconds = 0
    // On a busy machine some find too many before them and go away: it takes longer then, but never less.
    while (payments().length <= 60) {
      await clock.advance(1_000)
      seconds += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(seconds).toBeGreaterThan(18)
    const keys = payments().map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(keys.length)
    expect(payments()[0]?.headers.authorization).toBe('Bearer token')
  })

  it('sits at pages, and stays on the roads it knows', async () => {
    const { clock, seen } = await begin(2)
    await clock.advance(10_000)
    await until(() => seen.some(({ method, url }) => method === 'POST' && url === '/page'))
    const answered = seen.find(({ method, url }) => method === 'POST' && url === '/page')
    expect(answered?.body).toContain('otp=1234')
  })

  it('is changed while it runs, and put back as it was ordered', async () => {
    const { clock, payments, traffic } = await begin(5)
    expect(traffic.retune({ tps: 0 })).toBe(true)
    await clock.advance(60_000)
    expect(payments()).toEqual([])
    traffic.reset()
    expect(traffic.current()).toEqual({ tps: 5 })
    await clock.advance(10_000)
    await until(() => payments().length > 0)
  })

  it('comes as before while the sandbox travels in time, and once it is back', async () => {
    const { origin, seen } = await platform()
    const sandbox = await openTestSandbox()
    open.push(sandbox)
    const payments = () => seen.filter(({ url }) => url.startsWith('/signalbox/api')).length
    const more = async () => {
      const before = payments()
      await sandbox.clock.advance(60_000)
      await until(() => payments() > before)
    }
    await sandbox.write('PUT', '/admin/traffic', { tps: 0.5, baseUrl: `${origin}/signalbox`, shops: [shop] })
    await more()
    await sandbox.write('POST', '/admin/time', { minutes: 10_080 })
    await more()
    expect((await sandbox.write('DELETE', '/admin/time')).status).toBe(200)
    await more()
  })

  it('stops', async () => {
    const { clock, payments, traffic, origin } = await begin(5)
    traffic.set({ tps: 0, baseUrl: `${origin}/signalbox`, shops: [shop] })
    await clock.advance(60_000)
    expect(payments()).toEqual([])
  })
})
