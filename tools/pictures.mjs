// @ts-check
import './node-version.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { compressPng } from './compress-png.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './repository.mjs'

/**
 * The pictures of the README and of the guide, taken from a demo that runs (`npm start` beside this):
 * npm run pictures [-- ADDRESS [NAME]]
 */
ensureInstalled()
const { chromium } = await import('@playwright/test')

const address = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT || 3000}`
const product = process.env.PRODUCT || 'signalbox'
const only = process.argv[3]
const mostBytes = 200_000
const patienceMs = 60_000

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const openFirstRow = async (page) => {
  await page.getByRole('grid').getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** @typedef {{ path: string, prepare?: (page: Page) => Promise<void> }} Picture What is shown, and how to get there. */

/** Of the README: the whole window. @type {Readonly<Record<string, Picture>>} */
const ofReadme = {
  home: { path: '/home' },
  transactions: { path: '/transactions?created=all&state=FAILED', prepare: openFirstRow },
  investigate: { path: '/investigate', prepare: openFirstRow },
  'decision-table': {
    path: '/fees/provider-fee',
    prepare: async (page) => page.getByText('Acme Cards').first().waitFor(),
  },
}

/** The shop is another server: the console knows where. @param {Page} page */
const openShop = async (page) => {
  const href = await page.getByRole('link', { name: 'See it in the cashier' }).getAttribute('href')
  await page.goto(href ?? '')
}

/** Of the guide, each under the name of its page. @type {Readonly<Record<string, Picture>>} */
const ofGuide = {
  'getting-started': { path: '/home' },
  transactions: { path: '/transactions?created=all' },
  approve: { path: '/approve', prepare: openFirstRow },
  investigate: { path: '/investigate', prepare: openFirstRow },
  settlements: { path: '/finance/settlements' },
  'user-accounts': { path: '/user-accounts' },
  balance: { path: '/finance/balance' },
  analytics: { path: '/analytics/overview' },
  kyc: { path: '/kyc/search', prepare: openFirstRow },
  store: { path: '/voucher/read' },
  rules: { path: '/routing/psp-routing' },
  'rules-hub': { path: '/rules-hub/overview' },
  'rule-simulator': { path: '/rules-hub/simulator' },
  'backoffice-users': { path: '/admin/backoffice-users' },
  merchants: { path: '/admin/merchant' },
  configuration: { path: '/admin/configuration' },
  'payment-product-catalog': { path: '/admin/payment-product-catalog', prepare: openFirstRow },
  'scheme-tokens': { path: '/admin/scheme-token-onboarding' },
  customers: { path: '/admin/customer' },
  invoices: { path: '/admin/invoice' },
  'cashier-content': { path: '/admin/messages' },
  'reference-data': { path: '/admin/forex-rates' },
  maintenance: { path: '/admin/maintenance' },
  'bank-mapping': { path: '/admin/bank-mapping' },
  'api-clients': { path: '/admin/api-clients' },
  templates: { path: '/templates/email' },
  'audit-log': { path: '/admin/audit-log' },
  'release-notes': { path: '/admin/release-notes' },
  'demo-shop': { path: '/admin/messages', prepare: openShop },
}

/** @param {Page} page */
const settled = async (page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** @typedef {import('@playwright/test').Browser} Browser */

/** @param {Browser} browser @param {{ width: number, height: number }} viewport */
async function signedIn(browser, viewport) {
  const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  context.setDefaultTimeout(patienceMs)
  // The login everybody finds in the README.
  const login = { username: 'admin', password: 'signalbox-demo-1' }
  const reply = await context.request.post(`${address}/${product}/login`, { data: login })
  if (!reply.ok()) throw new Error(`Nobody can sign in at ${address}: is the demo running?`)
  return context
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {{ folder: string, pictures: Readonly<Record<string, Picture>> }} set
 */
async function take(context, { folder, pictures }) {
  mkdirSync(join(root, folder), { recursive: true })
  for (const [name, { path, prepare }] of Object.entries(pictures)) {
    if (only && name !== only) continue
    const page = await context.newPage()
    await page.goto(address + path)
    await settled(page)
    await prepare?.(page)
    await settled(page)
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const png = compressPng(shot)
    const file = `${folder}/${name}.png`
    if (png.length > mostBytes) throw new Error(`${file} has ${png.length} bytes, at most ${mostBytes}`)
    writeFileSync(join(root, file), png)
    console.log(`${file} ${Math.round(png.length / 1000)} kB`)
    await page.close()
  }
}

const browser = await chromium.launch({ executablePath: await ensureChromium() })
try {
  const whole = await signedIn(browser, { width: 1440, height: 900 })
  await take(whole, { folder: 'docs/pictures', pictures: ofReadme })
  // Narrow enough that its words can be read in a column of text.
  const narrow = await signedIn(browser, { width: 980, height: 680 })
  await take(narrow, { folder: 'docs/guide/pictures', pictures: ofGuide })
} finally {
  await browser.close()
}
