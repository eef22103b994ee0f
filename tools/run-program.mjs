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

/**
 * The same for a program that runs beside another: what it says is kept, so that the two do not talk at once.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(name, args) {
  const child = spawn(process.execPath, [programOf(name), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code: code ?? 1, output }))
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
