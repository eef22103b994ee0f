// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from '../repository.mjs'
import { findWrongDirections } from './check.mjs'
import { readSource } from './read-source.mjs'
import { commandsOfPayments } from './rules.mjs'

/** @param {Record<string, string>} files */
const check = (files) =>
  findWrongDirections(Object.entries(files).map(([path, text]) => readSource(path, text))).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  )

/** @type {[string, Record<string, string>, string][]} */
const wrong = [
  [
    'a test whose names are digits of chance',
    { 'apps/server/src/a.test.ts': 'const key = `key-${Math.random()}`' },
    'Math.random: a test makes its names with randomUUID',
  ],
  [
    'the web reaching into the server',
    { 'apps/web/src/kit/a.ts': `import { x } from '@signalbox/server/x'` },
    '@signalbox/web must not import @signalbox/server',
  ],
  [
    'a production server that knows the sandbox',
    { 'apps/server/src/a.ts': `import { demo } from '@signalbox/sandbox/demo/demo'` },
    '@signalbox/server must not import @signalbox/sandbox',
  ],
  [
    'a sandbox that opens a connection of its own',
    { 'apps/sandbox/src/a.ts': `import { request } from 'node:http'` },
    'only kit/outbound opens connections',
  ],
  [
    'a relative way out of the room',
    { 'apps/web/src/kit/a.ts': `import { x } from '../../../server/src/x.ts'` },
    'apps/server/src/x.ts is outside this room',
  ],
  [
    'the model using a package of Node',
    { 'packages/model/src/a.ts': `import { readFile } from 'node:fs'` },
    '@signalbox/model is pure: it must not import node:fs',
  ],
  [
    'the kit knowing a screen',
    { 'apps/web/src/kit/a.ts': `import { x } from '../screens/home/x.ts'` },
    'kit must not import screens',
  ],
  [
    'a lazy import that goes upwards',
    { 'apps/web/src/ui/a.ts': `const x = () => import('../kit/x.ts')` },
    'ui must not import kit',
  ],
  [
    'a re-export that goes upwards',
    { 'apps/server/src/kit/a.ts': `export { x } from '../people/user/x.ts'` },
    'kit must not import people',
  ],
  [
    'an area knowing the composition root',
    { 'apps/server/src/people/user/a.ts': `import { buildApp } from '../../app.ts'` },
    'people must not import app.ts',
  ],
  [
    'one screen using another',
    {
      'apps/web/src/screens/admin/a/a-screen.tsx': `import { x } from '../b/parts.ts'`,
      'apps/web/src/screens/admin/b/b-screen.tsx': '',
      'apps/web/src/screens/admin/b/parts.ts': '',
    },
    'a screen must not import another screen: admin/b',
  ],
  [
    'one area opening the store of another',
    { 'apps/server/src/people/user/a.ts': `import { x } from '../merchant/store.ts'` },
    'an area asks another only through its read-model.ts: merchant',
  ],
  [
    'an area opening the store of another in the room below',
    { 'apps/server/src/setup/psp/a.ts': `import { x } from '../../people/merchant/store.ts'` },
    'an area asks another only through its read-model.ts: merchant',
  ],
  [
    'people knowing what payments run on',
    { 'apps/server/src/people/user/a.ts': `import { x } from '../../setup/config/read-model.ts'` },
    'people must not import setup',
  ],
  [
    'the core of payments knowing an area of payments',
    { 'apps/server/src/payments/core/flow/a.ts': `import { x } from '../../cases/x.ts'` },
    'core must not import transactions/approvals/cases',
  ],
  [
    'an area of payments reaching into another',
    { 'apps/server/src/payments/approvals/a.ts': `import { x } from '../cases/resolve.ts'` },
    'an area of payments asks another only through its read-model.ts or a command of rules.mjs: cases',
  ],
  [
    'a command of an area of payments called by one it is not for',
    { 'apps/server/src/payments/gdpr/a.ts': `import { x } from '../approvals/approvals.ts'` },
    'an area of payments asks another only through its read-model.ts or a command of rules.mjs: approvals',
  ],
  [
    'kyc reaching into the jobs of payments',
    { 'apps/server/src/payments/kyc/a.ts': `import { x } from '../jobs/payment-work.ts'` },
    'must not import jobs/public-api',
  ],
  [
    'SQL in a service',
    { 'apps/server/src/people/user/service.ts': `const rows = db.selectFrom('user').execute()` },
    'selectFrom(): SQL belongs in a store',
  ],
  [
    'raw SQL in a service',
    { 'apps/server/src/people/user/service.ts': `import { sql } from 'kysely'` },
    'kysely: SQL belongs in a store',
  ],
  [
    'reading the environment',
    { 'apps/server/src/kit/a.ts': `const key = process.env.MASTER_KEY` },
    'only config.ts reads the environment',
  ],
  [
    'a call of its own',
    { 'apps/web/src/screens/home/a.ts': `await window.fetch('/x')` },
    'only the api client',
  ],
  ...[
    `await fetch('https://x.example')`,
    `await globalThis.fetch('https://x.example')`,
    `const call = fetch`,
    `const call = globalThis['fetch']`,
    `const parts = { fetch }`,
    `new WebSocket('wss://x.example')`,
    `import { request } from 'node:http'`,
    `import http from 'node:http'`,
    `import * as http from 'http'`,
    `import { createServer, Agent } from 'node:http'`,
    `import { get } from 'node:https'`,
    `import { connect } from 'node:net'`,
    `import { Socket } from 'node:net'`,
    `import { connect } from 'node:tls'`,
    `import { lookup } from 'node:dns/promises'`,
    `import { Agent } from 'undici'`,
    `import { createTransport } from 'nodemailer'`,
    `export { request } from 'node:http'`,
    `export * from 'node:net'`,
    `const { request } = await import('node:http')`,
    `const require = createRequire(import.meta.url)`,
    `const { request } = process.getBuiltinModule('node:http')`,
  ].map(
    (text) =>
      /** @type {[string, Record<string, string>, string]} */ ([
        `a connection of its own: ${text}`,
        { 'apps/server/src/people/user/a.ts': text },
        'only kit/outbound opens connections',
      ]),
  ),
  [
    'the library of traces outside of kit/tracing',
    { 'apps/server/src/payments/core/a.ts': `import { trace } from '@opentelemetry/api'` },
    'spans are made through kit/tracing',
  ],
  [
    'a connection of its own to the database',
    { 'apps/server/src/kit/a.ts': `import pg from 'pg'` },
    'a connection to the database is opened by',
  ],
  [
    'a named import of zod',
    { 'packages/model/src/a.ts': `import { z } from 'zod'` },
    "write import * as z from 'zod/mini'",
  ],
  [
    'a clock in the model',
    { 'packages/model/src/a.ts': `const now = Date.now()` },
    'Date.now: clock, ids and randomness',
  ],
  [
    'a clock in a feature',
    { 'apps/server/src/people/user/a.ts': `const now = new Date()` },
    'new Date: clock',
  ],
  [
    'an id in a feature',
    { 'apps/server/src/people/user/a.ts': `const id = crypto.randomUUID()` },
    'randomUUID: clock, ids and randomness',
  ],
]

