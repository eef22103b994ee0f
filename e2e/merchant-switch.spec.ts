import { rowTitles } from './support/list.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { merchantButton } from './support/merchant-switch.ts'

inTurn(2)

const switchButton = /^Merchant .* Switch merchant$/

test('another merchant is found by name or id, and the lists follow', async ({ openAs, newPerson }) => {
  const page = await openAs(await newPerson())
  await page.goto('/admin/bank-mapping')
  await expect(page.getByRole('link', { name: 'Swedish clearing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Handelsbanken' })).toHaveCount(0)

  await page.getByRole('button', { name: switchButton }).click()
  await page.getByRole('combobox', { name: 'Merchants' }).fill('sweden')
  await page.getByRole('option', { name: /Northlight Sweden/ }).click()
  await expect(merchantButton(page, 'Northlight Sweden', 100010001)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Handelsbanken' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'OP', exact: true })).toHaveCount(0)

  await page.keyboard.press('Control+m')
  await page.getByRole('combobox', { name: 'Merchants' }).fill('100010002')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(merchantButton(page, 'Northlight Finland', 100010002)).toBeVisible()
  await expect(page.getByRole('link', { name: 'OP', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Handelsbanken' })).toHaveCount(0)
})

test('the arrow keys walk the tree of merchants, and Escape changes nothing', async ({
  openAs,
  newPerson,
}) => {
  onlyInFull()
  const page = await openAs(await newPerson({ home: 100010000 }))
  await page.goto('/home')
  await page.getByRole('button', { name: switchButton }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(merchantButton(page, 'Northlight Gaming', 100010000)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Merchants' })).toBeFocused()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(merchantButton(page, 'Aurora Casino', 100010003)).toBeVisible()
})

test('staff of one brand see that brand and nothing else', async ({ openAs }) => {
  const page = await openAs('brand2')
  await page.goto('/admin/merchant')
  await expect(merchantButton(page, 'Northlight Finland', 100010002)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Northlight Finland' })).toBeVisible()
  expect(await rowTitles(page)).toEqual(['Northlight Finland'])

  await page.getByRole('button', { name: switchButton }).click()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Merchants' }).fill('Sweden')
  await expect(page.getByText('No merchant in your scope has this name or id.')).toBeVisible()

  await page.goto('/admin/merchant?id=100010001')
  await expect(page.getByRole('dialog')).toContainText('It was deleted, or it belongs to another merchant.')
})
