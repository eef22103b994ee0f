import assert from 'node:assert/strict'
import { jsonLogic, jsonRules, signalbox, zen } from './engine/contenders.mjs'
import { loadEngine } from './engine/load-engine.mjs'
import { versionOf } from './engine/our-rules.mjs'
import { samplePayments, sampleRows } from './engine/sample-rules.mjs'
import { microseconds, milliseconds, withBytes } from './engine/timing.mjs'
import { row } from './lib/row.mjs'

const sizes = [10, 100, 1_000, 10_000]
/** Times faster than the fastest peer, by number of rows. */
const goals = { 1_000: 200, 10_000: 1_000 }
const traceBudget = 100
const paymentCount = 300
/** Payments on which all must agree, by number of rows: the slowest peer needs most of a second for one of 10,000. */
const agreed = { 10: 200, 100: 100, 1_000: 40, 10_000: 5 }
/** Rows of the twenty tables one deposit meets. */
const tables = [
  10_000, 10_000, 1_000, 1_000, 1_000, 1_000, 1_000, 500, 500, 500, 80, 80, 80, 8, 8, 8, 8, 8, 8, 12,
]

const peers = [jsonLogic, zen, jsonRules]
const rowsText = (size) => `${size.toLocaleString('en')} rows`

/** Decision tables: ours against three engines for rules, on the same rows and payments, with the same answers. */
export async function run() {
  const engine = await loadEngine()
  const ours = signalbox(engine)
  const times = { first: new Map(), all: new Map() }
  const traces = []
  for (const size of sizes) {
    console.log(`  ${rowsText(size)} …`)
    const rows = sampleRows(size)
    const payments = samplePayments(rows, paymentCount)
    const built = [ours, ...peers].map(({ build, prepare, name }) => ({
      ...build(rows),
      name,
      inputs: payments.map(prepare),
    }))
    await assertAgreement(built, agreed[size])
    for (const how of ['first', 'all']) {
      times[how].set(
        size,
        await microseconds(built.map(({ inputs, ...each }) => ({ ask: each[how], inputs }))),
      )
    }
    if (size >= 1_000) traces.push(...(await traceRows(size, built)))
  }
  return [
    { name: 'engine, first match', rows: timeRows(times.first) },
    { name: 'engine, all matches', rows: timeRows(times.all) },
    { name: 'engine, goals', rows: goalRows(times) },
    { name: 'engine, growth 100 to 10,000 rows', rows: growthRows(times) },
    { name: 'engine, trace', rows: traces },
    { name: 'engine, twenty tables', rows: await deposit(engine, ours) },
    { name: 'engine, building', rows: buildRows(engine) },
  ]
}

async function assertAgreement([ours, ...others], count) {
  for (let i = 0; i < count; i++) {
    const first = ours.first(ours.inputs[i])
    const all = ours.all(ours.inputs[i])
    assert.equal(first, all[0] ?? -1)
    for (const other of others) {
      assert.equal(await other.first(other.inputs[i]), first, `${other.name}, first match of payment ${i}`)
      assert.deepEqual(await other.all(other.inputs[i]), all, `${other.name}, all matches of payment ${i}`)
    }
  }
}

const timeRows = (times) =>
  [...times].flatMap(([size, [ours, ...theirs]]) =>
    theirs.map((time, i) => row(rowsText(size), 'µs', ours, peers[i].name, time)),
  )

const goalRows = (times) =>
  Object.entries(goals).flatMap(([size, goal]) =>
    Object.entries(times).map(([how, bySize]) => {
      const [ours, ...theirs] = bySize.get(Number(size))
      const what = `${rowsText(Number(size))}, ${how}: times faster than the fastest peer`
      return row(what, '×', Math.min(...theirs) / ours, 'goal', goal)
    }),
  )

function growthRows({ first, all }) {
  const growth = (times, i) => times.get(10_000)[i] / times.get(100)[i]
  return Object.entries({ 'first match': first, 'all matches': all }).flatMap(([what, times]) =>
    peers.map(({ name }, i) => row(what, '×', growth(times, 0), name, growth(times, i + 1))),
  )
}