/** @type {[string, Record<string, string>][]} */
const right = [
  ['going down', { 'apps/web/src/shell/a.ts': `import { x } from '../ui/x.ts'` }],
  [
    'the composition root taking everything',
    { 'apps/server/src/main.ts': `import { x } from './people/user/x.ts'` },
  ],
  [
    'single files for everybody',
    { 'apps/server/src/kit/a.ts': `import type { Config } from '../config.ts'` },
  ],
  [
    'the model from both sides',
    { 'apps/server/src/kit/a.ts': `import { x } from '@signalbox/model/field/field'` },
  ],
  [
    'a read model of another area',
    { 'apps/server/src/setup/a/a.ts': `import { x } from '../b/read-model.ts'` },
  ],
  [
    'a read model of another area of payments',
    { 'apps/server/src/payments/cases/a.ts': `import { x } from '../operations/read-model.ts'` },
  ],
  [
    'a command of another area of payments',
    { 'apps/server/src/payments/jobs/a.ts': `import { x } from '../approvals/approvals.ts'` },
  ],
  [
    'an area of payments on its core',
    { 'apps/server/src/payments/cases/a.ts': `import { x } from '../core/operations/actor.ts'` },
  ],
  ['SQL in a store', { 'apps/server/src/setup/a/user-store.ts': `import { sql } from 'kysely'` }],
  ['types of the query builder', { 'apps/server/src/setup/a/service.ts': `import type { Pool } from 'pg'` }],
  ['parts of the same screen', { 'apps/web/src/screens/a/parts/x.ts': `import { y } from '../y.ts'` }],
  [
    'the table of contents of the screens',
    {
      'apps/web/src/screens/index.ts': `import('./a/a-screen.tsx')`,
      'apps/web/src/screens/a/a-screen.tsx': '',
    },
  ],
  ...[
    `import { createServer, type Socket } from 'node:net'`,
    `import { createServer, type IncomingMessage } from 'node:http'`,
    `import type { Transporter } from 'nodemailer'`,
    `import { isIP } from 'node:net'`,
    `const parts = { fetch: ask }; parts.fetch(); type Call = typeof fetch`,
  ].map(
    (text) =>
      /** @type {[string, Record<string, string>]} */ ([
        `no connection: ${text}`,
        { 'apps/server/src/kit/a.ts': text },
      ]),
  ),
  ['the way out', { 'apps/server/src/kit/outbound/http-exchange.ts': `import http from 'node:http'` }],
  ['zod in its small form', { 'packages/model/src/a.ts': `import * as z from 'zod/mini'` }],
  ['a given moment', { 'packages/model/src/a.ts': `const at = new Date(now)` }],
  [
    'tests that set up their world',
    { 'apps/server/src/setup/a/a.test.ts': `import { buildApp } from '../../app.ts'\nDate.now()` },
  ],
]

describe('findWrongDirections', () => {
  it.each(wrong)('refuses %s', (_, files, message) => {
    expect(check(files)).toEqual([expect.stringContaining(message)])
  })

  it.each(right)('accepts %s', (_, files) => {
    expect(check(files)).toEqual([])
  })

  it('points at the line', () => {
    expect(check({ 'apps/web/src/ui/a.ts': `// why\n\nimport { x } from '../kit/x.ts'\n` })[0]).toMatch(
      /^apps\/web\/src\/ui\/a.ts:3 /,
    )
  })
})

it('names no command of payments that nobody calls any more', () => {
  const payments = 'apps/server/src/payments'
  const calls = (/** @type {string} */ command, /** @type {string} */ area) =>
    sourceFiles([`${payments}/${area}`], (path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).some(
      (path) => readFileSync(join(root, path), 'utf8').includes(`/${command}'`),
    )
  const idle = Object.entries(commandsOfPayments).flatMap(([command, areas]) =>
    areas.filter((area) => !calls(command, area)).map((area) => `${command} by ${area}`),
  )
  expect(idle).toEqual([])
})
