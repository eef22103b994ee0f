import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from './kit/create-server.ts'
import { Metrics } from './kit/metrics.ts'
import { webFiles } from './web-files.ts'

const root = mkdtempSync(join(tmpdir(), 'signalbox-web-'))
let app: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'assets/a.js'), 'as written '.repeat(1000))
  writeFileSync(join(root, 'assets/a.js.br'), 'brotli')
  writeFileSync(join(root, 'assets/a.js.gz'), 'gzip')
  writeFileSync(join(root, 'index.html'), '<html><head></head></html>')
  app = await createServer({ log: pino({ level: 'silent' }), metrics: new Metrics(), trustedProxies: 0 })
  app.get('/.well-known/known', { config: { access: 'public' } }, () => ({ known: true }))
  await webFiles(app, { root, product: 'signalbox', demo: false })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

it.each(['/transactions', '/signalbox/login'])('the page answers at %s', async (path) => {
  const answer = await app.inject(path)
  expect(answer.headers['content-type']).toContain('text/html')
})

it.each([
  '/.well-known',
  '/.well-known/security.txt',
  '/.well-known/openid-configuration',
  '/favicon.ico',
  '/signalbox/.well-known/openid-configuration',
  '/signalbox/api/v9/payments',
])('nothing is at %s, and JSON says so', async (path) => {
  const answer = await app.inject(path)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
})

it('what is at a well-known address stays there', async () => {
  expect((await app.inject('/.well-known/known')).json()).toEqual({ known: true })
})

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'as written '.repeat(1000)],
])('a file is sent as it was compressed when it was built: %s', async (accepted, encoding, body) => {
  const answer = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': accepted } })
  expect(answer.body).toBe(body)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toContain('javascript')
  expect(answer.headers['cache-control']).toContain('immutable')
  expect(answer.headers.vary).toContain('accept-encoding')
})

it('robots are asked to stay out', async () => {
  const answer = await app.inject('/robots.txt')
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toBe('User-agent: *\nDisallow: /\n')
})
