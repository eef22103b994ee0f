import { readFileSync } from 'node:fs'
import { untilBooksChecked } from './lib/books-checked.mjs'
import { makeHistory } from './lib/make-history.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'
import { multiplyPayments } from './lib/multiply-payments.mjs'
import pg from 'pg'

const wanted = 110_000
const lines = 100_000
const goalMb = 100

/** How much memory the server takes to write a hundred thousand payments into a file. */
export async function run() {
  const history = makeHistory()
  try {
    return await measureExport(history.dataDir)
  } finally {
    history.remove()
  }
}

/** @param {string} dataDir one that holds a history */
async function measureExport(dataDir) {
  const server = await startServer({ dataDir })
  const database = new pg.Pool(await server.ownerOfDatabase())
  try {
    await untilBooksChecked(database)
    await multiplyPayments(database, wanted)
    await download(server, 2_000)
    const before = residentMb(server.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 20)
    const started = performance.now()
    const { count, bytes } = await download(server, lines).finally(() => clearInterval(watch))
    const seconds = (performance.now() - started) / 1_000
    return [
      {
        name: 'export',
        rows: [
          row(`${count.toLocaleString('en')} lines, memory on top`, 'MB', most - before, 'at most', goalMb),
          row('lines a second', '/s', count / seconds, 'MB a second', bytes / 1e6 / seconds),
        ],
      },
    ]
  } finally {
    await database.end()
    await server.stop()
  }
}

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** Reads the file as it comes and stops after so many lines, as somebody does who keeps it on a disk. */
async function download({ url, cookie }, most) {
  const answer = await fetch(
    `${url}/signalbox/backoffice/api/transaction/export?format=csv&created=..&sort=created:desc`,
    { headers: { cookie: `${cookie.name}=${cookie.value}` } },
  )
  if (!answer.ok) throw new Error(`The export answered ${answer.status}: ${await answer.text()}`)
  let [count, bytes] = [0, 0]
  for await (const chunk of answer.body) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) count++
    if (count >= most) break
  }
  return { count, bytes }
}
