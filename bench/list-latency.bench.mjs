import pg from 'pg'
import { fillAuditLog, fillBankMappings } from './lib/fill-database.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const mappings = 50_000
const auditEntries = 100_000
const warmUps = 5
const rounds = 60

const lists = [
  { what: 'first 100 of 50,000', table: 'bank_mapping', path: '/bank-mapping?limit=100' },
  { what: 'keyword filter', table: 'bank_mapping', path: '/bank-mapping?limit=100&keyword=number%201234' },
  { what: '1000 rows on a page', table: 'bank_mapping', path: '/bank-mapping?limit=1000' },
  { what: 'audit log, first 100 of 100,000', table: 'audit_entry', path: '/audit?limit=100' },
]

/** How long a list takes through the console's API, and how long its SQL alone takes on the same database. */
export async function run() {
  const server = await startServer()
  const database = new pg.Pool(await server.ownerOfDatabase())
  try {
    await fillBankMappings(database, mappings)
    await fillAuditLog(database, auditEntries)
    const rows = []
    for (const list of lists) rows.push(...(await measure(server, database, list)))
    return [{ name: 'list latency', rows }]
  } finally {
    await database.end()
    await server.stop()
  }
}

async function measure(server, database, { what, table, path }) {
  // Background work may have been recorded too, and writes must not be repeated.
  const statements = (await server.statementsOf(path)).filter(
    ({ text }) => text.includes(table) && /^\s*(select|with)\b/i.test(text),
  )
  const ours = () => server.get(path)
  // All at once, each on a connection of its own: the server may do so, and raw must not be slower for waiting.
  const raw = () => Promise.all(statements.map(({ text, values }) => database.query(text, values)))
  await checkSameRows(ours, raw, what)

  const times = { ours: [], raw: [] }
  for (let round = -warmUps; round < rounds; round++) {
    // Turn about, so that a busy moment of the machine and a warm cache help neither side.
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
  return [0.5, 0.95].map((share) =>
    row(
      `${what}, p${share * 100}`,
      'ms',
      quantile(times.ours, share),
      'same SQL, raw pg',
      quantile(times.raw, share),
    ),
  )
}

/** The server asks for one row more than it shows, to know whether there is a next page. */
async function checkSameRows(ours, raw, what) {
  const { items, limit } = await ours()
  const found = Math.max(...(await raw()).map(({ rows }) => rows.length))
  if (items.length === 0 || items.length !== Math.min(found, limit)) {
    throw new Error(`${what}: the API shows ${items.length} rows, its SQL finds ${found}.`)
  }
}
