import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { turnsDuring } from '../../../kit/testing/turns-during.ts'
import { longRunLimitMs } from '../../../testing/one-in.ts'
import type { OutboxBatch } from '../../../kit/events/outbox-reader.ts'
import type { Feed } from '../reference-cache.ts'
import { ReferenceData } from '../reference-data.ts'
import { readRanges } from './import-ranges.ts'
import { handlers } from './routes.ts'

const size = process.env.TEST_FULL ? 100_000 : 6000
const platform = 1000
const brand = 100010001
const at = `merchantId=${platform}`

let kit: KitApp
let reference: ReferenceData
let tellReference: (batch: OutboxBatch) => void
beforeAll(async () => {
  kit = await kitApp(handlers)
  const { db, log, now } = kit.deps
  const listeners = new Set<(batch: OutboxBatch) => void>()
  const feed: Feed = {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  tellReference = (batch) => listeners.forEach((listen) => listen(batch))
  reference = new ReferenceData({ db, log, now, feed })
})
afterAll(async () => {
  await reference.stop()
  await kit.close()
})

const importing = (path: string, content: string) =>
  kit.as().post(`/iin/import/${path}?${at}`, { format: 'csv', content, note: 'new file' })

interface Watched<T> {
  readonly result: T
  /** Calls of a colleague that were answered while it ran. */
  readonly others: number
  readonly seconds: string
  /** The longest that nobody had a turn, by the clock and by the processor time that was used meanwhile. */
  readonly stall: string
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Looks in between whatever else the thread does. A busy machine makes the clock say many times what was worked. */
function watchStalls() {
  let [lastMs, lastWorkedMs] = [performance.now(), processorMs()]
  let [longestMs, mostWorkedMs] = [0, 0]
  const look = () => {
    const [nowMs, workedMs] = [performance.now(), processorMs()]
    longestMs = Math.max(longestMs, nowMs - lastMs)
    mostWorkedMs = Math.max(mostWorkedMs, workedMs - lastWorkedMs)
    lastMs = nowMs
    lastWorkedMs = workedMs
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return `${Math.round(longestMs)} ms by the clock, ${Math.round(mostWorkedMs)} ms of processor time`
  }
}

/** Does something long while a colleague looks at the same list, one call after the other. */
async function beside<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const colleague = kit.as({ username: 'colleague', roles: ['IIN'] })
  let isDone = false
  let others = 0
  const startedAt = performance.now()
  const stopped = watchStalls()
  const running = work().finally(() => {
    isDone = true
  })
  const looking = async () => {
    while (!isDone) {
      const { status, text } = await colleague.get(`/iin?merchantId=${brand}&limit=10`)
      expect(status, text).toBe(200)
      if (!isDone) others++
    }
  }
  const [result] = await Promise.all([running, looking()])
  const stall = stopped()
  return { result, others, stall, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

const header = 'rangeStart;rangeEnd;cardBrand;cardType;countryCode;bankName'
const startOf = (no: number) => 40_000_000_000 + no * 10_000
const line = (no: number, bank: string) => `${startOf(no)};${startOf(no) + 9999};VISA;CREDIT;SWE;${bank}`
const lines = (lineOf: (no: number) => string) =>
  [header, ...Array.from({ length: size }, (_, no) => lineOf(no))].join('\n')

const bankOf = async (no: number) => (await reference.cardFacts(brand, String(startOf(no) + 17))).issuer
/** As this node hears of an import. */
async function comesToKnow(no: number, bank: string): Promise<void> {
  const event = { id: '1', merchantId: brand, topic: 'iin', key: 'import', payload: {}, txId: 1n }
  tellReference({ events: [event], horizon: 2n, cut: false })
  await expect.poll(() => bankOf(no), { timeout: 300_000 }).toBe(bank)
}
const stored = async () =>
  (
    await sql<{ version: number; ranges: number; kept: number }>`
      select i.version, count(distinct i.id)::integer as ranges, count(v.record_id)::integer as kept from iin i
      join record_version v on v.entity = 'iin' and v.record_id = i.id::text
      group by i.version order by i.version`.execute(kit.db)
  ).rows

it(
  'a long file adds, changes and skips what it says, and others are answered meanwhile',
  async ({ annotate }: TestContext) => {
    const watched = async <T>(step: string, work: () => Promise<T>): Promise<Watched<T>> => {
      const seen = await beside(work)
      const { others, seconds, stall } = seen
      await annotate(`${step}: ${seconds} s, ${others} calls of others, longest stall ${stall}`)
      return seen
    }
    const counts = async (step: 'preview' | 'commit', content: string) => {
      const { result, others } = await watched(step, () => importing(step, content))
      const { status, body, text } = result
      expect(others, `calls of others during the ${step}`).toBeGreaterThan(0)
      expect(status, text.slice(0, 500)).toBe(200)
      return body.counts as object
    }
    await importing('preview', [header, line(0, 'Bank')].join('\n'))
    const first = lines((no) => line(no, `Bank ${no}`))
    const added = { create: size, update: 0, skip: 0, refuse: 0, waiting: 0 }
    expect(await bankOf(0)).toBeNull()
    expect(await counts('preview', first)).toEqual(added)
    expect(await stored()).toEqual([])
    expect(await counts('commit', first)).toEqual(added)
    expect(await stored()).toEqual([{ version: 1, ranges: size, kept: size }])
    await watched('reading into memory', () => comesToKnow(size - 1, `Bank ${size - 1}`))
    expect([await bankOf(0), await bankOf(9), await bankOf(size - 1)]).toEqual([
      'Bank 0',
      'Bank 9',
      `Bank ${size - 1}`,
    ])

    // Of ten lines two name another bank, one is a range that is not there yet, and seven say what is known.
    const second = lines((no) => {
      if (no % 10 === 9) return line(size + no, `New bank ${no}`)
      return line(no, no % 10 < 2 ? `Other bank ${no}` : `Bank ${no}`)
    })
    const mixed = { create: size * 0.1, update: size * 0.2, skip: size * 0.7, refuse: 0, waiting: 0 }
    expect(await counts('preview', second)).toEqual(mixed)
    expect(await counts('commit', second)).toEqual(mixed)
    expect(await stored()).toEqual([
      { version: 1, ranges: size * 0.9, kept: size * 0.9 },
      { version: 2, ranges: size * 0.2, kept: size * 0.4 },
    ])
    await watched('reading into memory', () => comesToKnow(0, 'Other bank 0'))
    expect([await bankOf(0), await bankOf(5), await bankOf(9), await bankOf(size + 9)]).toEqual([
      'Other bank 0',
      'Bank 5',
      'Bank 9',
      'New bank 9',
    ])
    expect(await counts('preview', second)).toEqual({ ...added, create: 0, skip: size })
  },
  longRunLimitMs,
)

it('a long file is read in slices, between which others get their turn', async () => {
  const content = [header, ...Array.from({ length: 20_000 }, (_, no) => line(no, 'Bank'))].join('\n')
  expect(await turnsDuring(() => readRanges(content))).toBeGreaterThanOrEqual(10)
})
