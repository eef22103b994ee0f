import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { Api } from './api.ts'
import {
  demoPassword,
  uniqueName,
  welcome,
  type Person,
  type PersonOptions,
  type SessionState,
} from './people.ts'
import { Windows } from './windows.ts'

interface Merchant {
  readonly id: number
  readonly name: string
}

interface TestFixtures {
  /** Somebody new with a session of their own, so that no journey trips over the settings of another. */
  readonly newPerson: (options?: PersonOptions) => Promise<Person>
  /** A merchant nobody else works on. */
  readonly newMerchant: (parentId?: number) => Promise<Merchant>
  /** A browser window of its own, signed in as a person of this journey or as a demo login. */
  readonly openAs: (who: Person | string, options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  readonly sessionOf: (demoLogin: string) => Promise<SessionState>
  readonly admin: Api
  readonly windows: Windows
}

/** Nothing may throw unseen and nothing may run into the content policy, whatever the journey is about. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text())
  })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sessionOf: [
    async ({ playwright }, use, { project }) => {
      const { baseURL } = project.use
      const sessions = new Map<string, Promise<SessionState>>()
      const signIn = async (username: string) => {
        const context = await playwright.request.newContext({ baseURL })
        await new Api(context).login('', { username, password: demoPassword })
        const state = await context.storageState()
        await context.dispose()
        return state
      }
      await use((username) => {
        const session = sessions.get(username) ?? signIn(username)
        sessions.set(username, session)
        return session
      })
    },
    { scope: 'worker' },
  ],

  // Not the session of the pages: a fresh proof of identity gives a session a new cookie.
  admin: [
    async ({ playwright }, use, { project }) => {
      const { baseURL } = project.use
      const contexts: APIRequestContext[] = []
      const signedIn = async (username: string, second?: Api): Promise<Api> => {
        const context = await playwright.request.newContext({ baseURL })
        contexts.push(context)
        const api = new Api(context, demoPassword, second)
        await api.login('', { username, password: demoPassword })
        return api
      }
      await use(await signedIn('admin', await signedIn('config')))
      await Promise.all(contexts.map((context) => context.dispose()))
    },
    { scope: 'worker' },
  ],

  windows: [
    async ({ browser }, use, { project }) => {
      const windows = new Windows(browser, project.use.baseURL ?? '')
      await use(windows)
      await windows.closeAll()
    },
    { scope: 'worker' },
  ],

  newPerson: async ({ playwright, admin, baseURL }, use) => {
    const contexts: APIRequestContext[] = []
    await use(async (options = {}) => {
      const context = await playwright.request.newContext({ baseURL })
      contexts.push(context)
      return welcome(admin, context, options)
    })
    await Promise.all(contexts.map((context) => context.dispose()))
  },

  newMerchant: async ({ admin }, use) => {
    await use(async (parentId = 100010000) => {
      const name = uniqueName('Brand')
      const { id } = await admin.post<{ id: string | number }>(
        '/merchant',
        { name, parentId, baseCurrency: 'EUR', timeZone: 'UTC' },
        { merchantId: 1000 },
      )
      return { id: Number(id), name }
    })
  },

  openAs: async ({ windows, sessionOf }, use, testInfo) => {
    const problems: string[] = []
    const opened: { context: BrowserContext; options: BrowserContextOptions }[] = []
    await use(async (who, options = {}) => {
      const page = await windows.open(typeof who === 'string' ? await sessionOf(who) : who.state, options)
      opened.push({ context: page.context(), options })
      watch(page, problems)
      return page
    })
    const wentWell = testInfo.errors.length === 0
    await Promise.all(
      opened.map(({ context, options }) => (wentWell ? windows.giveBack(context, options) : context.close())),
    )
    expect(problems, 'errors nobody caught').toEqual([])
  },

  page: async ({ page }, use) => {
    const problems: string[] = []
    watch(page, problems)
    await use(page)
    expect(problems, 'errors nobody caught').toEqual([])
  },
})

const turn = process.env.TEST_TURN

/**
 * For journeys about comfort: `npm test` makes one part of eight of them, another when the code has changed, and
 * `npm run test:full` makes all.
 */
export const inTurn = (part: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7) =>
  test.skip(
    !process.env.TEST_FULL && turn !== undefined && Number(turn) % 8 !== part,
    'Made when the code has changed, and by npm run test:full',
  )

/** For a journey that takes long, or shows what tests without a browser show too: only `npm run test:full` makes it. */
export const onlyInFull = () => test.skip(!process.env.TEST_FULL, 'Made by npm run test:full')

export { expect }
