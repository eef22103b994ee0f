// @ts-check
import './node-version.mjs'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fastFolder } from './fast-folder.mjs'
import { ensureInstalled } from './install.mjs'
import { contentHash, root, sourceFiles } from './repository.mjs'
import { runProgram, runQuietly } from './run-program.mjs'

/** @typedef {{ passed: number, failed: number }} Count */

const reports = join(root, '.cache/reports')

/** `--full` also runs what takes long: all devices and themes, every pair of role and call, long random runs. */
const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, full: { type: 'boolean', default: false } },
})
if (options.full) process.env.TEST_FULL = '1'
process.env.TMPDIR = fastFolder()
// Of long lists a part is tried: the same for the same code, so that a run can be repeated, another when it changes.
// A caller may ask for another one: several runs in a row then try more than one could.
process.env.TEST_TURN ??= String(turnOf(['apps', 'packages']))

/**
 * In this order: what fails fastest comes first, and the first step that fails ends the run. The build comes before the
 * server tests because some of them start the built server.
 * @type {Record<string, () => Promise<Count>>}
 */
const steps = {
  format: check('oxfmt', ['--check']),
  // With the type check: the rules about types load the programs of all rooms anyway, and tsc would do it once more.
  lint: check('oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
  // These two use one core each, so the second is begun with the first, and told in its own place.
  directions: async () => {
    if (chosen.includes('unused')) begunUnused = lookForUnused()
    const { checkDirections } = await import('./directions.mjs')
    return checkDirections() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  },
  unused: async () => {
    const { code, output } = await (begunUnused ?? lookForUnused())
    process.stdout.write(output)
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  },
  unit: runVitest('unit'),
  build: async () => {
    const { build } = await import('./build.mjs')
    await build()
    return { passed: 1, failed: 0 }
  },
  // Each waits for its database a fifth of the time: a third one uses what two leave of two cores.
  server: runVitest('server', '--maxWorkers=3'),
  web: runVitest('web'),
  journeys: runJourneys,
}

/** @type {ReturnType<typeof lookForUnused> | undefined} */
let begunUnused

function lookForUnused() {
  return runQuietly('knip', ['--no-progress'])
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function check(program, args) {
  return async () =>
    (await runProgram(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * @param {string} project
 * @param {string[]} more
 */
function runVitest(project, ...more) {
  return async () => {
    const report = join(reports, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    // Said here, because a NODE_ENV of the caller's would load the production builds of React and of the test DOM.
    const code = await runProgram('vitest', ['run', '--project', project, ...more, ...reporters], {
      NODE_ENV: 'test',
    })
    const { numPassedTests, numFailedTests } = readReport(report) ?? { numPassedTests: 0, numFailedTests: 0 }
    return counted(code, numPassedTests, numFailedTests)
  }
}

async function runJourneys() {
  const { ensureChromium } = await import('./chromium.mjs')
  const report = join(reports, 'journeys.json')
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-journeys-'))
  try {
    const code = await runProgram('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      CHROMIUM_PATH: await ensureChromium(),
      E2E_DATA_DIR: dataDir,
      ...(!options.full && { E2E_SWEEP: sweepOfThisRun() }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const { expected, unexpected } = readReport(report)?.stats ?? { expected: 0, unexpected: 0 }
    return counted(code, expected, unexpected)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Another device, another theme or another twelfth of the pages when the console changes. */
function sweepOfThisRun() {
  const sweeps = ['desktop light', 'desktop dark', 'phone light', 'phone dark']
  const turn = turnOf(['apps/web/src'])
  return `${sweeps[turn % sweeps.length]} ${Math.floor(turn / sweeps.length) % 12}`
}

/** @param {string[]} folders */
function turnOf(folders) {
  return Number.parseInt(contentHash(sourceFiles(folders)).slice(0, 8), 16)
}

/**
 * A runner may fail without a failing test, when a file does not even load. That counts as a failure too.
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @returns {Count}
 */
function counted(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** @returns {string[]} */
function chosenSteps() {
  const only = (options.only ?? []).flatMap((names) => names.split(','))
  const unknown = only.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
    process.exit(1)
  }
  return Object.keys(steps).filter((name) => only.length === 0 || only.includes(name))
}

const chosen = chosenSteps()
ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0 }
for (const name of chosen) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const count = await /** @type {() => Promise<Count>} */ (steps[name])().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${name}: ${count.failed === 0 ? 'ok' : 'failed'}, ${seconds} s`)
  if (count.failed > 0) break
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
