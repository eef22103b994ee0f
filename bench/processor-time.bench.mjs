import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openCashier } from './deposits/cashier.mjs'
import { databaseMs, processorMs } from './lib/processor-time.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const clients = 4
/** The path of a deposit is long, and V8 makes it quick only after some hundred of them. */
const warmUp = 120
const perRound = 40
const rounds = 4
/** Between two runs of the job that keeps the rollups, at four deposits a second. */
const perRun = 120
const runLimitMs = 120_000

/** What a deposit costs with and without something, in processor time: three nodes on one database take turns. */
export async function run() {
  const plain = await startServer()
  const others = []
  try {
    const { dataDir } = plain
    const owner = new pg.Client(await plain.ownerOfDatabase())
    await owner.connect()
    await owner.query('update api_client set rate_limit = 1000000, version = version + 1')
    await owner.end()
    for (const settings of [{ DATABASE_PREPARED: 'off' }, { LOG_LEVEL: 'info' }])
      others.push(await startServer({ besides: plain, settings }))
    const nodes = [plain, ...others]
    const cashiers = []
    for (const node of nodes)
      cashiers.push(await openCashier({ ...node, sandboxUrl: plain.sandboxUrl }, clients))
    for (const cashier of cashiers) await pay(cashier, warmUp)
    const spent = nodes.map(() => ({ server: [], database: [] }))
    for (let round = 0; round < rounds; round++)
      for (const [index, { pid }] of nodes.entries()) {
        const before = { server: processorMs(pid), database: databaseMs(dataDir) }
        await pay(cashiers[index], perRound)
        spent[index].server.push((processorMs(pid) - before.server) / perRound)
        spent[index].database.push((databaseMs(dataDir) - before.database) / perRound)
      }
    const rollups = await measureRollups(nodes, cashiers[0], spent[0])
    for (const cashier of cashiers) cashier.close()
    const middle = spent.map(({ server, database }) => ({
      server: quantile(server, 0.5),
      database: quantile(database, 0.5),
    }))
    const [ours, unprepared, logged] = middle
    const off = 'DATABASE_PREPARED=off'
    const rows = [
      row('prepared: server, per deposit', 'ms', ours.server, off, unprepared.server),
      row('prepared: database, per deposit', 'ms', ours.database, off, unprepared.database),
      row('log at info: server, per deposit', 'ms', logged.server, 'LOG_LEVEL=error', ours.server),
      row('rollups of analytics, per deposit', 'ms', rollups.each, 'the deposit', rollups.deposit),
    ]
    return [{ name: 'processor-time', rows }]
  } finally {
    for (const other of others) await other.stop()
    await plain.stop()
  }
}

/**
 * What the rollups cost: their job adds up the days of what was paid since it last ran. What it costs when nothing was paid
 * is taken off, because it is no deposit's.
 */
async function measureRollups(nodes, cashier, spent) {
  const [{ dataDir, ...server }] = nodes
  const owner = new pg.Client(await server.ownerOfDatabase())
  await owner.connect()
  const usedMs = () => nodes.reduce((sum, { pid }) => sum + processorMs(pid), databaseMs(dataDir))
  const finishedAt = async () => {
    const { rows } = await owner.query("select finished_at from job_status where name = 'analytics-cubes'")
    return rows[0]?.finished_at?.getTime() ?? 0
  }
  const update = async () => {
    const [before, last] = [usedMs(), await finishedAt()]
    await server.post('/sandbox/job/analytics-cubes/run', {})
    for (const until = Date.now() + runLimitMs; (await finishedAt()) === last;) {
      if (Date.now() > until) throw new Error('The rollups were not made in time.')
      await sleep(250)
    }
    return usedMs() - before
  }
  const each = []
  try {
    await update()
    for (let round = 0; round < rounds; round++) {
      const idle = await update()
      await pay(cashier, perRun)
      each.push(Math.max(0, (await update()) - idle) / perRun)
    }
  } finally {
    await owner.end()
  }
  return {
    each: quantile(each, 0.5),
    deposit: quantile(spent.server, 0.5) + quantile(spent.database, 0.5),
  }
}

async function pay(cashier, deposits) {
  let left = deposits
  await Promise.all(
    Array.from({ length: clients }, async (_, user) => {
      while (left-- > 0) await cashier.pay(user)
    }),
  )
}
