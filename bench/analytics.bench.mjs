import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dashboardQuestions } from './lib/dashboard-questions.mjs'
import { loadStatusBands } from './lib/load-status-bands.mjs'
import { makeHistory } from './lib/make-history.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000)
const warmUps = 3
const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const merchantId = 100010000
const waitMs = 30 * 60_000
const dayMs = 86_400_000

const bands = await loadStatusBands()
const isIn = ({ first, last }) => `t.status_no between ${first} and ${last}`
const isDone = isIn(bands.SUCCESSFUL)
const isFailed = isIn(bands.FAILED)
const count = (condition) => `count(*) filter (where t.method = 'DEPOSIT' and ${condition})`
const value = `sum(abs(t.amount_base_minor)) filter (where t.method = 'DEPOSIT' and ${isDone})`
const approval = `${count(isDone)}, ${count(`${isFailed} and t.decline_stage in ('PSP', 'ISSUER', 'THREE_DS')`)}`
const day = `date_trunc('day', t.created_at at time zone m.time_zone)`

/** What dashboards ask, and the same asked of the payments. */
const questions = [
  {
    what: 'overview: tiles',
    ask: { metrics: ['value', 'successful', 'pspApproval'] },
    columns: `${value}, ${approval}`,
  },
  {
    what: 'overview: value by method and day',
    ask: { metrics: ['value'], dimensions: ['providerType'], interval: 'day' },
    columns: `t.provider_type, ${day}, ${value}`,
    groups: 2,
  },
  {
    what: 'approval rate by PSP and day',
    ask: { metrics: ['pspApproval'], dimensions: ['psp'], interval: 'day' },
    columns: `t.psp, ${day}, ${approval}`,
    groups: 2,
  },
  {
    what: 'approval rate by weekday and hour',
    ask: { metrics: ['pspApproval'], dimensions: ['weekday', 'hour'] },
    columns: `extract(isodow from t.created_at at time zone m.time_zone),
      extract(hour from t.created_at at time zone m.time_zone), ${approval}`,
    groups: 2,
  },
  {
    what: 'declines by stage and status',
    ask: { metrics: ['failed'], dimensions: ['declineStage', 'statusCode'] },
    columns: `t.decline_stage, t.status_no, ${count(isFailed)}`,
    groups: 2,
  },
  {
    what: 'issuers by PSP',
    ask: { metrics: ['pspApproval'], dimensions: ['issuer', 'psp'] },
    columns: `t.issuer_name, t.psp, ${approval}`,
    groups: 2,
  },
  {
    what: 'countries',
    ask: { metrics: ['deposits', 'conversion', 'value'], dimensions: ['userCountry'] },
    columns: `t.user_country, ${count('true')}, ${count(isDone)}, ${value}`,
    groups: 1,
  },
  {
    what: 'users',
    ask: { metrics: ['users'] },
    columns: `count(distinct t.user_id) filter (where t.method = 'DEPOSIT')`,
  },
]

const sqlOf = ({ columns, groups = 0 }) => `select ${columns} from transaction t
  join merchant m on m.id = ${merchantId} join merchant own on own.id = t.merchant_id and own.path like m.path || '%'
  where t.created_at >= $1 and t.created_at < $2 and not t.is_test_user
  ${groups ? `group by ${Array.from({ length: groups }, (_, index) => index + 1).join()}` : ''}`

/** What each question of each dashboard may take. */
const goalMs = 300
/** The least by which the sizes differ, so that growth is that of something. */
const leastGrowth = 5

