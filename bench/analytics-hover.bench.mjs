import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../tools/chromium.mjs'
import { mainThreadClock } from './lib/main-thread-clock.mjs'
import { quantile } from './lib/quantile.mjs'
import { recordFrames } from './lib/record-frames.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const rounds = 5
const durationMs = 3_000
/** All of them are in sight at once. */
const viewport = { width: 1440, height: 1500 }
const settleMs = 1_500
const stepPx = 48
const merchantId = 1000

const kinds = [
  ['line', 'pspApproval', ['psp']],
  ['area', 'value', ['providerType']],
  ['line', 'conversion', []],
  ['bar', 'failed', ['statusCode']],
  ['heatmap', 'deposits', ['weekday', 'hour']],
]

/** Fifteen charts, and a pointer that wanders over all of them, against a blank page under the same pointer. */
export async function run() {
  const closing = []
  try {
    const server = await startServer({ settings: { SEED_TRANSACTIONS: '600' } })
    closing.push(() => server.stop())
    const id = await dashboardOfFifteen(server)
    const browser = await chromium.launch({ executablePath: await ensureChromium() })
    closing.push(() => browser.close())
    const context = await browser.newContext({ viewport })
    await context.addCookies([{ ...server.cookie, url: server.url }])
    const subjects = {
      ours: `${server.url}/os_analytics/${id}?period=last-30d`,
      blank: 'about:blank',
    }
    return [{ name: 'analytics-hover', rows: await compare(context, subjects) }]
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function dashboardOfFifteen(server) {
  const widgets = Array.from({ length: 15 }, (_, index) => {
    const [type, metric, dims] = kinds[index % kinds.length]
    return { id: `w${index}`, type, metric, dims, filters: {}, compare: 'none' }
  })
  const layout = widgets.map(({ id }, index) => ({
    id,
    x: (index % 3) * 4,
    y: Math.floor(index / 3) * 3,
    w: 4,
    h: 3,
  }))
  const name = `Fifteen charts ${randomUUID().slice(0, 8)}`
  const { id } = await server.post(`/analytics-dashboard?merchantId=${merchantId}`, {
    name,
    shared: false,
    widgets,
    layout,
  })
  await untilCounted(server)
  return id
}

/** The first figures of a new platform are added up within a minute. */
async function untilCounted(server) {
  const dayMs = 86_400_000
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const question = {
    metrics: ['deposits'],
    from: new Date(today - 30 * dayMs).toISOString(),
    to: new Date(today).toISOString(),
  }
  for (let tries = 0; tries < 120; tries++) {
    const { freshAt } = await server.post(`/analytics/query?merchantId=${merchantId}`, question)
    if (freshAt !== null) return
    await pause(1_000)
  }
  throw new Error('The figures were not added up within two minutes.')
}

async function compare(context, subjects) {
  const samples = { ours: [], blank: [] }
  // Each takes its turn in every round; the first round fills the browser's caches and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const [name, url] of Object.entries(subjects)) {
      const sample = await visit(context, url, name === 'ours')
      if (round > 0) samples[name].push(sample)
    }
  const median = (name, measure) =>
    quantile(
      samples[name].map((sample) => sample[measure]),
      0.5,
    )
  const line = (what, unit, measure) =>
    row(what, unit, median('ours', measure), 'a blank page', median('blank', measure))
  return [
    line('15 charts, frame rate while hovering', 'fps', 'fps'),
    line('15 charts, p95 frame', 'ms', 'p95Ms'),
    row('15 charts, CPU per frame', 'ms', median('ours', 'busyPerFrameMs'), 'one frame at 60 Hz', 1000 / 60),
    row('charts the pointer was over', 'charts', median('ours', 'charts'), 'all', 15),
  ]
}

async function visit(context, url, isOurs) {
  const page = await context.newPage()
  try {
    await page.goto(url)
    if (isOurs) {
      const charts = page.locator('[aria-roledescription=chart]')
      await charts.nth(14).waitFor({ timeout: 60_000 })
    }
    await page.waitForTimeout(settleMs)
    const places = isOurs ? await placesOf(page) : [{ left: 300, right: 1400, top: 300, bottom: 1400 }]
    const busyMs = await mainThreadClock(context, page)
    const busyBefore = await busyMs()
    const [frameTimes, charts] = await Promise.all([
      page.evaluate(recordFrames, durationMs),
      wander(page, places, Date.now() + durationMs),
    ])
    const busyPerFrameMs = ((await busyMs()) - busyBefore) / frameTimes.length
    const fps = (frameTimes.length / frameTimes.reduce((sum, time) => sum + time, 0)) * 1000
    return { fps, p95Ms: quantile(frameTimes, 0.95), busyPerFrameMs, charts }
  } finally {
    await page.close()
  }
}

const placesOf = (page) =>
  page.locator('[aria-roledescription=chart]').evaluateAll((charts) =>
    charts.map((chart) => {
      const { left, right, top, bottom } = chart.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

/** From left to right over one chart after the other. Gives how many it was over. */
async function wander(page, places, untilMs) {
  const met = new Set()
  for (let at = 0; Date.now() < untilMs; at++) {
    const place = places[at % places.length]
    met.add(place)
    const y = (place.top + place.bottom) / 2
    for (let x = place.left + 4; x < place.right && Date.now() < untilMs; x += stepPx)
      await page.mouse.move(x, y)
  }
  return met.size
}
