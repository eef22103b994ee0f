import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../metrics.ts'
import { Readiness } from './readiness.ts'
import { readyRoute } from './ready-route.ts'

const megabyte = 1_048_576

function node(warnings: readonly string[] = []) {
  const state = { freeBytes: 1_000 * megabyte, diskError: '', databaseError: '', nowMs: 0, looks: 0 }
  const failing = (code: string) =>
    code ? Promise.reject(Object.assign(new Error(), { code })) : Promise.resolve()
  const readiness = new Readiness({
    disk: {
      freeBytes: () => {
        state.looks += 1
        return Promise.resolve(state.freeBytes)
      },
      write: () => failing(state.diskError),
    },
    dataDir: '/data',
    minFreeBytes: 256 * megabyte,
    writeDatabase: () => failing(state.databaseError),
    clockMs: () => state.nowMs,
  })
  const metrics = new Metrics()
  const app = Fastify()
  readyRoute(app, {
    readiness,
    metrics,
    pendingMigrations: () => Promise.resolve([]),
    isLeaving: () => false,
    warnings,
  })
  const ask = async () => {
    const answer = await app.inject('/readyz')
    return [answer.statusCode, answer.json()]
  }
  return { state, ask, metrics, readiness }
}

describe('a node is ready', () => {
  it('while it can write', async () => {
    const { ask, metrics } = node()
    expect(await ask()).toEqual([200, { status: 'ready' }])
    expect(await metrics.text()).toContain('signalbox_ready 1')
    expect(await metrics.text()).toContain(`signalbox_disk_free_bytes ${1_000 * megabyte}`)
  })

  it('with the number of its warnings, whose words are not for everybody', async () => {
    expect(await node(['The login is a superuser', 'another']).ask()).toEqual([
      200,
      { status: 'ready', warnings: 2 },
    ])
  })

  it('not on a disk that is nearly full', async () => {
    const { ask, state, metrics } = node()
    state.freeBytes = 12 * megabyte
    expect(await ask()).toEqual([
      503,
      { status: 'not ready', reasons: ['DATA_DIR has 12 MB left; 256 MB are needed'] },
    ])
    expect(await metrics.text()).toContain('signalbox_ready 0')
  })

  it('not where its folder or the database refuses to be written to', async () => {
    const { ask, state } = node()
    state.diskError = 'ENOSPC'
    state.databaseError = '53100'
    expect(await ask()).toEqual([
      503,
      {
        status: 'not ready',
        reasons: ['DATA_DIR cannot be written to: ENOSPC', 'The database cannot be written to: 53100'],
      },
    ])
  })

  it('by what was found in the last five seconds, or in the last one when something is wrong', async () => {
    const { ask, state } = node()
    await Promise.all([ask(), ask(), ask()])
    state.nowMs = 4_999
    await ask()
    expect(state.looks).toBe(1)
    state.nowMs = 5_000
    state.freeBytes = 0
    expect((await ask())[0]).toBe(503)
    state.freeBytes = 1_000 * megabyte
    state.nowMs = 5_999
    expect((await ask())[0]).toBe(503)
    state.nowMs = 6_000
    expect((await ask())[0]).toBe(200)
    expect(state.looks).toBe(3)
  })

  it('and says in time when space gets low', async () => {
    const { readiness, state } = node()
    state.freeBytes = 400 * megabyte
    expect(await readiness.check()).toMatchObject({ isLow: true, problems: [] })
  })
})
