import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reportOf, table } from './report.ts'
import type { RoundResult, Scenario } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'
import { endAllPrograms } from './server-process.ts'

const usual = { rounds: 20, quickRounds: 2, port: 4_670, payments: 400, quickPayments: 80 }

interface Place {
  readonly root: string
  readonly folder: string
}

interface Options {
  readonly seed: number
  readonly rounds: number
  readonly payments: number
  readonly port: number
  readonly chosen: readonly Scenario[]
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      payments: { type: 'string' },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      port: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  })
  const wanted = (values.only ?? []).flatMap((names) => names.split(','))
  const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown: ${unknown.join(', ')}. There are ${scenarios.map(({ name }) => name).join(', ')}.`,
    )
  const number = (text: string | undefined, fallback: number): number => {
    const value = text === undefined ? fallback : Number(text)
    if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is not a whole number above zero.`)
    return value
  }
  return {
    seed: number(values.seed, Date.now() % 1_000_000),
    rounds: number(values.rounds, values.quick ? usual.quickRounds : usual.rounds),
    payments: number(values.payments, values.quick ? usual.quickPayments : usual.payments),
    port: number(values.port, usual.port),
    chosen: scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** @param rounds what was found so far, also where the run breaks off */
async function runScenario(
  scenario: Scenario,
  where: Place,
  options: Options,
  rounds: RoundResult[],
): Promise<boolean> {
  say(`\n${scenario.name}: ${scenario.what}`)
  for await (const round of scenario.run({ ...options, ...where, say })) {
    rounds.push(round)
    const figures = Object.entries(round.figures).map(([name, value]) => `${name} ${value}`)
    say(`  round ${rounds.length}: ${round.violations.length === 0 ? 'ok' : 'BROKEN'}, ${figures.join(', ')}`)
    for (const { rule, subject, detail } of round.violations.slice(0, 10))
      say(`    ${rule}: ${subject} ${detail}`)
  }
  return true
}

/** Runs what was asked for against the built server and answers whether everything held. */
export async function main(root: string): Promise<boolean> {
  const options = readOptions()
  say(`seed ${options.seed}, ${options.rounds} rounds each (repeat with --seed ${options.seed})`)
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-chaos-'))
  const tidyUp = async (): Promise<void> => {
    await endAllPrograms()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void tidyUp().finally(() => process.exit(1)))
  const reports = []
  for (const scenario of options.chosen) {
    const where = { root, folder: join(folder, scenario.name) }
    const rounds: RoundResult[] = []
    const isWhole = await runScenario(scenario, where, options, rounds).catch((error: unknown) => {
      say(`    ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return false
    })
    reports.push(reportOf(scenario, rounds, isWhole))
  }
  await tidyUp()
  say(`\n${table(reports)}`)
  const failed = reports.filter(({ passed }) => !passed).length
  say(`\nseed ${options.seed}: ${reports.length - failed} passed, ${failed} failed`)
  return failed === 0
}
