import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')

/**
 * Where each state begins and ends among the numbers, as the model has it.
 * @returns {Promise<Record<string, { first: number, last: number }>>}
 */
export async function loadStatusBands() {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  try {
    const input = { bands: join(root, 'packages/model/src/reference/status-codes.ts') }
    const bundle = await rolldown({ cwd: root, input, platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
    await bundle.close()
    return (await import(pathToFileURL(join(dir, 'bands.mjs')).href)).statusBands
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
