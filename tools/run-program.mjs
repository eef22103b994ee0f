// @ts-check
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './repository.mjs'

/**
 * Runs the program of an installed package in this terminal and answers with its exit code. Without a shell and
 * without npx, so that it works alike on every system and never reaches for the network.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
export function runProgram(name, args, env = {}) {
  const child = spawn(process.execPath, [programOf(name), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Programs whose package has another name. */
const packageOf = /** @type {Record<string, string>} */ ({
  tsc: 'typescript',
  playwright: '@playwright/test',
})

/** @param {string} name */
function programOf(name) {
  const manifest = join(root, 'node_modules', packageOf[name] ?? name, 'package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), bin[name])
}
