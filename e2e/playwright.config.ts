import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Below the ports that systems hand out to clients, so that a restart never finds it taken. */
const port = 4510

/** The workers load this file again; they inherit what the first process chose. */
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'signalbox-journeys-')))

/** While writing journeys, they can run against a server that is already up, together with its data folder. */
const running = process.env.E2E_BASE_URL
const baseURL = running ?? `http://127.0.0.1:${port}`

const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A browser under load now and then loses its page; what fails twice is a defect, and the summary names what needed two tries.
  retries: 1,
  timeout: 150_000,
  // Generous, because two browsers, a server and a database may share two busy cores.
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['dot'], ['json']] : 'list',
  use: {
    actionTimeout: 30_000,
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Nobody waits for a fade-in, and what is half faded in has no contrast to measure.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace doubles the time of a journey; `--trace on` records one where it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    ...(chromium ? { launchOptions: { executablePath: chromium } } : {}),
  },
  webServer: running
    ? undefined
    : {
        command: 'node tools/start.mjs',
        cwd: '..',
        url: `${baseURL}/readyz`,
        env: {
          PORT: String(port),
          DATA_DIR: dataDir,
          SEED_TRANSACTIONS: '500',
          TRAFFIC_TPS: '0',
          LOG_LEVEL: 'warn',
        },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
        timeout: 120_000,
      },
})
