import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = import.meta.dirname
const program = join(here, '../../apps/server/dist/main.js')
const recorder = pathToFileURL(join(here, 'record-sql.mjs')).href
const startLimitMs = 300_000

/**
 * The built server, as `npm start` runs it, on a database of its own in a folder that goes away with it.
 * @param {{ username?: string, dataDir?: string, execArgv?: string[], besides?: Server, settings?: Record<string, string> }} [options]
 *   the demo login that asks; a folder that is there already and stays; more options of Node; a server whose database and
 *   outside world it shares; settings of the server that differ from those of others
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 */
export async function startServer({
  username = 'admin',
  dataDir: given,
  execArgv = [],
  besides,
  settings = {},
} = {}) {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  const port = await freePort()
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = fork(program, {
    execArgv: [...execArgv, '--import', recorder],
    env: {
      ...inherited,
      PORT: String(port),
      DATA_DIR: dataDir,
      TRAFFIC_TPS: '0',
      SEED_TRANSACTIONS: '0',
      LOG_LEVEL: 'error',
      ...(besides && (await settingsOfSecond(besides))),
      ...settings,
    },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    if (!given) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(child)
  } catch (error) {
    await stop()
    throw error
  }

  const url = `http://127.0.0.1:${port}`
  const ask = async (question) => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer
  }
  const cookie = await signIn(url, username)
  return {
    ...callsOf(url, cookie),
    url,
    dataDir,
    /** Banks and merchants listen ten ports above. */
    sandboxUrl: besides?.sandboxUrl ?? `http://127.0.0.1:${port + 10}`,
    /** The same calls by somebody else. */
    as: async (other) => {
      const own = await signIn(url, other)
      return { ...callsOf(url, own), cookie: own }
    },
    pid: child.pid,
    cookie,
    stop,
    ownerOfDatabase: () => ask('owner'),

    /** The statements the server sends to the database while it answers one call, or while something else is done. */
    async statementsOf(path) {
      return this.statementsDuring(() => this.get(path))
    },

    /** @param {() => Promise<unknown>} act */
    async statementsDuring(act) {
      await ask('record')
      await act()
      return ask('recorded')
    },
  }
}

/** What makes a second process a node of the same installation. */
async function settingsOfSecond(first) {
  const { host, port, user, password, database } = await first.ownerOfDatabase()
  const url = new URL(`postgresql://localhost/${database}`)
  url.username = user
  url.password = password ?? ''
  url.searchParams.set('host', host)
  url.searchParams.set('port', String(port))
  return {
    DATABASE_URL: url.href,
    MASTER_KEY: readFileSync(join(first.dataDir, 'master.key'), 'utf8').trim(),
    SANDBOX_URL: first.sandboxUrl,
  }
}

/** Calls of the console, by path below the base of its API. */
function callsOf(url, cookie) {
  const call = async (method, path, body) => {
    const request = {
      method,
      headers: {
        cookie: `${cookie.name}=${cookie.value}`,
        ...(body && { 'content-type': 'application/json', 'x-operation-id': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const send = () => fetch(`${url}/signalbox/backoffice/api${path}`, request)
    // A line that was quiet while we read a long answer may be closed as we use it again. Under the same id a second try
    // does nothing twice.
    const answer = await send().catch(send)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  }
}

async function untilReady(child) {
  const deadline = AbortSignal.timeout(startLimitMs)
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  while (!printed.includes('Signalbox ready at')) {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready. ${printed}`)
    await Promise.race([once(child.stdout, 'data', { signal: deadline }), once(child, 'exit')])
  }
}

async function signIn(url, username) {
  const answer = await fetch(`${url}/signalbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'signalbox-demo-1' }),
  })
  const { status } = await answer.json()
  if (status !== 'authenticated') throw new Error(`Signing in ended with ${answer.status} ${status}.`)
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]*session[^=]*)=([^;]+)/i.exec(line) ?? []
    if (name) return { name, value }
  }
  throw new Error('Signing in set no session cookie.')
}

/**
 * Below the range from which the system gives ports to clients, one of which could otherwise be ours already. Not always the
 * same, or two benchmarks that start at once would both find it free.
 */
async function freePort() {
  for (let port = 24_100 + Math.floor(Math.random() * 8_000); port < 32_768; port++) {
    const probe = createServer()
    const free = await new Promise((answer) => {
      probe.once('error', () => answer(false)).listen(port, '127.0.0.1', () => answer(true))
    })
    if (!free) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error('No port is free.')
}
