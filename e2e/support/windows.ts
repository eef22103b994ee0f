import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { SessionState } from './people.ts'

/** Everything a page can leave behind, except what the browser keeps of files that never change. */
const leftBehind = 'local_storage,indexeddb,cache_storage,service_workers'

/**
 * Browser windows of one worker. A journey gets one that nobody is signed in to and that remembers nobody. What it keeps
 * from journeys before is the console's own files: reading them anew is half the work of opening a page.
 */
export class Windows {
  readonly #browser: Browser
  readonly #origin: string
  readonly #idle = new Map<string, BrowserContext[]>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  async open(state: SessionState, options: BrowserContextOptions): Promise<Page> {
    const context = this.#idle.get(kindOf(options))?.pop() ?? (await this.#browser.newContext(options))
    await context.addCookies(state.cookies)
    return context.newPage()
  }

  /** For a journey that went well; after any other the window may be offline, or anything else. */
  async giveBack(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    await Promise.all(context.pages().map((page) => page.close()))
    await context.clearCookies()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: leftBehind })
    // A clock that was stopped stays stopped in every page of the window.
    const isReal = await page.evaluate(() => !('__pwClock' in globalThis))
    await page.close()
    if (!isReal) return context.close()
    const kind = kindOf(options)
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), context])
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map((context) => context.close()))
  }
}

const kindOf = (options: BrowserContextOptions): string => JSON.stringify(options)
