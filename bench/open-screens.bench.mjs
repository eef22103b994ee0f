import { chromium } from '@playwright/test'
import pg from 'pg'
import { ensureChromium } from '../tools/chromium.mjs'
import { openCashier } from './deposits/cashier.mjs'
import { untilBooksChecked } from './lib/books-checked.mjs'
import { makeHistory } from './lib/make-history.mjs'
import { multiplyPayments } from './lib/multiply-payments.mjs'
import { databaseMs, familyMs, processorMs } from './lib/processor-time.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'
import { untilCalm } from './lib/until-calm.mjs'

/** As many as when these screens were found slow. */
const wanted = 208_000
const waiting = 60
/** Waits for the first of two people. */
const firstApproval = 350
const calls = 40
/** A screen that stays open asks code that V8 has made quick, over connections that know the tables. */
const warmUps = 30
const watchMs = 60_000
const paymentsPerMinute = 60
/** What a page fetches ahead in its first quiet moments is not what it costs all day. */
const settleMs = 15_000

/** What screens cost that stay open all day: the calls behind them, and a list nobody touches. */
export async function run() {
  const history = makeHistory()
  try {
    return await measureAll(history.dataDir)
  } finally {
    history.remove()
  }
}

/** @param {string} dataDir one that holds a history */
async function measureAll(dataDir) {
  const server = await startServer({ dataDir })
  const owner = new pg.Pool(await server.ownerOfDatabase())
  try {
    await untilBooksChecked(owner)
    await multiplyPayments(owner, wanted)
    await letWait(owner)
    await untilCalm(server)
    const rows = [
      ...(await costOf(
        server,
        `${waiting} payments that wait for approval`,
        `/approval?limit=${waiting}`,
        20,
      )),
      ...(await costOf(server, 'choices of the filters', '/transaction/options?merchantId=1000', 5)),
      ...(await idleList(server)),
    ]
    return [{ name: 'open screens', rows }]
  } finally {
    await owner.end()
    await server.stop()
  }
}

/** Withdrawals of users with a long past go back to where somebody has to approve them. */
async function letWait(owner) {
  await owner.query(
    `update transaction t set status_no = ${firstApproval} from (
       select merchant_id, id from transaction where method = 'WITHDRAWAL' order by created_at desc limit ${waiting}
     ) newest where t.merchant_id = newest.merchant_id and t.id = newest.id`,
  )
}

/** Processor time of the database per call against its goal, which no other load on the machine changes. */
async function costOf(server, what, path, goalMs) {
  const took = []
  for (let call = 0; call < warmUps; call++) await server.get(path)
  const before = { database: databaseMs(server.dataDir), server: processorMs(server.pid) }
  for (let call = 0; call < calls; call++) {
    const began = performance.now()
    await server.get(path)
    took.push(performance.now() - began)
  }
  const perCall = (now, then) => (now - then) / calls
  return [
    row(`${what}: database`, 'ms', perCall(databaseMs(server.dataDir), before.database), 'goal', goalMs),
    row(`${what}: server`, 'ms', perCall(processorMs(server.pid), before.server), 'goal', goalMs),
    row(`${what}: by the clock, p50`, 'ms', quantile(took, 0.5), 'goal', goalMs),
  ]
}

/** The share of one core that is spent in a minute with a list open in a browser, and without. */
async function idleList(server) {
  const browserServer = await chromium.launchServer({ executablePath: await ensureChromium() })
  const browser = await chromium.connect(browserServer.wsEndpoint())
  const cashier = await openCashier(server, 1)
  const share = (perMinute) => sharesOfCore(spentBy(server, browserServer.process().pid), cashier, perMinute)
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ ...server.cookie, url: server.url }])
    const rows = []
    for (const [what, perMinute] of [
      ['nobody pays', 0],
      ['one payment a second', paymentsPerMinute],
    ]) {
      const page = await context.newPage()
      const closed = await share(perMinute)
      await page.goto(`${server.url}/transactions`)
      await page.locator('[role=grid] tbody tr[data-index]').first().waitFor()
      await new Promise((later) => setTimeout(later, settleMs))
      const open = await share(perMinute)
      await page.close()
      for (const part of Object.keys(open)) {
        const name = `open list, ${what}: ${part}`
        rows.push(
          row(`${name}, share of a core`, '%', open[part], 'no list open', closed[part]),
          row(`${name}, what it adds`, '%', open[part] - closed[part], 'goal', 1),
        )
      }
    }
    return rows
  } finally {
    cashier.close()
    await browser.close()
    await browserServer.close()
  }
}

/** Processor time so far, of what one machine does for everybody and of what each browser does for itself. */
const spentBy = (server, browserPid) => () => ({
  'server and database': databaseMs(server.dataDir) + processorMs(server.pid),
  browser: familyMs(browserPid),
})

async function sharesOfCore(spent, cashier, perMinute) {
  const [began, before] = [performance.now(), spent()]
  const end = began + watchMs
  for (let paid = 1; paid <= perMinute; paid++) {
    await cashier.pay(0)
    const next = began + (paid * watchMs) / perMinute
    await new Promise((later) => setTimeout(later, Math.max(0, next - performance.now())))
  }
  await new Promise((later) => setTimeout(later, Math.max(0, end - performance.now())))
  const [after, wallMs] = [spent(), performance.now() - began]
  return Object.fromEntries(
    Object.keys(after).map((part) => [part, ((after[part] - before[part]) * 100) / wallMs]),
  )
}
