import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '../../database/connection-url.ts'
import { eventually } from '../../testing/eventually.ts'
import { systemActor } from '../audit.ts'
import { kitApp, type KitApp } from '../testing/kit-app.ts'
import { perform } from '../unit-of-work.ts'
import { JobQueue } from './job-queue.ts'
import { queueTask } from './queue-task.ts'

let test: KitApp
let elsewhere: pg.Client
beforeAll(async () => {
  test = await kitApp(() => [])
  elsewhere = new pg.Client({ connectionString: withDatabase(test.ownerUrl, 'postgres') })
  await elsewhere.connect()
})
afterAll(async () => {
  await elsewhere.end()
  await test.close()
})

const database = () => new URL(test.ownerUrl).pathname.slice(1)

/** The connections of the queue, the one it listens with apart. */
async function connections(): Promise<{ listener: number; others: number[] }> {
  const { rows } = await elsewhere.query<{ pid: number; listens: boolean }>(
    `select pid, query like 'LISTEN%' as listens from pg_stat_activity
     where datname = $1 and application_name = 'signalbox-jobs'`,
    [database()],
  )
  const listener = rows.find(({ listens }) => listens)?.pid ?? 0
  return { listener, others: rows.filter(({ listens }) => !listens).map(({ pid }) => pid) }
}

const enqueue = (n: number) =>
  perform(test.deps, systemActor, (work) => Promise.resolve(work.enqueue({ task: 'note', payload: { n } })))

it('takes jobs again, and can be stopped, after two jobs at once could not be written off', async () => {
  const errors: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void errors.push(line) })
  const begun = new Set<number>()
  const finish = new Map<number, () => void>()
  const note = queueTask('note', z.object({ n: z.number() }), async ({ n }) => {
    begun.add(n)
    if (n <= 2) await new Promise<void>((resolve) => finish.set(n, resolve))
  })
  const queue = new JobQueue({ ownerUrl: test.ownerUrl, tasks: [note], log, lastWordMs: 50 })
  queue.start()
  await enqueue(1)
  await enqueue(2)
  await eventually(
    () => finish.size,
    (size) => size === 2,
  )
  const { listener, others } = await eventually(connections, (found) => found.listener > 0)
  // The database takes nobody in, and is slow to let go of whoever listens.
  await elsewhere.query(`alter database ${database()} allow_connections false`)
  process.kill(listener, 'SIGSTOP')
  for (const pid of others) await elsewhere.query('select pg_terminate_backend($1)', [pid])
  for (const end of finish.values()) {
    end()
    await setImmediate()
    await setImmediate()
  }
  await eventually(
    () => errors.filter((line) => line.includes('Failed to complete jobs')).length,
    (failed) => failed === 2,
  )
  process.kill(listener, 'SIGCONT')
  await elsewhere.query(`alter database ${database()} allow_connections true`)
  await enqueue(3)
  await eventually(
    () => begun.has(3),
    (isTaken) => isTaken,
    'nobody took the job',
  )
  await queue.stop()
  expect(errors.filter((line) => line.includes('left alone'))).toHaveLength(1)
})
