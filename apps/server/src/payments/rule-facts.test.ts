import { compileRuleset, type CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import { questionOf } from '@signalbox/engine/evaluate'
import { allMatches } from '@signalbox/engine/intersect'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { Rule } from '@signalbox/model/rules/rule'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { row, steps } from '../setup/ruleset/testing/ruleset-app.ts'
import { watchAlerts } from './alerts/watch-alerts.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { rulePublisher } from './testing/publish-rules.ts'
import { readAskedFacts, type AskedFacts } from './testing/rule-facts/asked-facts.ts'
import { cellFor } from './testing/rule-facts/fact-cells.ts'
import { factUsers, payThrough, publishWays } from './testing/rule-facts/fact-payments.ts'
import { outputsFor } from './testing/rule-facts/row-outputs.ts'
import { saidOfNothing, sameForAll } from './testing/rule-facts/same-for-all.ts'

const merchantId = 100010001

let platform: PaymentPlatform
let asked: readonly AskedFacts[]
beforeAll(async () => {
  platform = await paymentPlatform()
  await publishWays(platform)
  await payThrough(platform)
  asked = await readAskedFacts(platform.db, factUsers)
}, 240_000)
afterAll(async () => {
  await platform.close()
})

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

const nameOf = (column: string): string => factOf(column)?.reads ?? column

/** What the fact was when the table was asked, each value once. */
const valuesOf = (questions: readonly AskedFacts[], column: string) =>
  new Map(
    questions.flatMap(({ facts }) => {
      const value = facts[nameOf(column)]
      return value === undefined ? [] : [[textOf(value), value] as const]
    }),
  )

interface FactRow {
  readonly column: string
  readonly conditions: Record<string, Cell>
}

/** One row per value, with one cell that asks for it. */
function rowsFor(
  { conditions, requiredConditions = [] }: DecisionTable,
  questions: readonly AskedFacts[],
): FactRow[] {
  const always = Object.fromEntries(
    requiredConditions.map((key) => [
      key,
      { op: 'in', values: [...valuesOf(questions, key).values()] } as Cell,
    ]),
  )
  return conditions.flatMap((column) => {
    const fact = factOf(column)
    const values = [...valuesOf(questions, column).values()].slice(0, 3)
    return values.flatMap((value) => {
      const cell = fact && cellFor(fact, value)
      return cell ? [{ column, conditions: { ...always, [column]: cell } }] : []
    })
  })
}

/** Saves the rows through the API, and makes them ready as the server does. */
async function compiled(table: DecisionTable, wanted: readonly FactRow[]): Promise<CompiledRuleset> {
  const rules: Rule[] = wanted.map(({ conditions }, index) =>
    row(`f${index}`, index + 1, { conditions, outputs: outputsFor(table.slug) }),
  )
  const version = {
    rulesetId: 'facts',
    merchantId,
    table: table.slug,
    no: 1,
    name: 'Facts',
    version: 1,
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules,
  } as const
  // Windows of maintenance are made on their own screen.
  if (table.slug === 'maintenance') return compileRuleset(table, version, platformVocabulary)
  const author = steps(await platform.as('admin'), merchantId)
  const { open } = await author.create({ name: `Facts of ${table.slug}`, rules }, table.slug)
  return compileRuleset(table, { ...version, rules: open?.rules ?? [] }, platformVocabulary)
}

/** Facts of which no row held for one payment that has the fact and failed for another that has it too. */
async function untold(table: DecisionTable): Promise<string[]> {
  const questions = asked.filter((each) => each.table === table.slug)
  const wanted = rowsFor(table, questions)
  const ruleset = await compiled(table, wanted)
  const told = new Set<string>()
  const seen = wanted.map(() => ({ held: false, failed: false }))
  for (const { facts, step } of questions) {
    const matching = new Set(
      allMatches(ruleset.index.rows, questionOf({ table, rulesets: [ruleset] }, facts, { step })),
    )
    wanted.forEach(({ column, conditions }, index) => {
      const result = seen[index]
      const isKnown = facts[nameOf(column)] !== undefined || conditions[column]?.op === 'set'
      if (!result || !isKnown) return
      if (matching.has(index)) result.held = true
      else result.failed = true
      if (result.held && result.failed) told.add(column)
    })
  }
  return table.conditions
    .filter((column) => !told.has(column))
    .map(
      (column) =>
        `${table.slug} ${column}: ${[...valuesOf(questions, column).keys()].join(' ') || 'never known'}`,
    )
}

const tables = decisionTables.filter(({ slug }) => slug !== 'alerts')

describe('every fact a table offers tells payments apart', () => {
  it.each(tables.map((table) => [table.slug, table] as const))('in %s', async (_slug, table) => {
    const found = await untold(table)
    const nameOfFact = (text: string) => text.split(':')[0] ?? ''
    expect(found.filter((text) => !sameForAll.includes(nameOfFact(text)))).toEqual([])
    // What is excused and does tell payments apart needs no excuse any more.
    const excused = sameForAll.filter((name) => name.startsWith(`${table.slug} `))
    expect(excused.filter((name) => !found.some((text) => nameOfFact(text) === name))).toEqual([])
    // The same value for everybody is one thing, none at all another.
    expect(found.filter((text) => text.endsWith('never known'))).toEqual([])
  })
})

it('no excuse is about a fact that is not declared', () => {
  expect(saidOfNothing).toEqual([])
})

const oneOf = (...values: string[]): Cell => ({ op: 'in', values })
const atLeast = (value: number): Cell => ({ op: 'range', min: { value, inclusive: true } })
const period = (from: string, to: string): Cell => ({
  op: 'range',
  min: { value: from, inclusive: true },
  max: { value: to, inclusive: false },
})
const onDays = (...days: number[]): Cell => ({
  op: 'schedule',
  timeZone: 'UTC',
  days,
  from: '00:00',
  to: '00:00',
})

/** Per fact, a condition that holds of the payments of the last hour and one that does not. */
const alertCells = (now: Date): Readonly<Record<string, readonly [holds: Cell, fails: Cell]>> => {
  const today = now.getUTCDay() || 7
  return {
    cron: [oneOf('* * * * *'), oneOf('0 0 31 2 *')],
    minutesBack: [oneOf('60'), oneOf('1')],
    thresholdPct: [atLeast(1), atLeast(1_000_000)],
    minUniqueUsers: [atLeast(1), atLeast(1_000)],
    minTx: [atLeast(1), atLeast(100_000)],
    psp: [oneOf('acmecards'), oneOf('coinsim')],
    pspAccount: [oneOf('3DS'), oneOf('UK')],
    service: [oneOf('IDEAL'), oneOf('SWEBANK')],
    txType: [oneOf('CreditcardDeposit'), oneOf('CryptoCurrencyDeposit')],
    txState: [oneOf('FAILED'), oneOf('REGISTERED')],
    txStatusCode: [oneOf('ERR_DECLINED_NO_FUNDS'), oneOf('ERR_DECLINED_DUPLICATE_TX_ID')],
    merchantId: [oneOf('100010002'), oneOf('100010003')],
    validPeriod: [
      period('2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
      period('2090-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
    ],
    schedule: [onDays(today), onDays((today % 7) + 1)],
  }
}

it('every fact of alerts decides whether it rings', async () => {
  const now = new Date(Date.now() + 1_800_000)
  const cells = alertCells(now)
  const columns = decisionTables.find(({ slug }) => slug === 'alerts')?.conditions ?? []
  expect(Object.keys(cells).toSorted()).toEqual([...columns].toSorted())
  const always = {
    cron: oneOf('* * * * *'),
    minutesBack: oneOf('60'),
    thresholdPct: atLeast(1),
    txState: oneOf('FAILED', 'SUCCESSFUL'),
  }
  const publish = await rulePublisher(platform, 100010000)
  const rows = columns.flatMap((column) =>
    (cells[column] ?? []).map((cell) => ({
      conditions: {
        ...always,
        ...(column === 'thresholdPct' && { txState: oneOf('FAILED') }),
        [column]: cell,
      },
      outputs: { cooldownMin: 0 },
    })),
  )
  await publish('alerts', ...rows)
  platform.clock.now = now
  await watchAlerts(platform.app.payments.machine.deps)
  platform.clock.now = null
  const { rows: raised } = await sql<{ title: string }>`select title from alert
    where merchant_id = 100010000 and source = 'RULE'`.execute(platform.db)
  const rang = new Set(raised.map(({ title }) => title))
  expect(
    columns.map((column, place) => [
      column,
      rang.has(`Row t${2 * place}`),
      rang.has(`Row t${2 * place + 1}`),
    ]),
  ).toEqual(columns.map((column) => [column, true, false]))
})
