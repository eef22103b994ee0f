import type { Page } from '@playwright/test'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { merchantButton } from './support/merchant-switch.ts'

inTurn(1)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Pages, merchants and actions' })

test('the palette goes to pages, switches merchants and does things', async ({ openAs, newPerson }) => {
  const page = await openAs(await newPerson())
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()

  await page.keyboard.press('Control+k')
  await searchBox(page).fill('bank map')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Bank mappings')).toBeVisible()
  await expect(page).toHaveTitle('Bank mapping · Signalbox')

  await page.keyboard.press('Control+k')
  await searchBox(page).fill('Aurora')
  await page.getByRole('option', { name: /Aurora Casino/ }).click()
  await expect(merchantButton(page, 'Aurora Casino', 100010003)).toBeVisible()

  await page.getByRole('button', { name: 'Search pages, merchants, actions' }).click()
  await searchBox(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the palette offers nothing one may not open', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()
  await page.keyboard.press('Control+k')
  await searchBox(page).fill('audit log')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
})

test('two keys lead to a page, and a sheet lists the keys', async ({ openAs, newPerson }) => {
  onlyInFull()
  const page = await openAs(await newPerson())
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()
  // Sent together: the second has to follow within a second, which a busy machine may need between two steps of a test.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('u')])
  await expect(heading(page, 'Backoffice users')).toBeVisible()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Search pages, merchants and actions')
  await expect(sheet).toContainText('Next row')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('gh?')
  await expect(page.getByRole('searchbox', { name: 'Search' }), 'no shortcut while typing').toHaveValue('gh?')
  await expect(heading(page, 'Backoffice users')).toBeVisible()
})

test('single keys can be switched off; those with Ctrl stay', async ({ openAs, newPerson }) => {
  onlyInFull()
  const page = await openAs(await newPerson())
  await page.goto('/settings?tab=workspace')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await heading(page, 'Settings').click()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('Control+k')
  await expect(searchBox(page)).toBeVisible()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('an unknown page says so and offers what is close', async ({ openAs }) => {
  onlyInFull()
  const page = await openAs('admin')
  await page.goto('/admin/bank-maping')
  await expect(heading(page, 'Page /admin/bank-maping not found.')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bank mapping/ })
    .click()
  await expect(heading(page, 'Bank mappings')).toBeVisible()
})

test('a page one may not open does not even exist', async ({ openAs }) => {
  const page = await openAs('agent')
  const refused = page.waitForResponse('**/backoffice/api/route-denied*')
  await page.goto('/admin/audit-log')
  await expect(heading(page, 'Page /admin/audit-log not found.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Audit log')
  await refused

  const auditor = await openAs('auditor')
  await auditor.goto('/admin/audit-log?whose=others&result=REFUSED')
  // Other journeys are refused as the same person, so it need not be the newest.
  const refusals = auditor.getByRole('row').filter({ hasText: 'agent' })
  await expect(refusals.filter({ hasText: '/admin/audit-log' }).first()).toBeVisible()
})

for (const [link, path, title] of [
  ['/#/merchant/search', '/admin/merchant', 'Merchants'],
  ['/#/auditlog/search', '/admin/audit-log', 'Audit log'],
] as const) {
  test(`the old link ${link} still leads to ${title}`, async ({ openAs }) => {
    onlyInFull()
    const page = await openAs('admin')
    await page.goto(link)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveURL(path)
  })
}

test('an old link without a counterpart leads home and says so', async ({ openAs }) => {
  onlyInFull()
  const page = await openAs('admin')
  await page.goto('/#/nowhere/search')
  const told = page.getByRole('dialog', { name: 'No such page here' })
  await expect(told).toContainText('no counterpart here yet')
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(heading(page, 'Home')).toBeVisible()
})

test('the skip link and every new page lead the keyboard to the content', async ({ openAs }) => {
  const page = await openAs('operator')
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
