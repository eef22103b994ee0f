import pino from 'pino'
import { expect, it } from 'vitest'
import { createServer } from './create-server.ts'
import { metricsRoute } from './metrics-route.ts'
import { Metrics } from './metrics.ts'

const token = '0123456789abcdef'

async function scrape(given: { token: string | undefined; production: boolean }, authorization?: string) {
  const metrics = new Metrics()
  const app = await createServer({ log: pino({ level: 'silent' }), metrics, trustedProxies: 0 })
  metricsRoute(app, { metrics, ...given })
  const answer = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  await app.close()
  expect([answer.statusCode, answer.body.includes('signalbox_')]).toEqual([
    answer.statusCode,
    answer.statusCode === 200,
  ])
  return answer
}

it.each([
  ['outside production, everybody', { token: undefined, production: false }, undefined, 200],
  ['in production without a token, nobody', { token: undefined, production: true }, undefined, 404],
  ['in production, whatever is guessed', { token: undefined, production: true }, 'Bearer undefined', 404],
  ['nobody without the token', { token, production: true }, undefined, 401],
  ['nobody with another', { token, production: true }, `Bearer ${token}0`, 401],
  ['nobody with an empty one', { token, production: true }, 'Bearer ', 401],
  ['nobody with it as a password', { token, production: true }, `Basic ${btoa(`x:${token}`)}`, 401],
  ['who shows it', { token, production: true }, `Bearer ${token}`, 200],
  ['nobody without it elsewhere, where one is set', { token, production: false }, undefined, 401],
])('may read metrics: %s', async (_, given, authorization, status) => {
  const answer = await scrape(given, authorization)
  expect(answer.statusCode).toBe(status)
  if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
})
