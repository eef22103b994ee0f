import pg from 'pg'
import { openCashier } from './deposits/cashier.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const burst = 200
const rounds = 3
const slowMs = 4_000
const quietReads = 60
const warmUps = 60
const at = 'merchantId=100010001'
/** Who pays during a burst has not paid before, so that what was written of them was written by it. */
const firstUser = 1_000
const publicRead = 'one payment, public API'

const isQuietRound = (reads) => reads === quietReads

/** How long people at the console wait while nothing goes on, and while two hundred deposits are at PSPs that take seconds. */
export async function run() {
  const server = await startServer()
  const cashier = await openCashier(server, burst)
  const owner = new pg.Pool(await server.ownerOfDatabase())
  try {
    await owner.query(`update api_client set rate_limit = 1000000, version = version + 1`)
    // Both sides are measured on code that V8 has made quick.
    let newest
    for (let user = 0; user < warmUps; user++) newest = await cashier.pay(user)
    const reads = {
      'list of transactions': () => server.get(`/transaction?${at}&limit=50`),
      'one transaction': () => server.get(`/transaction/${newest.txId}?${at}`),
      home: () => server.get(`/home?${at}`),
      [publicRead]: () => cashier.look(newest.txId),
    }
    const read = (isEnough, times) => readUntil(reads, isEnough, times)
    await read(isQuietRound, newTimes(reads))
    await slowDown(server)
    const times = { quiet: newTimes(reads), burst: newTimes(reads) }
    const answers = { made: 0, refused: [], other: [] }
    for (let round = 0; round < rounds; round++) {
      await read(isQuietRound, times.quiet)
      let open = burst
      const all = Array.from({ length: burst }, (_, user) =>
        cashier
          .pay(firstUser + round * burst + user)
          .then(
            () => answers.made++,
            (error) => (error.code === 'PAYMENTS_BUSY' ? answers.refused : answers.other).push(error),
          )
          .finally(() => open--),
      )
      await read(() => open === 0, times.burst)
      await Promise.all(all)
    }
    for (const error of answers.other.slice(0, 3)) console.error(String(error))
    const written = await writtenOf(owner, answers.refused)
    return [{ name: 'burst of slow deposits', rows: table(times, answers, written) }]
  } finally {
    cashier.close()
    await owner.end()
    await server.stop()
  }
}

/** Every PSP that takes cards does what it is asked, and says so seconds later. */
async function slowDown({ sandboxUrl }) {
  await fetch(`${sandboxUrl}/admin/settings`, { method: 'PUT', body: JSON.stringify({ delayScale: 1 }) })
  for (const psp of ['acmecards', 'borealpay', 'kestrelcard'])
    await fetch(`${sandboxUrl}/admin/scripts/slow-${psp}`, {
      method: 'PUT',
      body: JSON.stringify({ id: `slow-${psp}`, psp, steps: [{ action: 'RESPOND', delayMs: slowMs }] }),
    })
}

const newTimes = (reads) => Object.fromEntries(Object.keys(reads).map((name) => [name, []]))

/** Reads one after the other until it is enough. */
async function readUntil(reads, isEnough, times) {
  const all = Object.entries(reads)
  for (let done = 0; !isEnough(done); done++) {
    const [name, read] = all[done % all.length]
    const started = performance.now()
    await read()
    times[name].push(performance.now() - started)
  }
}

/** What is left in the database of requests that were refused: payments, or keys that another try would meet. */
async function writtenOf(owner, refused) {
  const keys = refused.map(({ idempotencyKey }) => idempotencyKey)
  const { rows } = await owner.query(
    `select (select count(*)::integer from api_request where idempotency_key = any($1))
      + (select count(*)::integer from transaction where user_id = any($2)) as written`,
    [keys, refused.map(({ userId }) => userId)],
  )
  return rows[0].written
}

function table({ quiet, burst: busy }, { made, refused, other }, written) {
  const sent = burst * rounds
  const of = (times) =>
    Object.entries(times)
      .filter(([name]) => name !== publicRead)
      .flatMap(([, taken]) => taken)
  return [
    row('console during the burst, p50', 'ms', quantile(of(busy), 0.5), 'quiet', quantile(of(quiet), 0.5)),
    row('console during the burst, p95', 'ms', quantile(of(busy), 0.95), 'quiet', quantile(of(quiet), 0.95)),
    ...Object.keys(quiet).map((screen) =>
      row(`${screen}, p50`, 'ms', quantile(busy[screen], 0.5), 'quiet', quantile(quiet[screen], 0.5)),
    ),
    row('deposits made', '', made, 'sent', sent),
    row('answered 503 PAYMENTS_BUSY', '', refused.length, 'sent', sent),
    row('written although refused', '', written, 'refused', refused.length),
    row('failed otherwise', '', other.length, 'sent', sent),
  ]
}
