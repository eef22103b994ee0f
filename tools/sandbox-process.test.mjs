// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testWayOut } from '../apps/server/src/kit/outbound/testing/test-way-out.ts'
import { openExternalServices } from '../apps/server/src/payments/connectors/index.ts'
import { startSandboxProcess } from '../apps/server/src/sandbox-process.ts'
import { euro, testAccount, testCall } from '../apps/server/src/sandbox/testing/test-sandbox.ts'
import { serverInput } from './build.mjs'
import { readSource } from './directions/read-source.mjs'
import { isTest } from './directions/rules.mjs'
import { root, sourceFiles } from './repository.mjs'

/** @type {string} */
let folder
/** @type {string} */
let program
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-sandbox-'))
  const { rolldown } = await import('rolldown')
  const { input, ...options } = serverInput()
  const bundle = await rolldown({
    ...options,
    input: { 'sandbox-main': input['sandbox-main'] ?? '' },
    external: /^node:/,
  })
  await bundle.write({ dir: folder, format: 'esm' })
  await bundle.close()
  program = join(folder, 'sandbox-main.js')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @type {(() => Promise<void>)[]} */
const leftovers = []
afterEach(async () => {
  for (const undo of leftovers.splice(0).reverse()) await undo()
})

/** Below the ports the system gives to clients: these servers are killed and started again. */
let nextPort = 25_700
const newPort = () => nextPort++

/** Somebody else's server on a port the sandbox would like to have. */
async function listenBelowClientPorts() {
  for (;;) {
    const [server, port] = [createServer(), newPort()]
    const listening = new Promise((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (await listening) return { server, port }
  }
}

const silent = { warn: () => undefined, error: () => undefined }

let nextFolder = 1
const newDataDir = () => join(folder, `data-${nextFolder++}`)

/** @param {{ dataDir: string, port: number }} settings */
async function start({ dataDir, port }) {
  const sandbox = await startSandboxProcess({
    dataDir,
    serverPort: port - 10,
    log: silent,
    program,
  })
  leftovers.push(() => sandbox.stop())
  return sandbox
}

/** @param {string} url */
const pidOf = async (url) => {
  const answer = await fetch(`${url}/health`)
  return /** @type {{ pid: number }} */ (await answer.json()).pid
}

/**
 * @param {string} url
 * @param {number} [before] The process that must be gone.
 */
async function alive(url, before) {
  for (;;) {
    const pid = await pidOf(url).catch(() => before)
    if (pid !== before) return pid
    await pause(50)
  }
}

const connectorOf = (/** @type {string} */ sandboxUrl) => {
  const { exchange, close } = testWayOut()
  const services = openExternalServices({ now: () => new Date(), exchange, sandboxUrl })
  leftovers.push(async () => close())
  const connector = services.connectorFor('acmecards')
  if (!connector) throw new Error('No connector')
  return connector
}

const account = { ...testAccount('acmecards'), timeouts: { connectMs: 2_000, readMs: 5_000 } }
const nobody = 'http://127.0.0.1:9/callback'

describe('the sandbox as a process', () => {
  it('knows after kill -9 everything it has answered', async () => {
    const [dataDir, port] = [newDataDir(), newPort()]
    const { url } = await start({ dataDir, port })
    const connector = connectorOf(url)
    let pid = await pidOf(url)
    /** @type {import('../apps/server/src/payments/connectors/connector.ts').PspCall[]} */
    const taken = []
    for (let round = 0; round < 3; round++) {
      let answered = 0
      // Several at once until it is killed in the midst of them.
      const client = async () => {
        for (;;) {
          const call = testCall('acmecards', nobody, { account, amount: euro('12.34') })
          if ((await connector.submit(call)).kind !== 'approved') return
          taken.push(call)
          if (++answered === 20) process.kill(pid, 'SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: 8 }, client))
      pid = (await alive(url, pid)) ?? 0
    }
    expect(taken.length).toBeGreaterThanOrEqual(60)
    for (const call of taken) {
      expect(await connector.query({ ...call, expectedAmount: call.amount })).toMatchObject({
        kind: 'approved',
      })
      expect(await connector.submit(call)).toMatchObject({ kind: 'approved' })
    }
    const answer = await fetch(`${url}/admin/totals`)
    const { items } = /** @type {{ items: { reference: string, captured: string }[] }} */ (
      await answer.json()
    )
    expect(new Set(items.map((item) => item.captured))).toEqual(new Set(['1234']))
    expect(new Set(items.map((item) => item.reference)).size).toBe(items.length)
  })

  it('drops half a line that nobody was told about', async () => {
    const [dataDir, port] = [newDataDir(), newPort()]
    const first = await start({ dataDir, port })
    const call = testCall('acmecards', nobody, { account })
    await connectorOf(first.url).submit(call)
    await first.stop()
    const book = join(dataDir, 'sandbox/psp-book.jsonl')
    const whole = readFileSync(book, 'utf8')
    appendFileSync(book, '[{"type":"moved","at":1,"id":"ac_')
    const { url } = await start({ dataDir, port: newPort() })
    expect(await connectorOf(url).query({ ...call, expectedAmount: call.amount })).toMatchObject({
      kind: 'approved',
    })
    expect(readFileSync(book, 'utf8')).toBe(whole)
  })

  it('is taken over by the next server when the first was killed', async () => {
    const [dataDir, port] = [newDataDir(), newPort()]
    const first = await start({ dataDir, port })
    const second = await start({ dataDir, port: newPort() })
    expect(second.url).toBe(first.url)
    expect(await pidOf(second.url)).toBe(await pidOf(first.url))
  })

  it('listens elsewhere when its usual port is taken', async () => {
    const stranger = await listenBelowClientPorts()
    leftovers.push(async () => void stranger.server.close())
    const { url } = await start({ dataDir: newDataDir(), port: stranger.port })
    expect(Number(new URL(url).port)).not.toBe(stranger.port)
    expect(await pidOf(url)).toBeGreaterThan(0)
  })

  it('leaves when asked to', async () => {
    const [dataDir, port] = [newDataDir(), newPort()]
    const sandbox = await start({ dataDir, port })
    await sandbox.stop()
    await expect(fetch(`${sandbox.url}/health`)).rejects.toThrow()
  })

  it('refuses to share its book with another process', async () => {
    const dataDir = newDataDir()
    await start({ dataDir, port: newPort() })
    const args = [program, '--dir', join(dataDir, 'sandbox'), '--port', String(newPort())]
    const second = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    second.stderr.on('data', (text) => (said += text))
    const [code] = await once(second, 'close')
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('already uses') })
  })
})

it('is nowhere imported by the server, so a production server cannot load it', () => {
  const server = 'apps/server/src'
  const outside = sourceFiles(
    [server],
    (path) => path.endsWith('.ts') && !path.startsWith(`${server}/sandbox/`) && !isTest.test(path),
  )
  expect(outside).toContain(`${server}/main.ts`)
  const importers = outside.filter((path) =>
    readSource(path, readFileSync(join(root, path), 'utf8')).imports.some(({ specifier }) =>
      posix.join(posix.dirname(path), specifier).startsWith(`${server}/sandbox/`),
    ),
  )
  expect(importers).toEqual([])
})
