import { uniqueName } from './support/people.ts'
import { pay } from './support/shop.ts'
import { expect, test } from './support/test.ts'

const noFunds = '4000000000009995'

test('a declined payment is found by its user, explained, and remembered in a note', async ({
  openAs,
  request,
}) => {
  const userId = uniqueName('player')
  const id = await pay(request, userId, noFunds)

  const page = await openAs('operator')
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: 'Created: today' })).toBeVisible()
  await page.getByRole('searchbox').fill(userId)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()

  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Not enough money on the account.')
  await expect(drawer).toContainText('ERR_DECLINED_NO_FUNDS')
  await expect(drawer.getByRole('table', { name: 'Amounts and fees' })).toContainText('25.00 EUR')

  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.getByRole('list').first()).toContainText('The merchant knows the user')
  await drawer.getByRole('tab', { name: 'Why' }).click()
  const routing = drawer.getByRole('group').filter({ hasText: 'PSP routing' }).first()
  await routing.locator('summary').click()
  await expect(routing).toContainText('Matched')
  await drawer.getByRole('tab', { name: 'Calls' }).click()
  await expect(drawer).toContainText('verifyuser')

  await drawer.getByRole('tab', { name: 'Notes' }).click()
  await drawer.getByRole('textbox', { name: 'New note' }).fill('The user will try another card')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(drawer.getByRole('listitem')).toContainText('The user will try another card')

  await drawer.getByRole('tab', { name: 'History' }).click()
  await expect(drawer).toContainText('View log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a paid deposit is given back in part, and both stand side by side', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('investigator')
  await page.goto(`/transactions?id=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Refund' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Refund' })
  await expect(confirmation).toContainText(String(id))
  await confirmation.getByRole('textbox', { name: /^Amount/ }).fill('10.00')
  await confirmation.getByRole('textbox', { name: /^Info/ }).fill('Paid twice')
  await confirmation.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation).toHaveCount(0)
  await drawer.getByRole('tab', { name: 'Related' }).click()
  await expect(drawer.getByRole('row').filter({ hasText: 'Refund' })).toContainText('-10.00 EUR')
})

test('customer service finds what it is told of and cannot look around', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('agent')
  await page.goto('/transactions')
  await expect(page.getByText('Enter a whole transaction id')).toBeVisible()
  await page.getByRole('searchbox').fill(String(id))
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()
  await expect(page.getByRole('tab', { name: 'Calls' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible()
})
