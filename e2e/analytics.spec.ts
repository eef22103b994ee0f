import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { uniqueName } from './support/people.ts'
import { screens, settled } from './support/screens.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** By keys alone, walking through the list until the option is reached. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  const wanted = page.getByRole('option', { name: option, exact: true })
  await expect(wanted).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(wanted).toHaveAttribute('data-combobox-selected', 'true', { timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
}

/** On a new platform the first figures come with the second run of their job, and take as long as its past is. */
async function figuresOf(page: Page): Promise<void> {
  test.slow()
  await page.goto('/analytics/overview')
  await expect(page.getByText(/^Up to date as of/)).toBeVisible({ timeout: 180_000 })
}

test('a figure of a dashboard leads to exactly its payments', async ({ openAs }) => {
  inTurn(1)
  const page = await openAs('analyst')
  await figuresOf(page)
  await settled(page)
  await choose(page, 'Period', 'Yesterday')
  await expect(page).toHaveURL(/period=yesterday/)
  const figure = card(page, 'Key figures')
    .getByRole('group', { name: 'Successful deposits' })
    .getByRole('button')
  const count = Number((await figure.innerText()).replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await expectAccessible(page, 'Analytics')
  await figure.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
  await settled(page)
  await expect(page.getByRole('main')).toContainText(new RegExp(`\\b${count.toLocaleString('en')}\\b`))
})

test('each dashboard answers every question it asks', async ({ openAs }) => {
  onlyInFull()
  const page = await openAs('analyst')
  await figuresOf(page)
  // All but the list of emails about them.
  const dashboards = screens.filter(({ path }) => path.startsWith('/analytics/') && !path.endsWith('/mails'))
  expect(dashboards.length).toBeGreaterThanOrEqual(15)
  for (const { path } of dashboards) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
    await settled(page)
    await expect(page.getByText('could not be loaded'), path).toHaveCount(0)
  }
})

test('the figures of a chart are read out key by key, and its table shows the same', async ({ openAs }) => {
  inTurn(4)
  const page = await openAs('analyst')
  await figuresOf(page)
  await page.goto('/analytics/declines')
  const reasons = card(page, 'Top decline reasons')
  await reasons.getByRole('application').focus()
  await page.keyboard.press('Home')
  const said = await reasons.getByRole('status').innerText()
  const [, reason = '', count = ''] = /^(.*): ([\d,]+)$/.exec(said) ?? []
  await reasons.getByRole('button', { name: /^Options for/ }).click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  await expect(reasons.getByRole('row').nth(1)).toContainText(reason)
  await expect(reasons.getByRole('row').nth(1)).toContainText(count)
})

test('a chart is saved as a picture and as figures', async ({ openAs }) => {
  inTurn(4)
  const page = await openAs('analyst')
  await figuresOf(page)
  await page.goto('/analytics/declines')
  const stages = card(page, 'Declines by stage')
  await expect(stages.getByRole('application')).toBeVisible()
  const save = async (item: string) => {
    const download = page.waitForEvent('download')
    await stages.getByRole('button', { name: /^Options for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const picture = await save('Download PNG')
  expect(picture.name).toBe('declines-by-stage.png')
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  // Twice as many dots as it has on the page, and more than a plain area would need.
  const box = await stages.locator('svg:not([aria-hidden])').first().boundingBox()
  expect(picture.bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(Math.floor((box?.width ?? 0) * 2))
  expect(picture.bytes.length).toBeGreaterThan(5_000)
  const figures = await save('Download CSV')
  expect(figures.name).toBe('declines-by-stage.csv')
  const lines = figures.bytes.toString().trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1)
})

test('somebody builds a dashboard by keyboard, shares it, and a colleague sees it', async ({ openAs }) => {
  inTurn(6)
  const name = uniqueName('Morning')
  const page = await openAs('analyst')
  await figuresOf(page)
  await page.goto('/os_analytics/overview')
  await page.getByRole('link', { name: 'New dashboard' }).first().click()
  for (const chart of ['Lines', 'Number']) {
    await page.getByRole('button', { name: 'Add chart' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add chart' })
    await dialog.getByRole('combobox', { name: 'Chart' }).click()
    await page.getByRole('option', { name: chart, exact: true }).click()
    await dialog.getByLabel('Title').fill(`${chart} of conversion`)
    await expect(dialog.getByRole('region', { name: `${chart} of conversion` })).toContainText('%')
    await dialog.getByRole('button', { name: 'Add chart' }).click()
    await expect(dialog).toBeHidden()
  }
  const handle = page.getByRole('button', { name: /^Move Number of conversion/ })
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Column 8, row 1, 3 columns wide, 2 rows high')).toBeAttached()
  // By mouse, three columns to the left and one row down.
  const grip = await handle.boundingBox()
  const grid = await page.locator('[data-chart]').first().locator('..').boundingBox()
  const columnPx = ((grid?.width ?? 0) + 16) / 12
  const [x, y] = [(grip?.x ?? 0) + 8, (grip?.y ?? 0) + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 3 * columnPx, y, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText(/^Column 5, row \d+, 3 columns wide, 2 rows high$/)).toBeAttached()
  await expectAccessible(page, 'building a dashboard')
  await page.getByLabel('Name of the dashboard').fill(name)
  await page.getByRole('button', { name: 'Save dashboard' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const address = page.url()

  const colleague = await openAs('admin')
  await colleague.goto(address)
  await expect(colleague.getByText('does not exist or is not shared with you')).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
  await colleague.goto('/os_analytics/overview')
  await colleague.getByRole('link', { name, exact: true }).click()
  await expect(card(colleague, 'Lines of conversion').getByRole('application')).toBeVisible()
  await expect(card(colleague, 'Number of conversion')).toContainText('%')
})
