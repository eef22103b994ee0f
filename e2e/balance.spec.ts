import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { settled } from './support/screens.ts'
import { pay } from './support/shop.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(6)

const brand = { id: 100010001, name: 'Northlight Sweden' }

/** One line of an adjustment, as somebody fills it in. */
async function fillLine(page: Page, no: number, account: string, amount: string, detail = ''): Promise<void> {
  const line = page.getByRole('group', { name: `Line ${no}` })
  await line.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: account, exact: true }).click()
  if (detail !== '') await line.getByRole('textbox', { name: 'Detail' }).fill(detail)
  await line.getByRole('textbox', { name: 'Amount' }).fill(amount)
}

test('one person proposes an adjustment, another approves it, and every figure leads to it', async ({
  openAs,
}) => {
  const reason = uniqueName('adjustment')
  const page = await openAs('finance')
  await page.goto('/home')
  await switchMerchant(page, brand)
  await page.goto('/finance/balance?mode=requests')
  await page.getByRole('button', { name: 'New adjustment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New adjustment' })
  await dialog.getByLabel('Value date').fill(new Date().toISOString().slice(0, 10))
  await fillLine(page, 1, 'Reconciliation difference', '3.21', 'acmecards')
  await expect(dialog.getByText('Debit is 3.21 EUR too high')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Request adjustment' })).toBeDisabled()
  await fillLine(page, 2, 'User funds', '3.21')
  await dialog.getByLabel('Reason').fill(reason)
  await expectAccessible(page, 'New adjustment')
  await dialog.getByRole('button', { name: 'Request adjustment' }).click()
  await expect(dialog).toBeHidden()

  const approver = await openAs('finance2')
  await approver.goto(`/finance/balance?mode=requests&keyword=${reason}`)
  await rowOf(approver, 'Adjustment of 3.21 EUR').getByRole('link').first().click()
  const drawer = approver.getByRole('dialog', { name: 'Adjustment of 3.21 EUR' })
  await expect(drawer.getByRole('region', { name: 'Proposed lines' })).toContainText(
    'Reconciliation difference',
  )
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await approver
    .getByRole('dialog')
    .filter({ hasText: 'at once' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(drawer).toContainText('Approved')
  await drawer.getByRole('link', { name: 'Posted entry' }).click()
  await expect(approver.getByRole('grid')).toContainText('Reconciliation difference')
  await expect(approver.getByRole('grid')).toContainText(reason)
})

test('the books are read from the account to the payment', async ({ openAs, request }) => {
  test.slow()
  const page = await openAs('finance')
  await page.goto('/home')
  await switchMerchant(page, brand)
  await page.goto('/finance/balance')
  await settled(page)
  await expect(page.getByRole('region', { name: 'Trial balance' })).toContainText('Balanced')
  await expectAccessible(page, 'Balance')
  await page
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('button', { name: /Chart of User funds/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Balance by day' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('link', { name: /User funds/ })
    .first()
    .click()
  await expect(page.getByRole('grid')).toContainText('User funds')
  await page.getByRole('grid').getByRole('row').nth(1).click()
  const entry = page.getByRole('dialog', { name: 'Entry' })
  await expect(entry.getByRole('region', { name: 'Lines' })).toBeVisible()
  await expectAccessible(page, 'Entry')
  // A payment made just now is in the books, and its entry leads back to it.
  const payment = String(await pay(request, uniqueName('posted'), '4111111111111111'))
  await page.goto(`/finance/balance?mode=postings&keyword=${payment}`)
  await page.getByRole('grid').getByRole('row').filter({ hasText: payment }).first().click()
  await entry.getByRole('link', { name: `Transaction ${payment}` }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions\\?.*id=(%22)?${payment}`))
  await expect(page.getByRole('dialog')).toContainText(payment)
  await page.goto('/finance/balance?mode=periods')
  await expect(page.getByRole('region', { name: 'Periods' })).toContainText('Open')
  await expectAccessible(page, 'Periods')
  await page.goto('/finance/balance?mode=exposure')
  await settled(page)
  await expectAccessible(page, 'Exposure')
})

/** The day in the middle of the month before this one. */
function dayOfLastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 10)
}

test('one person closes a month and asks to reopen it, another reopens it', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  test.slow()
  const brandOfItsOwn = await newMerchant()
  const at = { merchantId: brandOfItsOwn.id }
  const [closer, second] = await Promise.all(
    [1, 2].map(() => newPerson({ home: brandOfItsOwn.id, roles: ['MINIBANK_ADMIN'] })),
  )
  if (!closer || !second) throw new Error('Two people were asked for')
  const day = dayOfLastMonth()
  const month = day.slice(0, 7)
  const line = (type: string, side: string) => ({
    type,
    dimension: type === 'USER_FUNDS' ? '' : 'acmecards',
    side,
    amount: { amount: '7.00', currency: 'EUR' },
  })
  const { id, version } = await closer.api.post<{ id: string; version: number }>(
    '/ledger-request/adjustment',
    {
      valueDate: day,
      reason: 'To have a month to close',
      lines: [line('RECON_DIFFERENCE', 'DEBIT'), line('USER_FUNDS', 'CREDIT')],
    },
    at,
  )
  await second.api.post(`/ledger-request/${id}/approve`, { version }, at)

  const page = await openAs(closer)
  const periods = page.getByRole('region', { name: 'Periods' })
  const row = periods.getByRole('row').filter({ hasText: month })
  await page.goto('/finance/balance?mode=periods')
  await expect(row).toContainText('The books must be checked')
  await page.getByRole('button', { name: 'Check now' }).click()
  const close = row.getByRole('button', { name: `Close ${month}` })
  await expect(close).toBeVisible({ timeout: 20_000 })
  await close.click()
  const question = page.getByRole('dialog', { name: `Close ${month}?` })
  await expectAccessible(page, 'closing a period')
  await question.getByRole('button', { name: 'Close period' }).click()
  await expect(row).toContainText('Closed')
  await row.getByRole('button', { name: `Reopen ${month}` }).click()
  const asked = page.getByRole('dialog', { name: `Reopen ${month}` })
  await asked.getByRole('textbox', { name: 'Reason' }).fill('A statement came late')
  await expectAccessible(page, 'asking to reopen a period')
  await asked.getByRole('button', { name: 'Request reopening' }).click()
  await expect(asked).toBeHidden()
  await expect(row).toContainText('Closed')

  const approver = await openAs(second)
  await approver.goto('/finance/balance?mode=requests&state=WAITING')
  await settled(approver)
  await approver.getByRole('grid').getByRole('link').first().click()
  const drawer = approver.getByRole('dialog').first()
  await expect(drawer).toContainText('A statement came late')
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await approver
    .getByRole('dialog')
    .filter({ hasText: 'at once' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(drawer).toContainText('Approved')
  await page.reload()
  await expect(row).toContainText('Open')
})
