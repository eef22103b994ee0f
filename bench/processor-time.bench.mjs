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
    ]
    return [{ name: 'processor-time', rows }]
  } finally {
    for (const other of others) await other.stop()
    await plain.stop()
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
