import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../testing/kit-app.ts'
import { jobStatusStore } from './job-status-store.ts'
import type { PeriodicJob } from './periodic-job.ts'
import { Scheduler } from './scheduler.ts'

let test: KitApp
let now: Date
beforeAll(async () => {
  test = await kitApp(() => [])
})
afterAll(() => test.close())
beforeEach(async () => {
  await sql`delete from job_status`.execute(test.db)
  now = new Date('2026-02-03T09:00:00.000Z')
  test.clock.now = now
})

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
  test.clock.now = now
}

const job = (run: PeriodicJob['run'], more: Partial<PeriodicJob> = {}): PeriodicJob => ({
  name: 'sweep',
  title: 'Sweep',
  schedule: { everySeconds: 60 },
  run,
  ...more,
})

async function node(...jobs: PeriodicJob[]): Promise<Scheduler> {
  const scheduler = new Scheduler({ deps: test.deps, jobs })
  await scheduler.declare()
  return scheduler
}

const status = async () => (await jobStatusStore(test.deps.db).list())[0]

/** A promise and the function that keeps it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

it('runs a job when it is due and says when it is due again', async () => {
  const runs: string[] = []
  const scheduler = await node(job(({ now }) => Promise.resolve(`${runs.push(now.toISOString())} swept`)))
  await scheduler.runDue()
  expect(runs).toEqual([])
  pass(60)
  await scheduler.runDue()
  await scheduler.runDue()
  expect(runs).toEqual(['2026-02-03T09:01:00.000Z'])
  expect(await status()).toMatchObject({
    outcome: 'OK',
    summary: '1 swept',
    startedAt: '2026-02-03T09:01:00.000Z',
    nextRunAt: '2026-02-03T09:02:00.000Z',
    running: false,
  })
})

it('runs each due run once however many nodes look at the same moment', async () => {
  let runs = 0
  const count = job(() => Promise.resolve(String(++runs)))
  const nodes = await Promise.all(Array.from({ length: 6 }, () => node(count)))
  for (let round = 1; round <= 5; round++) {
    pass(60)
    await Promise.all(nodes.map((scheduler) => scheduler.runDue()))
    expect(runs).toBe(round)
  }
})

it('tries a failed job again, later each time, and forgets the failures once it succeeds', async () => {
  let broken = true
  const scheduler = await node(
    job(() => (broken ? Promise.reject(new Error('disk full')) : Promise.resolve('done'))),
  )
  pass(60)
  await scheduler.runDue()
  expect(await status()).toMatchObject({
    outcome: 'FAILED',
    error: 'disk full',
    nextRunAt: '2026-02-03T09:01:05.000Z',
  })
  pass(5)
  await scheduler.runDue()
  expect(await status()).toMatchObject({ failures: 2, nextRunAt: '2026-02-03T09:01:15.000Z' })
  broken = false
  pass(10)
  await scheduler.runDue()
  expect(await status()).toMatchObject({
    outcome: 'OK',
    error: null,
    failures: 0,
    nextRunAt: '2026-02-03T09:02:15.000Z',
  })
})

it('takes over the job of a node that died, but not of one that is alive', async () => {
  const started = gate()
  const finish = gate()
  const slow = await node(
    job(async () => {
      started.open()
      await finish.opened
      return 'slow'
    }),
  )
  let takenOver = 0
  const other = await node(job(() => Promise.resolve(`other ${++takenOver}`)))
  pass(60)
  const first = slow.runDue()
  await started.opened
  expect(await status()).toMatchObject({ running: true })
  await other.runDue()
  expect(takenOver).toBe(0)
  await sql`update job_status set lease_until = now() - interval '1 second'`.execute(test.db)
  await other.runDue()
  expect(takenOver).toBe(1)
  finish.open()
  await first
  expect(await status()).toMatchObject({ summary: 'other 1' })
})

it('lets a running job finish when it stops, and tells it at once to begin nothing more', async () => {
  const started = gate()
  const finish = gate()
  const scheduler = await node(
    job(async ({ leaving, signal }) => {
      const told = new Promise((resolve) => leaving?.addEventListener('abort', resolve))
      started.open()
      await Promise.all([told, finish.opened])
      return `finished, cut off: ${signal.aborted}`
    }),
  )
  pass(60)
  scheduler.start()
  await started.opened
  const stopped = scheduler.stop()
  finish.open()
  await stopped
  expect(await status()).toMatchObject({
    outcome: 'OK',
    summary: 'finished, cut off: false',
    running: false,
  })
})

it('leaves a job due that was cut off', async () => {
  const started = gate()
  const scheduler = await node(
    job(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cut off')))
          started.open()
        }),
    ),
  )
  pass(60)
  scheduler.start()
  await started.opened
  await scheduler.stop(0)
  expect(await status()).toMatchObject({
    outcome: null,
    nextRunAt: '2026-02-03T09:01:00.000Z',
    running: false,
  })
})

it('runs a job by name at once and passes its failure on', async () => {
  const scheduler = await node(
    job(() => Promise.resolve('swept'), { schedule: { dailyAt: '03:00' } }),
    job(() => Promise.reject(new Error('no')), { name: 'bad' }),
  )
  expect(await scheduler.runNow('sweep')).toBe('swept')
  await expect(scheduler.runNow('bad')).rejects.toThrow('no')
  await expect(scheduler.runNow('unknown')).rejects.toThrow('There is no job unknown')
})

it('has a job due at the start, always or when it is new', async () => {
  const runs: string[] = []
  const daily = (name: string, atStart: PeriodicJob['atStart']) =>
    job(() => Promise.resolve(String(runs.push(name))), { name, schedule: { dailyAt: '03:00' }, atStart })
  const jobs = [daily('always', 'always'), daily('new', 'when-new'), daily('at its hour', undefined)]
  await (await node(...jobs)).runDue()
  expect(runs.sort()).toEqual(['always', 'new'])
  runs.length = 0
  await (await node(...jobs)).runDue()
  expect(runs).toEqual(['always'])
})

it('forgets jobs that no longer exist', async () => {
  await node(
    job(() => Promise.resolve('')),
    job(() => Promise.resolve(''), { name: 'old' }),
  )
  await node(job(() => Promise.resolve('')))
  expect((await jobStatusStore(test.deps.db).list()).map(({ name }) => name)).toEqual(['sweep'])
})