/** A trace says of every row what became of it and which columns refuse it; then a page of it with names and values. */
async function traceRows(size, built) {
  const ours = built[0]
  const theirs = built[2]
  const whole = (facts) => ours.traced(facts)
  const listed = (facts) => {
    const trace = ours.traced(facts)
    let columns = 0
    for (let i = 0; i < trace.rowCount; i++) columns += trace.failedColumns(i).length + trace.result(i).length
    return columns
  }
  const page = (facts) => ours.traced(facts).candidates(0, 100)
  const [wholeTime, listedTime, pageTime, zenTime] = await microseconds([
    { ask: whole, inputs: ours.inputs },
    { ask: listed, inputs: ours.inputs },
    { ask: page, inputs: ours.inputs },
    { ask: theirs.traced, inputs: theirs.inputs },
  ])
  return [
    ...(size === 1_000
      ? [row(`${rowsText(size)}, whole trace`, 'µs', wholeTime, 'budget', traceBudget)]
      : []),
    row(`${rowsText(size)}, whole trace`, 'µs', wholeTime, `${theirs.name}, traced`, zenTime),
    row(`${rowsText(size)}, every row read as a list`, 'µs', listedTime, `${theirs.name}, traced`, zenTime),
    row(`${rowsText(size)}, 100 rows with values`, 'µs', pageTime, `${theirs.name}, traced`, zenTime),
  ]
}

async function deposit(engine, ours) {
  const sets = tables.map((size, i) => sampleRows(size, 100 + i))
  const payments = samplePayments(sets.flat(), paymentCount)
  const [mine, theirs] = [ours, jsonLogic].map(({ build, prepare }) => ({
    firsts: sets.map((rows) => build(rows).first),
    inputs: payments.map(prepare),
  }))
  for (let i = 0; i < agreed[10_000]; i++) {
    assert.deepEqual(
      mine.firsts.map((first) => first(mine.inputs[i])),
      theirs.firsts.map((first) => first(theirs.inputs[i])),
    )
  }
  const askAll = ({ firsts, inputs }) => ({
    ask: (payment) => firsts.reduce((sum, first) => sum + first(payment), 0),
    inputs,
  })
  const [mineTime, theirTime] = await microseconds([askAll(mine), askAll(theirs)])
  const count = tables.reduce((sum, size) => sum + size, 0)
  return [row(`one payment, 20 tables, ${rowsText(count)} in all`, 'µs', mineTime, jsonLogic.name, theirTime)]
}

/** Built for one way of asking, as somebody would who has one use for a table. */
function buildRows(engine) {
  return [1_000, 10_000].flatMap((size) => {
    const rows = sampleRows(size)
    const version = versionOf(engine.generalBlock, rows)
    const index = () => engine.indexRuleset(engine.generalBlock, version, engine.platformVocabulary)
    const indexTime = milliseconds(index)
    const logicTime = milliseconds(() => jsonLogic.build(rows), 3) / 2
    const zenTime = milliseconds(() => zen.build(rows), 3) / 2
    const indexed = withBytes(index)
    const logic = withBytes(() => jsonLogic.build(rows))
    const cloneTime = milliseconds(() => structuredClone(indexed.made))
    const kibibytes = (bytes) => bytes / 1024
    return [
      row(`${rowsText(size)}, compile`, 'ms', indexTime, jsonLogic.name, logicTime),
      row(`${rowsText(size)}, compile`, 'ms', indexTime, zen.name, zenTime),
      row(
        `${rowsText(size)}, memory`,
        'KiB',
        kibibytes(indexed.bytes),
        jsonLogic.name,
        kibibytes(logic.bytes) / 2,
      ),
      row(`${rowsText(size)}, copy to another thread`, 'ms', cloneTime, 'compiling again', indexTime),
    ]
  })
}
