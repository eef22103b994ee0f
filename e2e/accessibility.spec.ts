import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSteady,
  watchShifts,
} from './support/accessibility.ts'
import { allRoles, screens, settled } from './support/screens.ts'
import { expect, inTurn, test } from './support/test.ts'

interface Place {
  readonly name: string
  readonly path: string
  readonly title?: string
  /** What has to be done to get there, where the address alone does not lead. */
  readonly reach?: (page: Page) => Promise<void>
}

/** The classic grid is the page itself, dense and with a banner: two tell for all, and `spec-routes` opens the rest. */
const classic = ['/legacy/transactions', '/legacy/kyc/block']

const pages: readonly Place[] = screens
  .filter(({ path, legacy, unlisted }) => !(legacy && unlisted) || classic.includes(path))
  // Which dashboard is meant is left open: `analytics.spec` builds one.
  .filter(({ path }) => !path.includes('$'))
  .map(({ title, path }) => ({ name: title, path, title }))

const dialogOpen = (page: Page) => expect(page.getByRole('dialog').last()).toBeVisible()

const overlays: readonly Place[] = [
  {
    name: 'a form with errors',
    path: '/admin/bank-mapping?dialog=create',
    reach: (page) => page.getByRole('button', { name: 'Create', exact: true }).click(),
  },
  {
    name: 'an open record',
    path: '/admin/bank-mapping',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Swedish clearing' }).click()
      await dialogOpen(page)
    },
  },
  {
    name: 'the history of a record',
    path: '/admin/bank-mapping',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Swedish clearing' }).click()
      await page.getByRole('tab', { name: 'History' }).click()
      await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
    },
  },
  { name: 'the column chooser', path: '/admin/merchant?dialog=columns', reach: dialogOpen },
  { name: 'an import', path: '/admin/bank-mapping?dialog=import', reach: dialogOpen },
  {
    name: 'the filter panel',
    path: '/admin/audit-log',
    reach: (page) => page.getByRole('button', { name: 'Show filters' }).click(),
  },
  {
    name: 'an audit entry',
    path: '/admin/audit-log',
    reach: async (page) => {
      await page.getByRole('main').getByRole('link').first().click()
      await dialogOpen(page)
    },
  },
  { name: 'the tree of merchants', path: '/admin/merchant?mode=tree' },
  {
    name: 'the palette',
    path: '/home',
    reach: async (page) => {
      await page.keyboard.press('Control+k')
      await dialogOpen(page)
    },
  },
  {
    name: 'the merchant switcher',
    path: '/home',
    reach: async (page) => {
      await page.keyboard.press('Control+m')
      await dialogOpen(page)
    },
  },
  {
    name: 'the shortcut sheet',
    path: '/admin/bank-mapping',
    reach: async (page) => {
      await page.keyboard.press('?')
      await dialogOpen(page)
    },
  },
  {
    name: 'the user menu',
    path: '/home',
    reach: (page) => page.getByRole('button', { name: /, your account$/ }).click(),
  },
  {
    name: 'the providers of the sandbox',
    path: '/home',
    reach: async (page) => {
      await page.getByRole('button', { name: /, your account$/ }).click()
      await page.getByRole('menuitem', { name: 'Sandbox' }).click()
      await page.getByRole('tab', { name: 'Providers' }).click()
      await expect(page.getByRole('heading', { name: 'Outages' })).toBeVisible()
    },
  },
  {
    name: 'an open template',
    path: '/templates/email',
    reach: async (page) => {
      await page.getByRole('link', { name: /^Welcome all/ }).click()
      await expect(page.getByRole('textbox', { name: 'HTML part' })).toBeVisible()
    },
  },
  {
    name: 'the test cases of a script',
    path: '/templates/script',
    reach: async (page) => {
      await page.getByRole('link', { name: /^AcmeCardsSettlement/ }).click()
      await page.getByRole('tab', { name: 'Test cases' }).click()
      await expect(page.getByText('All 2 pass.')).toBeVisible()
    },
  },
  ...['security', 'formats', 'appearance', 'workspace'].map((tab) => ({
    name: `the ${tab} settings`,
    path: `/settings?tab=${tab}`,
  })),
]

const people: readonly Place[] = [
  { name: 'the form of a user', path: '/admin/backoffice-users?dialog=create', reach: dialogOpen },
  { name: 'the access review', path: '/admin/backoffice-users?mode=review' },
  { name: 'the role presets', path: '/admin/backoffice-users?mode=presets' },
  ...['access', 'security'].map((tab) => ({
    name: `the ${tab} of a user`,
    path: `/admin/backoffice-users?tab=${tab}`,
    reach: async (page: Page) => {
      await page.getByRole('main').getByRole('link').first().click()
      await page.getByRole('tab', { name: tab, exact: false }).click()
      await dialogOpen(page)
    },
  })),
]

/** What the browser complains about while somebody goes from page to page. */
function complaints(page: Page): readonly string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      said.push(`${page.url()}: ${message.text()}`)
  })
  return said
}

