import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const parts = {
  analyse: 'packages/engine/src/analyse/analyse-ruleset.ts',
  compile: 'packages/engine/src/compile-ruleset.ts',
  effective: 'packages/engine/src/effective-table.ts',
  evaluate: 'packages/engine/src/evaluate.ts',
  explain: 'packages/engine/src/explain.ts',
  vocabulary: 'packages/engine/src/vocabulary.ts',
  table: 'packages/model/src/rules/tables/general-block.ts',
}

/** The engine as the server's bundle holds it. */
export async function loadEngine() {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  try {
    const input = Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, join(root, path)]))
    const bundle = await rolldown({ cwd: root, input, platform: 'node' })
    await bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    })
    await bundle.close()
    const modules = await Promise.all(
      Object.keys(parts).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
    )
    return Object.assign({}, ...modules)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
