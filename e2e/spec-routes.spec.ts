import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { redirects, screens, settled } from './support/screens.ts'
import { hashLinks, numberOfTables, specRoutes, type SpecRoute } from './support/spec-routes.ts'
import { expect, onlyInFull, test } from './support/test.ts'

const screenAt = ({ path, screen: pattern = path }: SpecRoute) =>
  screens.find((screen) => screen.path === (redirects.get(pattern) ?? pattern))

const existing = specRoutes.filter((route) => route.missing === undefined)

test('every route of the specification has a page, or stands among those still to be built', () => {
  const isThere = (route: SpecRoute) => screenAt(route) !== undefined
  expect(existing.filter((route) => !isThere(route)).map(({ path }) => path)).toEqual([])
  expect(
    specRoutes.filter((route) => route.missing !== undefined && isThere(route)).map(({ path }) => path),
    'built, and still listed as missing',
  ).toEqual([])
})

/** `npm test` opens one route of twelve, others whenever the code has changed; `npm run test:full` opens all. */
const parts = 12
const turn = process.env.TEST_FULL ? undefined : process.env.TEST_TURN
const visited =
  turn === undefined ? existing : existing.filter((_route, index) => index % parts === Number(turn) % parts)

/** What went wrong without anybody seeing it: errors of the console, and calls that were not answered well. */
function complaints(page: Page): readonly string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(`${page.url()}: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  return said
}

/** Rows of a list, and rules that are on: neither the line of the columns, nor a heading, nor the line to add a row at. */
const rows = 'tr[data-index], [role="row"][data-line]:has([role="img"][aria-label="On"])'

/** Something the database holds. */
const content = (page: Page, { content: own = rows }: SpecRoute) =>
  page.getByRole('main').locator(own).first()

/** A few pages each, so that the workers share them evenly. */
const tourLength = 5
const tours = [...new Set(visited.flatMap(({ login }) => login ?? []))].flatMap((login) => {
  const own = visited.filter((route) => route.login === login)
  return Array.from({ length: Math.ceil(own.length / tourLength) }, (_tour, index) => ({
    login,
    part: index + 1,
    tour: own.slice(index * tourLength, (index + 1) * tourLength),
  }))
})

/**
 * The classic grid of payments has over a hundred columns; ten rows of them tell as much as a hundred. And soon after
 * midnight there are none of today.
 */
const fewRows = (path: string): string => (path.endsWith('/transactions') ? '?size=10&created=last-7d' : '')

/** Figures of rules are counted every half minute, and their page asks for them every minute. */
const asksAgainMs = 70_000

for (const { login, part, tour } of tours) {
  test(`routes of ${login}, part ${part}, open with their title and what they show`, async ({ openAs }) => {
    test.slow()
    const page = await openAs(login)
    const said = complaints(page)
    for (const route of tour) {
      const { path, section } = route
      const screen = screenAt(route)
      await page.goto(`${path}${fewRows(path)}`)
      await expect(page, `${section}: ${path}`).toHaveTitle(`${screen?.title} · Signalbox`)
      await settled(page)
      await expect(content(page, route), path).toBeVisible({ timeout: asksAgainMs })
      await expect(page.getByText(/could not be loaded/)).toHaveCount(0)
      const banner = page.getByRole('note').filter({ hasText: 'Legacy view 1.0.233' })
      await expect(banner, path).toHaveCount(path.startsWith('/legacy/') ? 1 : 0)
      await expectAccessible(page, path, { without: 'nav' })
    }
    expect(said).toEqual([])
  })
}

/** Answers as they are where there is nothing yet. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'items' || name === 'rules' ? [] : name === 'total' ? 0 : emptied(inner),
    ]),
  )
}

test('what a page shows without any data is not taken for data', async ({ openAs }) => {
  onlyInFull()
  test.slow()
  const lists =
    /\/api\/(iin|ruleset\/|decisiontable\/velocity|template\/|payment-method-logo|[^/?]*dashboard)/
  for (const path of [
    '/admin/iin',
    '/rules/velocity',
    '/templates/email',
    '/admin/payment-methods/logos',
    '/os_analytics/overview',
  ]) {
    const route = existing.find((each) => each.path === path)
    if (!route?.login) throw new Error(`${path} is no route of the specification`)
    const page = await openAs(route.login)
    await page.goto(path)
    await expect(content(page, route), path).toBeVisible()
    await page.route(lists, async (call) => {
      const answer = await call.fetch()
      await call.fulfill({ response: answer, json: emptied(await answer.json()) })
    })
    await page.reload()
    await settled(page)
    await expect(page.getByText(/could not be loaded/)).toHaveCount(0)
    await expect(content(page, route), path).toHaveCount(0)
  }
})

test('a route without its role looks like one that does not exist', async ({ openAs }) => {
  test.slow()
  const page = await openAs('nobody')
  const said = complaints(page)
  await page.goto('/home')
  await settled(page)
  const seen = async (path: string) => {
    // As the menu does it: the console stays, and only the page in it changes.
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page ${path} not found.`)
    await expect(page).toHaveTitle('Not found · Signalbox')
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' }).first()).toBeVisible()
  }
  await seen('/no/such/page')
  const closed = visited.filter((route) => screenAt(route)?.access !== 'signedIn')
  for (const { path } of closed) await seen(redirects.get(path) ?? path)
  await expectAccessible(page, 'not found', { without: 'nav' })
  expect(said).toEqual([])
})

test('legacy hash links lead to the pages of today, and whoever may not open one is at Home', async ({
  openAs,
}) => {
  onlyInFull()
  test.slow()
  const page = await openAs('admin')
  await page.goto('/home')
  await settled(page)
  const follow = async (hash: string) => {
    await page.evaluate((to) => {
      window.location.hash = to
    }, hash)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    return new URL(page.url()).pathname
  }
  for (const { hash, path } of hashLinks) expect(await follow(hash), hash).toBe(path)
  const reached = new Set<string>()
  for (let number = 1; number <= numberOfTables; number++)
    reached.add(await follow(`#/decisiontable/T${number}/read`))
  expect(reached.size).toBe(numberOfTables)
  const stranger = await openAs('nobody')
  await stranger.goto('/#/auditlog/search')
  await expect(stranger).toHaveURL(/\/home$/)
})
