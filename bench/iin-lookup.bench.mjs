import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { microseconds } from './engine/timing.mjs'
import { row } from './lib/row.mjs'

const root = join(import.meta.dirname, '..')
const count = 100_000
const first = 40_000_000_000
const width = 10_000
const platform = 1000
const merchants = [100010001, 100010000, platform]

async function loadRanges() {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  try {
    const input = join(root, 'apps/server/src/payments/reference/iin.ts')
    const bundle = await rolldown({ cwd: root, input, platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: 'iin.mjs' })
    await bundle.close()
    return (await import(pathToFileURL(join(dir, 'iin.mjs')).href)).IinRanges
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const sampleRanges = Array.from({ length: count }, (_, no) => ({
  id: `range ${no}`,
  merchantId: platform,
  from: first + no * width,
  to: first + no * width + width - 1,
  source: 'IMPORT',
  updatedAt: '2026-01-01T00:00:00.000Z',
  facts: {
    brand: 'VISA',
    type: 'CREDIT',
    category: null,
    subBrand: null,
    issuer: `Bank ${no}`,
    issuerCountry: 'SWE',
  },
}))

/** What a card is: ours against looking through all ranges, as a plain program would. */
export async function run() {
  const IinRanges = await loadRanges()
  const before = process.cpuUsage()
  const ranges = new IinRanges(sampleRanges)
  const { user, system } = process.cpuUsage(before)
  const buildMs = (user + system) / 1000
  const cards = Array.from({ length: 1000 }, (_, no) => String(first + ((no * 7919) % count) * width + 17))
  const ours = (digits) => ranges.lookup(merchants, digits).iinId
  const linear = (digits) => {
    const value = Number(digits)
    return sampleRanges.find(({ from, to }) => from <= value && value <= to)?.id
  }
  for (const digits of cards.slice(0, 50)) assert.equal(ours(digits), linear(digits))
  const [looked, searched] = await microseconds([
    { ask: ours, inputs: cards },
    { ask: linear, inputs: cards },
  ])
  return [
    {
      name: 'IIN lookup, 100,000 ranges',
      rows: [
        row('one card', 'µs', looked, 'looking through all', searched),
        row('reading them in, once', 'ms', buildMs, 'one look through all', searched / 1000),
      ],
    },
  ]
}
