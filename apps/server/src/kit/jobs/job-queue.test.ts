import { sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPool } from '../database.ts'
import { perform } from '../unit-of-work.ts'
import { systemActor } from '../audit.ts'
import { kitApp, type KitApp } from '../testing/kit-app.ts'
import { JobQueue, runQueuedJobs } from './job-queue.ts'
import { queueTask, type QueueTask } from './queue-task.ts'
import { freeJobsOfDeadWorkers } from './worker-lease.ts'

let test: KitApp
let owner: pg.Pool
beforeAll(async () => {
  test = await kitApp(() => [])
  owner = createPool({ url: test.ownerUrl })
})
afterAll(async () => {
  await owner.end()
  await test.close()
})
beforeEach(() => owner.query('delete from graphile_worker._private_jobs'))

const enqueue = (task: string, payload: Record<string, unknown>, key?: string) =>
  perform(test.deps, systemActor, (work) => Promise.resolve(work.enqueue({ task, payload, key })))

const queueOptions = (...tasks: QueueTask[]) => ({ url: test.queueUrl, tasks, log: test.deps.log })
const numbered = z.object({ n: z.number() })
const queueState = async () =>
  (await sql<{ waiting: number; failed: number }>`select * from job_queue_state()`.execute(test.db)).rows[0]

it('runs a job that was committed and none that was rolled back', async () => {
  const seen: number[] = []
  const note = queueTask('note', numbered, ({ n }) => Promise.resolve(void seen.push(n)))
  await enqueue('note', { n: 1 })
  const rolledBack = perform(test.deps, systemActor, (work) => {
    work.enqueue({ task: 'note', payload: { n: 2 } })
    return Promise.reject(new Error('no'))
  })
  await expect(rolledBack).rejects.toThrow('no')
  await runQueuedJobs(queueOptions(note))
  expect(seen).toEqual([1])
  expect(await queueState()).toEqual({ waiting: 0, failed: 0 })
})

it('lets a later request with the same key replace an earlier one', async () => {
  const seen: number[] = []
  const note = queueTask('note', numbered, ({ n }) => Promise.resolve(void seen.push(n)))
  await enqueue('note', { n: 1 }, 'same')
  await enqueue('note', { n: 2 }, 'same')
  await runQueuedJobs(queueOptions(note))
  expect(seen).toEqual([2])
})

it('keeps a failed job for another try, later, and never runs one whose payload it cannot read', async () => {
  let runs = 0
  const failing = queueTask('failing', numbered, () => Promise.reject(new Error(`no ${++runs}`)))
  await enqueue('failing', { n: 1 })
  await enqueue('failing', { n: 'one' })
  await runQueuedJobs(queueOptions(failing))
  expect(runs).toBe(1)
  const { rows } = await owner.query<{ later: boolean; last_error: string }>(
    'select run_at > now() as later, last_error from graphile_worker._private_jobs order by id',
  )
  expect(rows).toMatchObject([
    { later: true, last_error: 'no 1' },
    { later: true, last_error: expect.stringContaining('not valid') as string },
  ])
})

it('runs each job once with two nodes at work', async () => {
  const seen: number[] = []
  let done = () => {}
  const all = new Promise<void>((resolve) => (done = resolve))
  const total = 200
  const note = queueTask('note', numbered, ({ n }) => {
    if (seen.push(n) === total) done()
    return Promise.resolve()
  })
  const nodes = [new JobQueue(queueOptions(note)), new JobQueue(queueOptions(note))]
  nodes.forEach((node) => node.start())
  await perform(test.deps, systemActor, (work) => {
    for (let n = 0; n < total; n++) work.enqueue({ task: 'note', payload: { n } })
    return Promise.resolve()
  })
  await all
  await Promise.all(nodes.map((node) => node.stop()))
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, n) => n))
  expect(await queueState()).toEqual({ waiting: 0, failed: 0 })
})

it('finishes the running job before it stops', async () => {
  let begun = () => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const slow = queueTask('slow', numbered, async () => {
    begun()
    await finished
  })
  const queue = new JobQueue(queueOptions(slow))
  queue.start()
  await enqueue('slow', { n: 1 })
  await started
  const stopped = queue.stop()
  finish()
  await stopped
  expect(await queueState()).toEqual({ waiting: 0, failed: 0 })
})

it('gives the jobs of a dead worker back and leaves those of a living one', async () => {
  await enqueue('note', { n: 1 })
  await enqueue('note', { n: 2 })
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes',
       locked_by = case when payload->>'n' = '1' then 'dead' else 'alive' end`,
  )
  await owner.query(
    `insert into job_worker (id, beat_at) values ('dead', now() - interval '2 minutes'), ('alive', now())`,
  )
  await freeJobsOfDeadWorkers(owner)
  const { rows } = await owner.query(
    `select payload->>'n' as n, locked_by from graphile_worker._private_jobs order by id`,
  )
  expect(rows).toEqual([
    { n: '1', locked_by: null },
    { n: '2', locked_by: 'alive' },
  ])
})

it('lets the application add and count jobs but not look into the queue', async () => {
  await enqueue('note', { n: 1 })
  expect(await queueState()).toEqual({ waiting: 1, failed: 0 })
  for (const table of ['jobs', '_private_jobs']) {
    const look = sql`select * from graphile_worker.${sql.table(table)}`.execute(test.db)
    await expect(look).rejects.toThrow('permission denied')
  }
})
