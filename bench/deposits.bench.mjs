import pg from 'pg'
import { openCashier } from './deposits/cashier.mjs'
import { replayUntil, scriptOf } from './deposits/replay.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const clients = 16
/** The path of a deposit is long, and V8 makes it quick only after some hundred of them. */
const warmUpMs = 30_000
const roundMs = 8_000
const rounds = 3
const maxCommits = 10
const recordings = 3
const engineGoalMs = { p90: 50, p99: 150 }

/** Deposits brought to their end, and the SQL of as many deposits and nothing else, on the same database in turn. */
export async function run() {
  const server = await startServer()
  const cashier = await openCashier(server, clients)
  const owner = await server.ownerOfDatabase()
  const connections = await Promise.all(Array.from({ length: clients }, () => connect(owner)))
  try {
    await connections[0].query(`update api_client set rate_limit = 1000000, version = version + 1`)
    await pay(cashier, warmUpMs)
    const scripts = await recordAll(server, cashier)
    const times = { ours: [], raw: [], latency: [] }
    // Ids of the year 2031, where no payment of this run can be.
    let id = (Date.UTC(2031, 1, 1) - Date.UTC(2020, 0, 1)) * 4096
    const raw = (ms) =>
      Promise.all(
        connections.map((client, index) =>
          replayUntil(client, scripts[index], () => id++, performance.now() + ms),
        ),
      )
    await raw(roundMs / 2)
    for (let round = 0; round < rounds; round++) {
      times.ours.push(await perSecond(() => pay(cashier, roundMs, times.latency)))
      times.raw.push(await perSecond(async () => (await raw(roundMs)).reduce((sum, done) => sum + done, 0)))
    }
    const before = await ruleSeconds(server)
    const alone = await latencyAlone(cashier)
    const rulesMs = ((await ruleSeconds(server)) - before) * (1_000 / alone.length)
    const engine = await withoutOutside(connections[0], alone)
    const latencies = alone.map(({ ms }) => ms)
    const rows = table(scripts, times, { alone: latencies, rulesMs, engine })
    return [{ name: 'deposits', rows: [...rows, await againstUnprepared(server, cashier)] }]
  } finally {
    cashier.close()
    await Promise.all(connections.map((client) => client.end()))
    await server.stop()
  }
}

/** The same server beside it on the same database, whose statements are read and planned every time; both take turns. */
async function againstUnprepared(server, cashier) {
  const other = await startServer({ besides: server, settings: { DATABASE_PREPARED: 'off' } })
  const otherCashier = await openCashier({ ...other, sandboxUrl: server.sandboxUrl }, clients)
  try {
    await pay(otherCashier, warmUpMs)
    const times = { prepared: [], unprepared: [] }
    for (let round = 0; round < rounds; round++) {
      times.prepared.push(await perSecond(() => pay(cashier, roundMs)))
      times.unprepared.push(await perSecond(() => pay(otherCashier, roundMs)))
    }
    const [ours, peer] = [times.prepared, times.unprepared].map((each) => quantile(each, 0.5))
    return row(`prepared statements, ${clients} clients`, '/s', ours, 'DATABASE_PREPARED=off', peer)
  } finally {
    otherCashier.close()
    await other.stop()
  }
}

function table(scripts, times, { alone, rulesMs, engine }) {
  const middle = scripts.map(({ statements }) => statements.length).toSorted((a, b) => a - b)[clients / 2]
  const commits = Math.max(...scripts.map((script) => script.commits))
  const raw = `raw loop, ${clients} clients`
  return [
    row(`to the end, ${clients} clients`, '/s', quantile(times.ours, 0.5), raw, quantile(times.raw, 0.5)),
    row('statements per deposit', '', middle, raw, middle),
    row('commits per deposit', '', commits, 'at most', maxCommits),
    row(
      'one at a time, p50',
      'ms',
      quantile(alone, 0.5),
      `${clients} at a time`,
      quantile(times.latency, 0.5),
    ),
    row(
      'one at a time, p95',
      'ms',
      quantile(alone, 0.95),
      `${clients} at a time`,
      quantile(times.latency, 0.95),
    ),
    row('added by all rules, one at a time', 'ms', rulesMs, 'whole deposit, p50', quantile(alone, 0.5)),
    row('without the time of others, p90', 'ms', quantile(engine, 0.9), 'goal', engineGoalMs.p90),
    row('without the time of others, p99', 'ms', quantile(engine, 0.99), 'goal', engineGoalMs.p99),
  ]
}

async function connect(owner) {
  const client = new pg.Client(owner)
  await client.connect()
  return client
}

/** Each client has a user of its own, as users do. Returns how many deposits came to their end. */
async function pay(cashier, ms, latencies = []) {
  const deadline = performance.now() + ms
  const each = await Promise.all(
    Array.from({ length: clients }, async (_, user) => {
      let done = 0
      while (performance.now() < deadline) {
        const started = performance.now()
        await cashier.pay(user)
        latencies.push(performance.now() - started)
        done++
      }
      return done
    }),
  )
  return each.reduce((sum, done) => sum + done, 0)
}

async function perSecond(act) {
  const started = performance.now()
  const done = await act()
  return done / ((performance.now() - started) / 1_000)
}

async function latencyAlone(cashier) {
  const taken = []
  for (let round = 0; round < 100; round++) {
    const started = performance.now()
    const { txId } = await cashier.pay(round % clients)
    taken.push({ txId, ms: performance.now() - started })
  }
  return taken
}

/** What is left of each deposit when the calls to PSPs, merchants and services are taken off, which come one by one. */
async function withoutOutside(client, deposits) {
  const { rows } = await client.query(
    `select tx_id::text as id, sum(latency_ms)::integer as ms from tx_log
     where tx_id = any($1::bigint[]) group by tx_id`,
    [deposits.map(({ txId }) => txId)],
  )
  const outside = new Map(rows.map(({ id, ms }) => [id, ms]))
  return deposits.map(({ txId, ms }) => ms - (outside.get(String(txId)) ?? 0))
}

/** How long payments have waited for rules since the server began, as it says itself. */
async function ruleSeconds({ url }) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^signalbox_rule_seconds_total (\S+)/m.exec(text)?.[1] ?? 0)
}

/** One deposit of each user. A job that ran meanwhile would make the raw loop slower, so the shortest of a few counts. */
async function recordAll(server, cashier) {
  const scripts = []
  for (let user = 0; user < clients; user++) {
    const tries = []
    for (let no = 0; no < recordings; no++) tries.push(await recordOne(server, cashier, user))
    scripts.push(tries.toSorted((a, b) => a.statements.length - b.statements.length)[0])
  }
  return scripts
}

async function recordOne(server, cashier, user) {
  const sinceMs = Date.now()
  let paid
  const recorded = await server.statementsDuring(async () => (paid = await cashier.pay(user)))
  return scriptOf(recorded, { txId: paid.txId, key: paid.idempotencyKey, sinceMs })
}
