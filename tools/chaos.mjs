// @ts-check
import './node-version.mjs'
import { rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './repository.mjs'

/** Kills the built server, its database and its connections, and looks whether anything was lost. See docs/chaos.md. */
const dir = join(root, '.cache/chaos')

ensureInstalled()
await build()
const { rolldown } = await import('rolldown')
rmSync(dir, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: { main: join(root, 'chaos/main.ts') },
  platform: 'node',
  tsconfig: join(root, 'chaos/tsconfig.json'),
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@signalbox/'),
})
await bundle.write({ dir, format: 'esm', sourcemap: true, entryFileNames: '[name].mjs' })
await bundle.close()
process.setSourceMapsEnabled(true)
/** @type {{ main: (root: string) => Promise<boolean> }} */
const { main } = await import(pathToFileURL(join(dir, 'main.mjs')).href)
process.exitCode = (await main(root)) ? 0 : 1
