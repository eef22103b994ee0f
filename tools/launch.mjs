// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { root } from './repository.mjs'

/**
 * Brings dependencies and build up to date, then runs one program of the server in this very process, so that signals
 * meant for it reach it. For the same reason the npm scripts put it in the place of npm's shell with `exec`; a shell
 * that would stay in between dies of a signal and leaves the server behind. Windows has no `exec` and takes the second
 * half of the script.
 * @param {'main' | 'admin' | 'seed'} program
 */
export async function launch(program) {
  ensureInstalled()
  // In a process of its own: a build takes half a gigabyte, which the server would never give back.
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  loadSettings()
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'apps/server/dist', `${program}.js`)).href)
}

/** Variables that are already set win over the file. */
export function loadSettings() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
