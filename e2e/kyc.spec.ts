import type { Page } from '@playwright/test'
import { openRowMenu, rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { pay, stateOf } from './support/shop.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(7)

const goodCard = '4111111111111111'
const brand = 100010001

/** Does what the row's menu offers, with a reason. */
async function operate(page: Page, userId: string, label: string): Promise<void> {
  await openRowMenu(page, userId)
  await page.getByRole('menuitem', { name: label, exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: label })
  await dialog.getByLabel('Reason').fill('Seen by the KYC team')
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a user the KYC team blocks pays nothing, and pays again once it lets them', async ({
  openAs,
  request,
}) => {
  // Such users are checked with every payment.
  const userId = uniqueName('kyc-journey')
  expect(await stateOf(request, await pay(request, userId, goodCard))).toBe('SUCCESSFUL')

  const page = await openAs('kyc')
  await page.goto(`/kyc/search?keyword=${userId}`)
  await expect(rowOf(page, userId)).toContainText('Verified')
  await operate(page, userId, 'Block user')
  await expect(rowOf(page, userId)).toContainText('Blocked')
  expect(await stateOf(request, await pay(request, userId, goodCard))).toBe('FAILED')

  await rowOf(page, userId).getByRole('link', { name: userId }).click()
  const drawer = page.getByRole('dialog', { name: userId })
  await expect(drawer).toContainText('All payments of this user are declined')
  await drawer.getByRole('tab', { name: 'Response' }).click()
  await expect(drawer.getByRole('region', { name: 'Manual overrides' }).first()).toContainText(
    'Seen by the KYC team',
  )
  await expect(drawer.getByRole('region', { name: 'Documents' }).first()).toContainText('Id card')
  await page.keyboard.press('Escape')

  await operate(page, userId, 'Unblock user')
  expect(await stateOf(request, await pay(request, userId, goodCard))).toBe('SUCCESSFUL')
})

test('the data of a person leaves as an archive that can be fetched once', async ({ openAs, request }) => {
  const userId = uniqueName('kyc-private')
  expect(await stateOf(request, await pay(request, userId, goodCard))).toBe('SUCCESSFUL')

  const page = await openAs('gdpr')
  await page.goto('/user-accounts?mode=gdpr')
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New GDPR request' })
  await dialog.getByLabel('Merchant').click()
  await page.getByRole('option', { name: new RegExp(String(brand)) }).click()
  await dialog.getByLabel('User id').fill(userId)
  await dialog.getByRole('button', { name: 'Find' }).click()
  await dialog.getByRole('button', { name: 'Export data' }).click()
  const grounds = page.getByRole('dialog', { name: 'Export data' })
  await grounds.getByLabel('Reason').fill('Asked by mail')
  await grounds.getByRole('button', { name: 'Export' }).click()
  await expect(grounds).toBeHidden()
  await page.keyboard.press('Escape')

  await page.goto(`/user-accounts?mode=gdpr&keyword=${userId}`)
  await page.getByRole('grid').getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: /^gdpr-/ })
  await drawer.getByRole('button', { name: 'Create link' }).click()
  await expect(drawer).toContainText('They are not shown again')
  const [link = ''] = /https?:\/\/\S+\/personal-data\/[\w-]{43}/.exec(await drawer.innerText()) ?? []

  const visitor = await page.context().browser()?.newContext()
  const guest = await visitor?.newPage()
  await guest?.goto(link)
  const download = guest?.waitForEvent('download')
  await guest?.getByRole('button', { name: 'Download' }).click()
  expect((await download)?.suggestedFilename()).toBe('personal-data.zip')
  await guest?.goto(link)
  await expect(guest?.getByRole('heading') ?? drawer).toHaveText('This link no longer works')
  await visitor?.close()
  await expect(drawer).toContainText('Downloaded')
})
