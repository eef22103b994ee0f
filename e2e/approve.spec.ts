import type { Page } from '@playwright/test'
import { Api } from './support/api.ts'
import { uniqueName } from './support/people.ts'
import { pay, withdraw } from './support/shop.ts'
import { expect, onlyInFull, test } from './support/test.ts'
import { toast } from './support/toast.ts'

const card = '4111111111111111'
const at = { merchantId: 100010001 }

/** The approval queue with nothing but the payments of one user. */
async function openQueue(page: Page, queue: string, userId: string, id: number): Promise<void> {
  await page.goto(`/approve?queue=${queue}&userId=${userId}`)
  await expect(page.getByRole('link', { name: String(id) })).toBeVisible()
}

/** Open, yes, the first of the merchant's reasons, done. */
async function approveByKeyboard(page: Page, userId: string): Promise<void> {
  await page.keyboard.press('o')
  const sheet = page.getByRole('complementary', { name: 'Decision sheet' })
  await expect(sheet).toContainText(userId)
  const deposits = sheet.getByRole('row').filter({ hasText: 'Deposits' })
  await expect(deposits.getByRole('cell').nth(1)).toHaveText('1')
  await page.keyboard.press('a')
  await expect(sheet.getByRole('form', { name: 'Approve' })).toContainText('6,000.00')
  await sheet.getByRole('button', { name: 'Checked with the player' }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
}

test('two people approve a withdrawal without touching the mouse', async ({ openAs, request }) => {
  const userId = uniqueName('player')
  await pay(request, userId, card)
  const id = await withdraw(request, userId, '6000.00')

  const first = await openAs('approver1')
  await openQueue(first, 'first', userId, id)
  await approveByKeyboard(first, userId)
  await expect(toast(first, `Payment ${id} was approved.`)).toBeVisible()
  await openQueue(first, 'second', userId, id)
  await first.keyboard.press('o')
  await expect(first.getByText('The payment is waiting for the second approver.')).toBeVisible()

  const second = await openAs('approver2')
  await openQueue(second, 'second', userId, id)
  await expect(second.getByRole('row').filter({ hasText: String(id) })).toContainText('approver1')
  await approveByKeyboard(second, userId)
  await expect(toast(second, `Payment ${id} was approved.`)).toBeVisible()
  await expect(second.getByRole('link', { name: String(id) })).toHaveCount(0)
})

test('many are denied at once, and what somebody else decided meanwhile says so', async ({
  openAs,
  request,
}) => {
  onlyInFull()
  const userId = uniqueName('player')
  await pay(request, userId, card)
  const [mine, theirs] = [await withdraw(request, userId, '40.00'), await withdraw(request, userId, '50.00')]

  const page = await openAs('approver1')
  // Without the stream of events the page cannot know what was decided elsewhere, however fast that is told.
  await page.route('**/backoffice/api/events*', (route) => route.abort())
  await openQueue(page, 'first', userId, theirs)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const other = new Api((await openAs('approver3')).request)
  const { version } = await other.get<{ version: number }>(`/approval/${theirs}`, at)
  await other.post(`/transaction/${theirs}/deny`, { version, info: 'Asked to' }, at)

  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByRole('button', { name: 'Deny' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deny: 2 payments' })
  await expect(dialog).toContainText('90.00 EUR')
  await dialog.getByRole('textbox', { name: /^Info/ }).fill('Not documented')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await expect(selected).toContainText('1 done, 1 not')
  await expect(selected).toContainText(`${theirs}: Already denied by approver3`)
  await expect(page.getByRole('link', { name: String(mine) })).toHaveCount(0)
})
