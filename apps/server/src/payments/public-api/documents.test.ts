import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '@signalbox/model/calls/index'
import { newApiToken } from '../../testing/new-api-token.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { scriptedServices } from '../testing/scripted-services.ts'

type Json = Record<string, unknown>

interface ApiDocument {
  readonly paths: Record<string, Record<string, Json>>
  readonly components: Record<string, Record<string, Json>>
}

const names = ['public', 'console'] as const
const addresses = { public: '/signalbox/api/v1', console: '/signalbox/backoffice/api' }

let platform: TestPlatform
const documents = new Map<string, ApiDocument>()
const documentOf = (name: string): ApiDocument => documents.get(name) ?? { paths: {}, components: {} }

beforeAll(async () => {
  platform = await testPlatform({}, { services: scriptedServices() })
  for (const name of names)
    documents.set(name, (await platform.app.inject(`${addresses[name]}/openapi.json`)).json<ApiDocument>())
})
afterAll(() => platform.close())

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object with named members below a part of a document, as text. */
function shapesIn(part: unknown, found: string[] = []): string[] {
  if (Array.isArray(part)) for (const each of part) shapesIn(each, found)
  if (!isObject(part)) return found
  const { description: _said, ...shape } = part
  if (part.type === 'object' && isObject(part.properties) && Object.keys(part.properties).length > 0)
    found.push(JSON.stringify(shape))
  for (const [name, inner] of Object.entries(part)) if (!/^examples?$/.test(name)) shapesIn(inner, found)
  return found
}

interface Operation {
  readonly requestBody?: Json
  readonly responses?: Record<string, Json>
}

/** Statuses of refusals that are written out at an operation. */
const ownRefusals = ({ responses = {} }: Operation): string[] =>
  Object.keys(responses).filter((status) => status >= '401' && responses[status]?.$ref === undefined)

/** Bodies and answers without an example. */
const silent = ({ requestBody, responses = {} }: Operation): string[] =>
  [requestBody, responses[200], responses[201]]
    .filter(isObject)
    .flatMap(({ content }) => Object.entries((content ?? {}) as Record<string, Json>))
    .filter(([type, media]) => type !== '*/*' && media.example === undefined)
    .map(([type]) => type)

describe.each(names)('the description of the %s API', (name) => {
  it('says every shape once, under a name', () => {
    const shapes = shapesIn(documentOf(name))
    const twice = shapes.filter((shape, index) => shapes.indexOf(shape) !== index)
    expect(twice.map((shape) => shape.slice(0, 200))).toEqual([])
    expect(Object.keys(documentOf(name).components.schemas ?? {})).toEqual(
      expect.arrayContaining(['Error', 'Money', name === 'public' ? 'Payment' : 'BankMapping']),
    )
  })

  it('refers to nothing that is not there, and to everything that is', () => {
    const text = JSON.stringify(documentOf(name))
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, to]) => to))
    const there = Object.entries(documentOf(name).components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, each]) => Object.keys(each).map((key) => `${kind}/${key}`))
    expect([...referred].sort()).toEqual(there.sort())
  })

  it('shares its refusals, and tells an example of each body and answer', () => {
    const operations = Object.entries(documentOf(name).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
    )
    expect(
      operations.flatMap(({ at, operation }) =>
        [...ownRefusals(operation), ...silent(operation)].map((what) => `${at} ${what}`),
      ),
    ).toEqual([])
  })

  /** Switched off by name: what is so on purpose. */
  const onPurpose = {
    // The licence is that of the code; who may call the API, whoever runs the platform decides.
    'info-license': 'off',
    // Addresses of the specification; plain words win over parameters, as OpenAPI says.
    'no-ambiguous-paths': 'off',
    // `/template/` is written so in the specification.
    'no-path-trailing-slash': 'off',
  } as const

  it('has nothing a linter finds', async () => {
    const config = await createConfig({ extends: ['recommended'], rules: onPurpose })
    const source = JSON.stringify(documentOf(name))
    const problems = await lintFromString({ source, absoluteRef: `/${name}.json`, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })
})

it('shows examples of the console that its calls would take', () => {
  const { paths } = documentOf('console')
  const refused = allCalls.flatMap(({ key, method, path, body }) => {
    const { requestBody } = (paths[path]?.[method.toLowerCase()] ?? {}) as {
      requestBody?: { content: Record<string, Json> }
    }
    const read = body?.safeParse(requestBody?.content['application/json']?.example)
    return !read || read.success ? [] : [[key, read.error.issues]]
  })
  expect(refused).toEqual([])
})

describe('a client generated from both', () => {
  const root = fileURLToPath(new URL('../../../../../', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-integrator-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Two generations and a compiler on a busy machine. */
  const compilingMs = 180_000

  const compilerOptions = {
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'built',
  }

  it(
    'is checked by the compiler, and pays, captures, refunds and withdraws',
    async () => {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      for (const name of names) {
        const types = await openapiTypes(JSON.stringify(documentOf(name)))
        writeFileSync(join(folder, `${name}-api.ts`), astToString(types))
      }
      copyFileSync(
        fileURLToPath(new URL('testing/integrator.ts.txt', import.meta.url)),
        join(folder, 'integrator.ts'),
      )
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['integrator.ts'] }),
      )
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
        (error: { stdout?: string }) => error,
      )
      expect(compiled.stdout).toBe('')

      const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
      const login = await platform.app.inject({
        method: 'POST',
        url: '/signalbox/login',
        payload: { username: 'approver1', password: 'signalbox-demo-1' },
      })
      type Integrate = (access: Record<string, unknown>) => Promise<unknown>
      const client = (await import(pathToFileURL(join(folder, 'built/integrator.js')).href)) as {
        integrate: Integrate
      }
      const done = await client.integrate({
        api: origin + addresses.public,
        console: origin + addresses.console,
        token: await newApiToken(platform),
        cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        newKey: randomUUID,
      })
      expect(done).toEqual({
        states: [
          'CreditcardDeposit SUCCESSFUL',
          'Capture SUCCESSFUL',
          'Refund SUCCESSFUL',
          'BankIBANWithdrawal WAITING_APPROVAL',
        ],
        approved: true,
        found: 2,
        refusal: 'NOT_FOUND',
      })
    },
    compilingMs,
  )
})
