import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { untilBooksChecked } from './lib/books-checked.mjs'
import { makeHistory } from './lib/make-history.mjs'
import { multiplyPayments } from './lib/multiply-payments.mjs'
import { quantile } from './lib/quantile.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'
import { untilCalm } from './lib/until-calm.mjs'

const wanted = 208_000
/** As many as made the console of others wait for 47 s. */
const exportsAtOnce = 40
const rounds = 4
const readsPerRound = 45
const colleague = 'operator'
const file = '/signalbox/backoffice/api/transaction/export?format=csv&created=..&sort=created:desc'

/** How long somebody waits at the console while somebody else asks for forty exports at once, against a moment before. */
export async function run() {
  const history = makeHistory()
  try {
    return await measureBeside(history.dataDir)
  } finally {
    history.remove()
  }
}

/** @param {string} dataDir one that holds a history */
async function measureBeside(dataDir) {
  const server = await startServer({ dataDir })
  const owner = new pg.Pool(await server.ownerOfDatabase())
  try {
    await untilBooksChecked(owner)
    await multiplyPayments(owner, wanted)
    await untilCalm(server)
    const reads = await screensOf(server)
    const { cookie } = await server.as(colleague)
    await readEach(reads, newTimes(reads))
    const times = { quiet: newTimes(reads), beside: newTimes(reads) }
    const answers = { letIn: 0, refused: 0, other: 0, bytes: 0 }
    for (let round = 0; round < rounds; round++) {
      await readEach(reads, times.quiet)
      const exports = startExports({ url: server.url, cookie }, answers)
      await readEach(reads, times.beside)
      await exports.stop()
    }
    return [{ name: 'beside forty exports', rows: table(times, answers) }]
  } finally {
    await owner.end()
    await server.stop()
  }
}

async function screensOf(server) {
  const { items } = await server.get('/transaction?limit=1')
  return {
    'list of transactions': () => server.get('/transaction?limit=50'),
    'one transaction': () => server.get(`/transaction/${items[0].id}`),
    home: () => server.get('/home'),
  }
}

const newTimes = (reads) => Object.fromEntries(Object.keys(reads).map((name) => [name, []]))

/** One after the other. */
async function readEach(reads, times) {
  const all = Object.entries(reads)
  for (let done = 0; done < readsPerRound; done++) {
    const [name, read] = all[done % all.length]
    const started = performance.now()
    await read()
    times[name].push(performance.now() - started)
  }
}

/** Whoever is refused comes again when told to, and whoever has a file asks for the next one. */
function startExports({ url, cookie }, answers) {
  const over = new AbortController()
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  const exportOnce = async () => {
    const answer = await fetch(url + file, { headers, signal: over.signal })
    if (answer.status === 200) answers.letIn++
    else if (answer.status === 429) answers.refused++
    else answers.other++
    for await (const part of answer.body) answers.bytes += part.length
    const waitMs = answer.status === 200 ? 0 : Number(answer.headers.get('retry-after') ?? 1) * 1_000
    await setTimeout(waitMs, undefined, { signal: over.signal })
  }
  const exportOnAndOn = async () => {
    try {
      while (!over.signal.aborted) await exportOnce()
    } catch (error) {
      if (!over.signal.aborted) throw error
    }
  }
  const all = Array.from({ length: exportsAtOnce }, exportOnAndOn)
  return {
    stop: async () => {
      over.abort()
      await Promise.all(all)
    },
  }
}

function table({ quiet, beside }, { letIn, refused, other, bytes }) {
  const allOf = (times) => Object.values(times).flat()
  const sent = letIn + refused + other
  return [
    ...[0.5, 0.95].map((q) =>
      row(`console, p${q * 100}`, 'ms', quantile(allOf(beside), q), 'quiet', quantile(allOf(quiet), q)),
    ),
    ...Object.keys(quiet).flatMap((screen) =>
      [0.5, 0.95].map((q) =>
        row(`${screen}, p${q * 100}`, 'ms', quantile(beside[screen], q), 'quiet', quantile(quiet[screen], q)),
      ),
    ),
    row('exports let in', '', letIn, 'sent', sent),
    row('answered 429', '', refused, 'sent', sent),
    row('failed otherwise', '', other, 'sent', sent),
    row('written into files meanwhile', 'MB', bytes / 1e6, 'exports', letIn),
  ]
}
