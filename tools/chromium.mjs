// @ts-check
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** First the one without windows: it does the same journeys with a third less work. */
const commandNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A browser for the journeys: the one named by CHROMIUM_PATH, the system's, Playwright's own, else a freshly installed
 * one. There is no run without a browser, so the last resort is an error that says what to do.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program.`)
  }
  const found = findOnSystem() ?? (await findPlaywrights()) ?? installWithApt()
  if (found) return found
  throw new Error('No browser found: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
}

/** @returns {string | undefined} */
function findOnSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = commandNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...usualPlaces].find(isExecutable)
}

/** @returns {Promise<string | undefined>} */
async function findPlaywrights() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return isExecutable(path) ? path : undefined
}

/** @returns {string | undefined} */
function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium with apt …')
  const packages = (/** @type {string} */ browser) =>
    `apt-get install -qq -y --no-install-recommends ${browser} fonts-liberation`
  const install = `apt-get update -qq && (${packages('chromium-headless-shell')} || ${packages('chromium')})`
  const { status, stderr } = spawnSync('sh', ['-c', install], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  })
  if (status !== 0) console.error(stderr)
  return findOnSystem()
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
