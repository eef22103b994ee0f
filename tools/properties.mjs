// @ts-check
import './node-version.mjs'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { root, sourceFiles } from './repository.mjs'
import { runProgram } from './run-program.mjs'

/** Tries the properties with inputs no run has tried before. `--rounds N` goes on N times, `--seed N` repeats a round. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seed: { type: 'string' } },
})

ensureInstalled()
const files = sourceFiles(
  ['packages', 'apps', 'tools', 'chaos'],
  (path) =>
    /\.test\.(?:tsx?|mjs)$/.test(path) &&
    readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"),
)
const seeds = values.seed
  ? [values.seed]
  : Array.from({ length: Number(values.rounds) }, () => String(randomInt(2 ** 31)))

/** @type {string[]} */
const failed = []
for (const seed of seeds) {
  console.log(`\n── seed ${seed}`)
  if ((await runProgram('vitest', ['run', ...files], { PROPERTY_SEED: seed, TEST_FULL: '1' })) !== 0)
    failed.push(seed)
}
console.log(
  failed.length === 0
    ? `\n${seeds.length} passed, 0 failed`
    : `\n${seeds.length - failed.length} passed, ${failed.length} failed: --seed ${failed.join(', --seed ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
