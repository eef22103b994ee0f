// @ts-check
import './node-version.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { compressPng } from './compress-png.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './repository.mjs'

/**
 * The pictures of the README, taken from a demo that runs (`npm start` beside this): npm run pictures [-- ADDRESS]
 */
ensureInstalled()
const { chromium } = await import('@playwright/test')

const address = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT || 3000}`
const product = process.env.PRODUCT || 'signalbox'
const folder = join(root, 'docs/pictures')
const mostBytes = 200_000
const patienceMs = 60_000

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const openFirstRow = async (page) => {
  await page.getByRole('grid').getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** What is shown on each, and how to get there. @type {Readonly<Record<string, { path: string, prepare?: (page: Page) => Promise<void> }>>} */
const pictures = {
  home: { path: '/home' },
  transactions: { path: '/transactions?created=all&state=FAILED', prepare: openFirstRow },
  investigate: { path: '/investigate', prepare: openFirstRow },
  'decision-table': {
    path: '/fees/provider-fee',
    prepare: async (page) => page.getByText('Acme Cards').first().waitFor(),
  },
}

/** @param {Page} page */
const settled = async (page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

const browser = await chromium.launch({ executablePath: await ensureChromium() })
try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  // The login everybody finds in the README.
  const login = { username: 'admin', password: 'signalbox-demo-1' }
  const reply = await context.request.post(`${address}/${product}/login`, { data: login })
  if (!reply.ok()) throw new Error(`Nobody can sign in at ${address}: is the demo running?`)
  mkdirSync(folder, { recursive: true })
  for (const [name, { path, prepare }] of Object.entries(pictures)) {
    const page = await context.newPage()
    await page.goto(address + path)
    await settled(page)
    await prepare?.(page)
    await settled(page)
    const png = compressPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    if (png.length > mostBytes) throw new Error(`${name}.png has ${png.length} bytes, at most ${mostBytes}`)
    writeFileSync(join(folder, `${name}.png`), png)
    console.log(`docs/pictures/${name}.png ${Math.round(png.length / 1000)} kB`)
    await page.close()
  }
} finally {
  await browser.close()
}
