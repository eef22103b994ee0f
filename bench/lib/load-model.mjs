import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')

/**
 * What a file of the model exports.
 * @param {string} file below packages/model/src
 */
export async function loadModel(file) {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  try {
    const input = { model: join(root, 'packages/model/src', file) }
    const bundle = await rolldown({ cwd: root, input, platform: 'node' })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
    await bundle.close()
    return await import(pathToFileURL(join(dir, 'model.mjs')).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
