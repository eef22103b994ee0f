import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Builds an application into a folder of its own, which the caller removes. Peers get the target our console is built
 * for; everything else is Vite's default on both sides.
 * @param {string} root
 * @param {{ ownConfig?: boolean }} [options] whether the application brings a Vite configuration
 */
export async function buildWithManifest(root, { ownConfig = false } = {}) {
  const outDir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  await build({
    root,
    ...(!ownConfig && { configFile: false }),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, manifest: true, ...(!ownConfig && { target: 'es2023' }) },
  })
  return outDir
}
