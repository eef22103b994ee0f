import { columnsInSight } from './support/list.ts'
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
  const link = page.getByRole('link', { name: String(id) })
  const row = page.getByRole('row').filter({ has: link })
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('No funds')
  await expect(row).not.toContainText('ERR_')
  expect((await columnsInSight(page)).length).toBeGreaterThanOrEqual(10)
  // Above the first row are 250 px at most, beside the banner that says which environment this is.
  const bannerPx = await page
    .locator('[role=note][data-environment]')
    .evaluateAll((banners) => banners.reduce((sum, { clientHeight }) => sum + clientHeight, 0))
  const cell = await page.getByRole('gridcell').first().boundingBox()
  expect(cell?.y).toBeLessThanOrEqual(250 + bannerPx)
  // The cell is drawn in full once its row is pointed at.
  await row.hover()
  await row.getByText('No funds').hover()
  await expect(page.getByRole('tooltip')).toContainText('ERR_DECLINED_NO_FUNDS (504)')
  await link.click()

  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Not enough money on the account.')
  await expect(drawer).toContainText('ERR_DECLINED_NO_FUNDS')
  await expect(drawer.getByRole('table', { name: 'Amounts and fees' })).toContainText('25.00 EUR')

  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.getByRole('list').first()).toContainText('The merchant verified the user')
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

test('a payment that a rule refused leads to the rule', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111', { ip: '2001:db8:bad::7' })
  const page = await openAs('admin')
  await page.goto(`/transactions?id=${id}&tab=why`)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Declined by IP block, A known source of chargebacks')
  const decision = drawer.getByRole('group').filter({ hasText: 'IP block' }).first()
  await decision.locator('summary').click()
  const matched = decision.getByRole('listitem').filter({ hasText: 'Matched' }).first()
  await expect(matched).toContainText('A known source of chargebacks')
  await drawer.getByRole('tab', { name: 'Overview' }).click()
  await expect(drawer).toContainText('An IP blocking rule was hit')
  await drawer.getByRole('link', { name: /IP block/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('IP block')
})

test('a paid deposit is given back in parts, to the last cent and no further', async ({
  openAs,
  request,
}) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('investigator')
  await page.goto(`/transactions?id=${id}`)
  const drawer = page.getByRole('dialog')
  const confirmation = page.getByRole('dialog', { name: 'Refund' })
  await drawer.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation).toContainText(String(id))
  await confirmation.getByRole('textbox', { name: /^Amount/ }).fill('10.00')
  await confirmation.getByRole('textbox', { name: /^Info/ }).fill('Paid twice')
  await confirmation.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation).toHaveCount(0)
  // Its end changes the payment once more: who asks for the next one before is told that somebody was faster.
  await expect(drawer.getByRole('row').filter({ hasText: 'Refunded' })).toContainText('10.00 EUR')

  await drawer.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation.getByRole('textbox', { name: /^Amount/ })).toHaveValue('15.00')
  await confirmation.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'Refund' })).toHaveCount(0)

  await drawer.getByRole('tab', { name: 'Related' }).click()
  const refunds = drawer.getByRole('row').filter({ hasText: 'Refund' })
  await expect(refunds.filter({ hasText: '-10.00 EUR' })).toHaveCount(1)
  await expect(refunds.filter({ hasText: '-15.00 EUR' })).toHaveCount(1)
})

test('customer service finds what it is told of and cannot look around', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('agent')
  await page.goto('/transactions')
  await expect(page.getByText('Enter a whole transaction id')).toBeVisible()
  await page.getByRole('searchbox').fill(String(id).slice(0, -1))
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('link', { name: String(id) })).toHaveCount(0)
  await page.getByRole('searchbox').fill(String(id))
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Calls' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toContainText('411111******1111')
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
})
