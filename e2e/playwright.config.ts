import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** The workers load this file again; they inherit what the first process chose. The server makes the folder. */
const dataDir = (process.env.E2E_DATA_DIR ??= join(tmpdir(), `signalbox-journeys-${randomUUID()}`))

/**
 * Where the server is: one that is already up, together with its data folder, while journeys are written; else the one
 * started below, which says where it listens. The workers load this file again when that is known.
 */
const baseURL = process.env.E2E_BASE_URL

const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // One more than the cores we promise to test on: while one waits for the server, two work.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  // Generous, because two browsers, a server and a database may share two busy cores.
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['dot'], ['json']] : 'list',
  use: {
    actionTimeout: 20_000,
    ...(baseURL && { baseURL }),
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
  webServer: baseURL
    ? undefined
    : {
        command: 'node tools/start.mjs',
        cwd: '..',
        stdout: 'pipe',
        wait: { stdout: /Signalbox ready at (?<e2e_base_url>\S+)/ },
        env: {
          PORT: '0',
          DATA_DIR: dataDir,
          SEED_TRANSACTIONS: '500',
          TRAFFIC_TPS: '0',
          LOG_LEVEL: 'warn',
        },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
        timeout: 120_000,
      },
})
