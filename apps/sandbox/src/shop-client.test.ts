import { expect, it } from 'vitest'
import type { HttpEnding, HttpRequest } from '@signalbox/server/kit/outbound/http-exchange'
import { createShopClient } from './shop-client.ts'

const client = { clientId: 'shop', secret: 'secret' }
const answered = (status: number, body: object): HttpEnding => ({
  kind: 'answered',
  status,
  headers: {},
  body: JSON.stringify(body),
})

/** A platform that gives tokens as `giveToken` says, and answers whoever has one. */
function platform(giveToken: (no: number) => HttpEnding) {
  const asked: HttpRequest[] = []
  const shop = createShopClient({
    baseUrl: 'http://platform.example/signalbox',
    now: () => 0,
    exchange: async (request) => {
      asked.push(request)
      await Promise.resolve()
      return request.url.includes('/oauth/token') ? giveToken(tokens().length) : answered(200, {})
    },
  })
  const tokens = () => asked.filter(({ url }) => url.includes('/oauth/token'))
  const call = () => shop.call(client, { method: 'GET', path: '/messages' })
  return { call, tokens }
}

const token = (no: number) => answered(200, { access_token: `token ${no}`, expires_in: 600 })

it('asks for one token, however many calls a page makes at once', async () => {
  const { call, tokens } = platform(token)
  const answers = await Promise.all(Array.from({ length: 12 }, call))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  await call()
  expect(tokens()).toHaveLength(1)
})

it('asks again after it was refused one', async () => {
  const { call, tokens } = platform((no) => (no === 1 ? answered(429, { error: 'slow_down' }) : token(no)))
  await expect(Promise.all([call(), call()])).rejects.toThrow()
  expect((await call()).status).toBe(200)
  expect(tokens()).toHaveLength(2)
})
