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
const paths = [
  '/metadata',
  '/transaction?merchantId=100010001&limit=50',
  '/bank-mapping?merchantId=100010001&limit=50',
  '/approval?merchantId=100010001',
]

const isQuietRound = (reads) => reads === quietReads

/** How long people at the console wait while nothing goes on, and while two hundred deposits are at PSPs that take seconds. */
export async function run() {
  const server = await startServer()
  const cashier = await openCashier(server, burst)
  const owner = new pg.Pool(await server.ownerOfDatabase())
  try {
    await owner.query(`update api_client set rate_limit = 1000000, version = version + 1`)
    // Both sides are measured on code that V8 has made quick.
    for (let user = 0; user < warmUps; user++) await cashier.pay(user)
    await readUntil(server, isQuietRound)
    await slowDown(server)
    const times = { quiet: [], burst: [] }
    const answers = { made: 0, refused: 0, other: 0 }
    for (let round = 0; round < rounds; round++) {
      times.quiet.push(...(await readUntil(server, isQuietRound)))
      let open = burst
      const all = Array.from({ length: burst }, (_, user) =>
        cashier
          .pay(round * burst + user)
          .then(
            () => answers.made++,
            (error) => (String(error).includes('PAYMENTS_BUSY') ? answers.refused++ : answers.other++),
          )
          .finally(() => open--),
      )
      times.burst.push(...(await readUntil(server, () => open === 0)))
      await Promise.all(all)
    }
    return [{ name: 'burst of slow deposits', rows: table(times, answers) }]
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

/** Reads the console, one call after the other, until it is enough. */
async function readUntil(server, isEnough) {
  const taken = []
  while (!isEnough(taken.length)) {
    const started = performance.now()
    await server.get(paths[taken.length % paths.length])
    taken.push(performance.now() - started)
  }
  return taken
}

function table({ quiet, burst: busy }, { made, refused, other }) {
  const all = burst * rounds
  return [
    row('console during the burst, p50', 'ms', quantile(busy, 0.5), 'quiet', quantile(quiet, 0.5)),
    row('console during the burst, p95', 'ms', quantile(busy, 0.95), 'quiet', quantile(quiet, 0.95)),
    row('deposits made', '', made, 'sent', all),
    row('refused before they began', '', refused, 'sent', all),
    row('failed otherwise', '', other, 'sent', all),
  ]
}
