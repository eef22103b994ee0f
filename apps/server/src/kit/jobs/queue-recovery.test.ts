import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { systemActor } from '../audit.ts'
import { kitApp, type KitApp } from '../testing/kit-app.ts'
import { perform } from '../unit-of-work.ts'
import { JobQueue } from './job-queue.ts'
import { queueTask } from './queue-task.ts'

/** A way to the database that can be cut, and on which the answers to whoever listens can be held up. */
class Way {
  readonly #database: URL
  readonly #server: Server
  readonly #lines = new Map<Socket, { listens: boolean; heldUp: Buffer[] }>()
  #isCut = false

  constructor(url: string) {
    this.#database = new URL(url)
    this.#server = createServer((line) => this.#connect(line))
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.#database)
    url.searchParams.set('host', '127.0.0.1')
    url.searchParams.set('port', String((this.#server.address() as AddressInfo).port))
    return url.href
  }

  get hasListener(): boolean {
    return [...this.#lines.values()].some(({ listens }) => listens)
  }

  /** Nobody gets through any more; whoever listens is not even told so. */
  cut(): void {
    this.#isCut = true
    for (const [line, { listens }] of this.#lines) if (!listens) line.destroy()
  }

  mend(): void {
    this.#isCut = false
    for (const [line, { heldUp }] of this.#lines) for (const data of heldUp.splice(0)) line.write(data)
  }

  close(): void {
    this.#server.close()
    for (const line of this.#lines.keys()) line.destroy()
  }

  #connect(line: Socket): void {
    if (this.#isCut) return void line.destroy()
    const state = { listens: false, heldUp: [] as Buffer[] }
    this.#lines.set(line, state)
    const { searchParams, hostname, port } = this.#database
    const [host, at] = [searchParams.get('host') ?? hostname, searchParams.get('port') ?? port]
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${at}`) : connect(Number(at), host)
    line.on('data', (data) => {
      if (data.includes('LISTEN "jobs:insert"')) state.listens = true
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (this.#isCut) state.heldUp.push(data)
      else line.write(data)
    })
    const end = () => {
      this.#lines.delete(line)
      line.destroy()
      upstream.destroy()
    }
    for (const socket of [line, upstream]) socket.on('close', end).on('error', end)
  }
}

let test: KitApp
let way: Way
beforeAll(async () => {
  test = await kitApp(() => [])
  way = new Way(test.queueUrl)
})
afterAll(async () => {
  way.close()
  await test.close()
})

const enqueue = (n: number) =>
  perform(test.deps, systemActor, (work) => Promise.resolve(work.enqueue({ task: 'note', payload: { n } })))

it('takes jobs again, and can be stopped, after two jobs at once could not be written off', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  const begun = new Set<number>()
  const finish = new Map<number, () => void>()
  const note = queueTask('note', z.object({ n: z.number() }), async ({ n }) => {
    begun.add(n)
    if (n <= 2) await new Promise<void>((resolve) => finish.set(n, resolve))
  })
  const queue = new JobQueue({ url: await way.open(), tasks: [note], log, lastWordMs: 50 })
  queue.start()
  await enqueue(1)
  await enqueue(2)
  await eventually(
    () => finish.size === 2 && way.hasListener,
    (isReady) => isReady,
  )
  way.cut()
  for (const end of finish.values()) {
    end()
    // So that each is written off by itself: what ends within a millisecond is written off together.
    await sleep(20)
  }
  await eventually(
    () => said.filter((line) => line.includes('Failed to complete jobs')).length,
    (failed) => failed === 2,
  )
  way.mend()
  await enqueue(3)
  await eventually(
    () => begun.has(3),
    (isTaken) => isTaken,
    'nobody took the job',
  )
  // Before the stop, at whose end a busy machine may be slower than the last word this test allows.
  expect(said.filter((line) => line.includes('left alone'))).toHaveLength(1)
  await queue.stop()
})
