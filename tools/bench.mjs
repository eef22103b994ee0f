// @ts-check
import './node-version.mjs'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './repository.mjs'

/**
 * Each file bench/*.bench.mjs exports `run()`, which measures us and a named peer side by side.
 * @typedef {{ what: string, ours: number, peer: number, peerName: string, ratio: number, unit: string }} Row
 * @typedef {{ name: string, rows: Row[] }} Result
 */

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })
const folder = join(root, 'bench')

ensureInstalled()
// The peers live in a package of their own: nobody who only wants to run Signalbox downloads them.
if (existsSync(join(folder, 'package-lock.json'))) ensureInstalled(folder)
await build()

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.mjs'))
  .filter((name) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)))
  .sort()

/** @type {Result[]} */
const results = []
for (const file of files) {
  console.log(`Running ${file} …`)
  /** @type {{ run: () => Promise<Result[]> }} */
  const { run } = await import(pathToFileURL(join(folder, file)).href)
  results.push(...(await run()))
}

const header = ['benchmark', 'what', 'ours', 'peer', 'ratio', 'peer is']
const lines = results.flatMap(({ name, rows }) =>
  rows.map(({ what, ours, peer, peerName, ratio, unit }) => [
    name,
    what,
    `${readable(ours)} ${unit}`,
    `${readable(peer)} ${unit}`,
    `${ratioText(ratio)} ×`,
    peerName,
  ]),
)
console.log(`\n${table([header, ...lines])}`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)

/** @param {number} value */
function readable(value) {
  return value.toLocaleString('en', { maximumSignificantDigits: 4 })
}

/**
 * A thousandth would read as 0.00.
 * @param {number} ratio
 */
function ratioText(ratio) {
  return ratio > 0 && ratio < 0.01 ? `1/${Math.round(1 / ratio)}` : ratio.toFixed(2)
}

/** @param {string[][]} rows */
function table(rows) {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
