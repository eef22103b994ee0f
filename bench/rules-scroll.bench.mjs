import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../tools/chromium.mjs'
import { buildWithManifest } from './lib/build-with-manifest.mjs'
import { largeTable } from './lib/large-table.mjs'
import { mainThreadClock } from './lib/main-thread-clock.mjs'
import { servePlainTable } from './lib/plain-table-server.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { scrollAndLook } from './lib/scroll-probe.mjs'
import { startServer } from './lib/server-under-test.mjs'

const rounds = 3
const durationMs = 3_000
const settleMs = 3_000
const motions = [
  // Almost three rows a frame: a brisk flick of the wheel where sixty frames make a second.
  { name: 'wheel', pixelsPerFrame: 100 },
  // Through the whole table in some hundred frames: the scroll bar taken by its handle.
  { name: 'scroll bar', pixelsPerFrame: 3_000 },
]

/** Ten thousand rows of twenty columns in the editor of rules, against a plain table with a tenth of the rows. */
export async function run() {
  const closing = []
  try {
    const server = await startServer({ username: 'rules' })
    closing.push(() => server.stop())
    await server.post('/ruleset', {
      table: 'psp-routing',
      content: largeTable,
      changeNote: 'To be scrolled',
    })
    const dist = await buildWithManifest(join(import.meta.dirname, 'peers/plain-table'))
    closing.push(() => rmSync(dist, { recursive: true, force: true }))
    const plain = await servePlainTable(dist, plainPage())
    closing.push(() => plain.stop())

    const browser = await chromium.launch({ executablePath: await ensureChromium() })
    closing.push(() => browser.close())
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ ...server.cookie, url: server.url }])
    const subjects = {
      ours: {
        url: `${server.url}/routing/psp-routing`,
        rowSelector: '[role=grid] [data-line]',
        // Rows are 36 pixels high.
        rangePx: 36 * largeTable.rules.length,
      },
      plain: { url: `${plain.url}/?limit=1000`, rowSelector: 'tbody tr' },
    }
    return [{ name: 'rules-scroll', rows: await compare(context, subjects) }]
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** The same cells as texts. */
function plainPage() {
  const [first] = largeTable.rules
  const keys = [...Object.keys(first.conditions), ...Object.keys(first.outputs)]
  const columns = ['name', 'enabled', 'note', ...keys].map((name) => ({ name, label: name }))
  const textOf = (cell) => (typeof cell === 'string' ? cell : Object.values(cell).slice(1).join(', '))
  const items = largeTable.rules.map(({ id, name, enabled, note, conditions, outputs }) => ({
    id,
    title: name,
    name,
    enabled,
    note,
    ...Object.fromEntries(
      Object.entries({ ...conditions, ...outputs }).map(([key, cell]) => [key, textOf(cell)]),
    ),
  }))
  return { columns, items }
}

async function compare(context, subjects) {
  const rows = []
  for (const { name, pixelsPerFrame } of motions) {
    const samples = { ours: [], plain: [] }
    // They take turns; the first round fills the browser's caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [side, subject] of Object.entries(subjects)) {
        const sample = await visit(context, subject, pixelsPerFrame)
        if (round > 0) samples[side].push(sample)
      }
    }
    rows.push(...linesOf(name, samples))
  }
  return rows
}

function linesOf(motion, { ours, plain }) {
  const peer = 'plain table, 1,000 rows'
  const times = (samples) => samples.flatMap(({ frameTimes }) => frameTimes)
  const line = (what, unit, measure) =>
    row(`10,000 × 20, ${motion}, ${what}`, unit, measure(ours), peer, measure(plain))
  return [
    line('frames', 'frames', (samples) => times(samples).length),
    line('p50 frame', 'ms', (samples) => quantile(times(samples), 0.5)),
    line('p95 frame', 'ms', (samples) => quantile(times(samples), 0.95)),
    line('worst frame', 'ms', (samples) => Math.max(...times(samples))),
    line('frames without a blank', '%', (samples) => {
      const blank = samples.reduce((sum, sample) => sum + sample.blank, 0)
      return 100 - (blank / times(samples).length) * 100
    }),
    row(
      `10,000 × 20, ${motion}, CPU per frame`,
      'ms',
      quantile(
        ours.map(({ busyPerFrameMs }) => busyPerFrameMs),
        0.5,
      ),
      'one frame at 60 Hz',
      1000 / 60,
    ),
    line('DOM nodes', 'nodes', (samples) => Math.max(...samples.map(({ nodes }) => nodes))),
  ]
}

async function visit(context, { url, rowSelector, rangePx = 0 }, pixelsPerFrame) {
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.locator(rowSelector).first().waitFor()
    // Whoever scrolls has the pointer over the rows. The checks of a large table are done by then, too.
    await page.mouse.move(700, 500)
    await page.waitForTimeout(settleMs)
    const busyMs = await mainThreadClock(context, page)
    const busyBefore = await busyMs()
    const sample = await page.evaluate(scrollAndLook, { rowSelector, pixelsPerFrame, durationMs })
    const busyPerFrameMs = ((await busyMs()) - busyBefore) / sample.frameTimes.length
    if (sample.rangePx < rangePx) throw new Error(`${url} shows only ${sample.rangePx} pixels of rows.`)
    return { ...sample, busyPerFrameMs }
  } finally {
    await page.close()
  }
}