/** A row tells as much as a hundred, in a fraction of the time. */
const pageSize = 10

const windows = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const themes = ['light', 'dark'] as const
type Device = keyof typeof windows
type Theme = (typeof themes)[number]

/**
 * `npm test` looks at every twelfth page on one device in one theme, at others whenever the console has changed;
 * `npm run test:full` at every page on both devices in both themes.
 */
const pageParts = 12
const isFull = process.env.E2E_SWEEP === undefined
const [onlyDevice, onlyTheme, onlyPart] = (process.env.E2E_SWEEP ?? '').split(' ')
const devices = (Object.keys(windows) as Device[]).filter((device) => !onlyDevice || device === onlyDevice)
const lookedAt: readonly Theme[] = themes.filter((theme) => !onlyTheme || theme === onlyTheme)

const places = [...pages, ...overlays, ...people]
const visited = isFull ? places : places.filter((_place, index) => index % pageParts === Number(onlyPart))

/** A few pages each, so that the workers share them evenly. */
const tourLength = 5
const tours = Array.from({ length: Math.ceil(visited.length / tourLength) }, (_part, index) =>
  visited.slice(index * tourLength, (index + 1) * tourLength),
)

/** As the menu does it: the console stays, and only the page in it changes. */
async function goWithinConsole(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** The menu has a hundred entries, the same on every page: it is looked at once. */
const menu = 'nav'

for (const device of devices) {
  for (const [number, tour] of tours.entries()) {
    test(`tour ${number + 1} is accessible on a ${device}, ${lookedAt.join(' and ')}`, async ({
      openAs,
      newPerson,
    }) => {
      const person = await newPerson({ roles: allRoles })
      await person.api.put('/userdata', { version: 0, settings: { theme: 'system', pageSize } })
      const page = await openAs(person, { viewport: windows[device] })
      const said = complaints(page)
      await watchShifts(page)
      for (const [index, { name, path, title, reach }] of tour.entries()) {
        await page.emulateMedia({ colorScheme: lookedAt[0] ?? 'light' })
        // Pages are opened both ways: from the page before, and where everything is tried on a phone, by their address.
        if (title === undefined || index === 0 || (isFull && device === 'phone')) await page.goto(path)
        else await goWithinConsole(page, path)
        if (title !== undefined) await expect(page).toHaveTitle(`${title} · Signalbox`)
        await settled(page)
        await expectSteady(page, name)
        await reach?.(page)
        const without = index === 0 ? undefined : menu
        for (const [turn, colorScheme] of lookedAt.entries()) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
          await expectAccessible(page, `${name} in ${colorScheme}`, { coloursOnly: turn > 0, without })
        }
        await expectNoSidewaysScroll(page, name)
      }
      expect(said).toEqual([])
    })
  }
}

for (const theme of lookedAt) {
  test(`the way in is accessible in ${theme}`, async ({ page }) => {
    await page.addInitScript((choice) => localStorage.setItem('signalbox-color-scheme', choice), theme)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Demo platform')).toBeVisible()
    await expectAccessible(page, 'login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAccessible(page, 'login with errors')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
    await expectAccessible(page, 'forgotten password')
    await page.goto('/signalbox/login#reset=some-token')
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await expectAccessible(page, 'new password')
  })
}

test('a bank mapping is created with the keyboard alone', async ({ openAs, newMerchant, newPerson }) => {
  inTurn(0)
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }))
  await page.goto('/home')
  await settled(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Walks on until the focus is there; whoever cannot see where to stop would hear the name. */
  const tabTo = async (role: 'button' | 'textbox' | 'combobox', name: string) => {
    const goal = page.getByRole(role, { name, exact: true })
    for (let steps = 0; steps < 60; steps++) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    await expect(goal).toBeFocused()
  }
  const palette = page.getByRole('combobox', { name: 'Pages, merchants and actions' })
  await press('Control+k')
  await expect(palette).toBeFocused()
  await page.keyboard.type('bank mapping')
  await expect(palette).toHaveValue('bank mapping')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Bank mappings', level: 1 })).toBeVisible()
  await tabTo('button', 'New bank mapping')
  await press('Enter')
  await expect(page.getByRole('dialog', { name: 'New bank mapping' })).toBeVisible()
  await tabTo('textbox', 'Mapping')
  await page.keyboard.type('Keys only')
  await tabTo('textbox', 'BIC')
  await page.keyboard.type('^KEYS')
  await tabTo('combobox', 'Currency')
  await page.keyboard.type('Swedish')
  await press('ArrowDown', 'Enter')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('SEK – Swedish Krona')
  await tabTo('textbox', 'SWIFT')
  await page.keyboard.type('KEYSSESS')
  await tabTo('textbox', 'Note about the change')
  await page.keyboard.type('Without a mouse')
  await tabTo('button', 'Create')
  await press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Keys only', exact: true })
  await expect(drawer).toContainText('KEYSSESS')
  await press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Keys only' })).toBeVisible()
})