/** Dashboards over generated payments: through the console's API, and the same asked of the payments themselves. */
export async function run() {
  const small = await measureSize(Math.max(1_000, Math.round(payments / 10)), 'BENCH_DATA_DIR_TENTH')
  const large = await measureSize(payments, 'BENCH_DATA_DIR')
  if (large.count < small.count * leastGrowth)
    throw new Error(
      `${large.count} payments are too few to compare with ${small.count}: name other folders, or none.`,
    )
  const of = `${large.count.toLocaleString('en')} payments`
  const slowest = large.dashboards.reduce((a, b) => (b.p95 > a.p95 ? b : a))
  return [
    {
      name: 'analytics',
      rows: [
        ...questions.map(({ what }, index) =>
          row(
            `${what}, p95 on ${of}`,
            'ms',
            large.measured[index].ours,
            'SQL on payments',
            large.measured[index].raw,
          ),
        ),
        ...questions.map(({ what }, index) =>
          row(
            `${what}, p95, growth`,
            'ms',
            large.measured[index].ours,
            'a tenth of the payments',
            small.measured[index].ours,
          ),
        ),
      ],
    },
    {
      name: 'analytics: dashboards',
      rows: [
        row(`slowest (${slowest.what}), p95`, 'ms', slowest.p95, 'goal', goalMs),
        ...large.dashboards.map(({ what, p95 }) => row(`${what}, p95`, 'ms', p95, 'goal', goalMs)),
        ...large.dashboards.map(({ what, p95 }, index) =>
          row(`${what}, p95, growth`, 'ms', p95, 'a tenth of the payments', small.dashboards[index].p95),
        ),
      ],
    },
  ]
}

async function measureSize(size, variable) {
  const { dataDir, remove } = makeHistory(size, variable)
  const server = await startServer({ dataDir })
  const database = new pg.Pool(await server.ownerOfDatabase())
  try {
    const { rows } = await database.query(
      'select min(created_at) as first, count(*)::integer as count from transaction',
    )
    const zone = await database.query('select time_zone as zone from merchant where id = $1', [merchantId])
    const period = { from: await startOfDay(database, rows[0].first, zone.rows[0].zone) }
    period.to = await startOfDay(database, new Date(Date.now() + dayMs), zone.rows[0].zone)
    await untilKept(server, database, period)
    const measured = []
    for (const question of questions) measured.push(await measure(server, database, question, period))
    const dashboards = []
    for (const { what, ask: question } of await dashboardQuestions(period))
      dashboards.push({ what, p95: await p95Of(() => ask(server, question, period)) })
    return { count: rows[0].count, measured, dashboards }
  } finally {
    await database.end()
    await server.stop()
    remove()
  }
}

async function startOfDay(database, at, zone) {
  const { rows } = await database.query(
    `select date_trunc('day', $1::timestamptz at time zone $2) at time zone $2 as at`,
    [at, zone],
  )
  return rows[0].at.toISOString()
}

const ask = (server, question, period) =>
  server.post(`/analytics/query?merchantId=${merchantId}`, { ...question, ...period })

/** The rollups are made after the start; they are there when they count as many deposits as there are. */
async function untilKept(server, database, period) {
  const untilMs = Date.now() + waitMs
  for (;;) {
    // Counted each time: a demo that starts pays for a while.
    const { rows } = await database.query(sqlOf({ columns: count('true') }), [period.from, period.to])
    const { cells, freshAt } = await ask(server, { metrics: ['deposits'] }, period)
    if (freshAt && cells[0]?.values.deposits.value === Number(rows[0].count)) return
    if (Date.now() > untilMs) throw new Error('The rollups were not made in time.')
    await sleep(2_000)
  }
}

async function measure(server, database, question, period) {
  const times = { ours: [], raw: [] }
  const ours = () => ask(server, question.ask, period)
  const raw = () => database.query(sqlOf(question), [period.from, period.to])
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
  return { ours: quantile(times.ours, 0.95), raw: quantile(times.raw, 0.95) }
}

async function p95Of(act) {
  const taken = []
  for (let round = -warmUps; round < rounds; round++) {
    const started = performance.now()
    await act()
    if (round >= 0) taken.push(performance.now() - started)
  }
  return quantile(taken, 0.95)
}
