import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { ensureChromium } from '../tools/chromium.mjs'
import { buildWithManifest } from './lib/build-with-manifest.mjs'
import { fillBankMappings } from './lib/fill-database.mjs'
import { mainThreadClock } from './lib/main-thread-clock.mjs'
import { scrollRows, watchPaint } from './lib/page-probes.mjs'
import { servePlainTable } from './lib/plain-table-server.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const rounds = 5
// Almost three rows a frame: a brisk flick of the wheel where sixty frames make a second.
const motion = { pixelsPerFrame: 100, durationMs: 3_000 }
// What a page fetches ahead once its rows are there is no part of scrolling them.
const settleMs = 1_500

/** The columns our list shows unasked, so that the plain table shows the same. Checked against the page. */
const columns = [
  { name: 'title', label: 'Mapping' },
  { name: 'enabled', label: 'Enabled' },
  { name: 'bic', label: 'BIC' },
  { name: 'name', label: 'Bank name' },
  { name: 'clearingNumber', label: 'Clearing number' },
  { name: 'accountNumber', label: 'Account number' },
  { name: 'currency', label: 'Currency' },
  { name: 'country', label: 'Country' },
  { name: 'swift', label: 'SWIFT' },
  { name: 'bankName', label: 'Bank name sent' },
  { name: 'transferType', label: 'Transfer type' },
  { name: 'merchantId', label: 'Merchant' },
]

/** A page of 1000 rows in a real browser: our list against every row in the document. */
export async function run() {
  const closing = []
  try {
    const server = await startServer()
    closing.push(() => server.stop())
    await fill(server)

    const dist = await buildWithManifest(join(import.meta.dirname, 'peers/plain-table'))
    closing.push(() => rmSync(dist, { recursive: true, force: true }))
    const { items } = await server.get('/bank-mapping?limit=1000')
    const plain = await servePlainTable(dist, { columns, items })
    closing.push(() => plain.stop())

    const browser = await chromium.launch({ executablePath: await ensureChromium() })
    closing.push(() => browser.close())
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ ...server.cookie, url: server.url }])
    return [{ name: 'scroll', rows: await compare(context, subjectsOf(server, plain)) }]
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function fill(server) {
  const owner = new pg.Client(await server.ownerOfDatabase())
  await owner.connect()
  await fillBankMappings(owner, 2_000)
  await owner.end()
}

function subjectsOf(server, plain) {
  const plainTable = { rowSelector: 'tbody tr', dataPath: '/rows.json' }
  return {
    ours: {
      url: `${server.url}/admin/bank-mapping?size=1000`,
      rowSelector: '[role=grid] tbody tr[data-index]',
      dataPath: '/backoffice/api/bank-mapping?',
      shows: columns,
    },
    plain1000: { ...plainTable, url: `${plain.url}/?limit=1000` },
    plain100: { ...plainTable, url: `${plain.url}/?limit=100` },
  }
}

async function compare(context, subjects) {
  const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]))
  // Each takes its turn in every round; the first round fills the browser's caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const sample = await visit(context, subject)
      if (round > 0) samples[name].push(sample)
    }
  }
  const median = (name, measure) =>
    quantile(
      samples[name].map((sample) => sample[measure]),
      0.5,
    )
  const line = (what, unit, measure, peer, peerName) =>
    row(what, unit, median('ours', measure), peerName, median(peer, measure))
  const all = 'plain React table'
  const few = 'the same, 100 rows'
  return [
    line('1000 rows, data to paint', 'ms', 'paintMs', 'plain1000', all),
    line('1000 rows, frame rate', 'fps', 'fps', 'plain1000', all),
    line('1000 rows, p95 frame', 'ms', 'p95Ms', 'plain1000', all),
    line('1000 rows, DOM nodes', 'nodes', 'nodes', 'plain1000', all),
    line('1000 rows, frames without a gap', '%', 'wholePercent', 'plain1000', all),
    row('1000 rows, CPU per frame', 'ms', median('ours', 'busyPerFrameMs'), 'one frame at 60 Hz', 1000 / 60),
    line('1000 rows, data to paint', 'ms', 'paintMs', 'plain100', few),
    line('1000 rows, frame rate', 'fps', 'fps', 'plain100', few),
  ]
}

async function visit(context, { url, rowSelector, dataPath, shows }) {
  const page = await context.newPage()
  try {
    await page.addInitScript(watchPaint, { rowSelector, dataPath })
    await page.goto(url)
    const paintMs = await page.evaluate(() => window.rowsPainted)
    if (shows) await checkHeader(page, shows)
    // Whoever scrolls has the pointer over the rows, which then pass under it.
    await page.mouse.move(700, 500)
    await page.waitForTimeout(settleMs)
    const busyMs = await mainThreadClock(context, page)
    const busyBefore = await busyMs()
    const { frameTimes, nodes, whole } = await page.evaluate(scrollRows, { rowSelector, ...motion })
    const busyPerFrameMs = ((await busyMs()) - busyBefore) / frameTimes.length
    const fps = (frameTimes.length / frameTimes.reduce((sum, time) => sum + time, 0)) * 1000
    const wholePercent = (whole / frameTimes.length) * 100
    return { paintMs, fps, p95Ms: quantile(frameTimes, 0.95), busyPerFrameMs, nodes, wholePercent }
  } finally {
    await page.close()
  }
}

async function checkHeader(page, expected) {
  const header = page.locator('[role=grid] thead th')
  const shown = (await header.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  const wanted = [...expected.map(({ label }) => label), 'Actions']
  if (shown.toSorted().join() === wanted.toSorted().join()) return
  throw new Error(`Our list shows ${shown.join(', ')}; the plain table ${wanted.join(', ')}.`)
}
