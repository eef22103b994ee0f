import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const limitsFile = fileURLToPath(new URL('../operator-jobs.json', import.meta.url))

interface Effort {
  readonly keys: number
  readonly clicks: number
}

declare global {
  interface Window {
    effort?: Effort
  }
}

/** How much each job took when somebody last looked. */
const limits = JSON.parse(readFileSync(limitsFile, 'utf8')) as Readonly<Record<string, Effort>>

/** Runs in the page. A chord is one key, a held key is one key, and what a script sends is none. */
function countInPage(): void {
  const effort = { keys: 0, clicks: 0 }
  const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta'])
  addEventListener(
    'keydown',
    ({ isTrusted, repeat, key }) => {
      if (isTrusted && !repeat && !modifiers.has(key)) effort.keys++
    },
    true,
  )
  addEventListener(
    'pointerdown',
    ({ isTrusted }) => {
      if (isTrusted) effort.clicks++
    },
    true,
  )
  window.effort = effort
}

/** Counts what a person presses in their windows, as the browser hears it, from Home to the end of a job. */
export class Hands {
  readonly #pages: Page[] = []

  /** Where everybody begins in the morning. */
  async begin(page: Page): Promise<void> {
    await page.addInitScript(countInPage)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    this.#pages.push(page)
  }

  async effort(): Promise<Effort> {
    const each = await Promise.all(
      this.#pages.map((page) => page.evaluate(() => window.effort ?? { keys: 0, clicks: 0 })),
    )
    return {
      keys: each.reduce((sum, { keys }) => sum + keys, 0),
      clicks: each.reduce((sum, { clicks }) => sum + clicks, 0),
    }
  }

  /** Prints what the job took, and refuses that it takes more than it did. */
  async done(job: string): Promise<void> {
    const { keys, clicks } = await this.effort()
    process.stdout.write(`${job}: ${keys} keys, ${clicks} clicks\n`)
    const limit = limits[job]
    expect(limit, `${job} has no limit in operator-jobs.json: ${keys} keys, ${clicks} clicks`).toBeDefined()
    expect(keys + clicks, `keys and clicks for: ${job}`).toBeLessThanOrEqual(
      (limit?.keys ?? 0) + (limit?.clicks ?? 0),
    )
  }
}
