import pg from 'pg'
import { untilBooksChecked } from './lib/books-checked.mjs'
import { makeHistory } from './lib/make-history.mjs'
import { multiplyPayments } from './lib/multiply-payments.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const wanted = 1_000_000
const warmUps = 3
const rounds = 40
const goalMs = 150
const detailGoalMs = 50

/** What people at a back office look for; `some` is a payment that is there. */
const searches = (some) => {
  const since = (days) => `${new Date(Date.parse(some.created) - days * 86_400_000).toISOString()}..`
  const month = `created=${since(30)}`
  return [
    ['today', 'created=today'],
    ['one user, always', `created=..&userId=${some.userId}`],
    ['an email address', `created=..&email=${encodeURIComponent(some.email)}`],
    ['a masked card', `created=..&maskedUserAccount=${encodeURIComponent(some.maskedUserAccount)}`],
    ['a reference of the PSP', `created=..&pspRefId=${some.pspRefId}`],
    ['failed with one PSP, a month', `${month}&state=FAILED&psp=${some.psp}`],
    ['unclear, always', 'created=..&state=INCONSISTENT'],
    ['cards declined for lack of money, a week', `created=${since(7)}&statusCode=504&cardBrand=VISA`],
    ['500 to 1000 EUR, a month', `${month}&amount=${encodeURIComponent('500..1000 EUR')}`],
    ['withdrawals by amount, a month', `${month}&method=WITHDRAWAL&sort=amount:desc`],
  ]
}

/** How long lists of a million payments take through the console's API, and how long their SQL alone takes. */
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
  const database = new pg.Pool(await server.ownerOfDatabase())
  try {
    await untilBooksChecked(database)
    await multiplyPayments(database, wanted)
    const some = await aCardPayment(server)
    const rows = []
    const all = { ours: [], raw: [] }
    for (const [what, filter] of searches(some)) {
      const times = await measure(server, database, `/transaction?limit=100&${filter}`)
      rows.push(...compared(what, times, goalMs))
      all.ours.push(...times.ours)
      all.raw.push(...times.raw)
    }
    rows.push(...compared('all ten together', all, goalMs))
    const detail = await measure(server, database, `/transaction/${some.id}`)
    rows.push(...compared('one payment opened', detail, detailGoalMs))
    return [{ name: 'search in 1,000,000', rows }]
  } finally {
    await database.end()
    await server.stop()
  }
}

async function aCardPayment(server) {
  const { items } = await server.get('/transaction?limit=100&created=..&state=SUCCESSFUL&cardBrand=VISA')
  return items.find(({ pspRefId, email }) => pspRefId && email)
}

/** What the call asks every time. Jobs that happen to run meanwhile ask something else each time, or write. */
async function statementsOf(server, path) {
  const recordings = []
  for (let no = 0; no < 3; no++) recordings.push(await server.statementsOf(path))
  const [first, ...others] = recordings
  const isAlways = ({ text }) => others.every((recorded) => recorded.some((other) => other.text === text))
  return first.filter(
    (statement) =>
      /^\s*(select|with)\b/i.test(statement.text) &&
      /\b(transaction|tx_\w+|user_psp_account)\b/.test(statement.text) &&
      !/\b(insert|update|delete)\b/i.test(statement.text) &&
      isAlways(statement),
  )
}

async function measure(server, database, path) {
  const statements = await statementsOf(server, path)
  const ours = () => server.get(path)
  // All at once, each on a connection of its own: the server may do so, and raw must not be slower for waiting.
  const raw = () => Promise.all(statements.map(({ text, values }) => database.query(text, values)))
  const times = { ours: [], raw: [] }
  for (let round = -warmUps; round < rounds; round++) {
    const pair = [
      [times.ours, ours],
      [times.raw, raw],
    ]
    for (const [taken, read] of round % 2 === 0 ? pair : pair.toReversed()) {
      const started = performance.now()
      await read()
      if (round >= 0) taken.push(performance.now() - started)
    }
  }
  return times
}

function compared(what, times, goal) {
  const p95 = quantile(times.ours, 0.95)
  return [
    row(`${what}, p50`, 'ms', quantile(times.ours, 0.5), 'same SQL, raw pg', quantile(times.raw, 0.5)),
    row(`${what}, p95`, 'ms', p95, 'same SQL, raw pg', quantile(times.raw, 0.95)),
    row(`${what}, p95`, 'ms', p95, 'goal', goal),
  ]
}
