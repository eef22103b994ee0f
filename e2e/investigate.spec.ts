import { confirmSuccess } from './support/confirm-success.ts'
import { uniqueName } from './support/people.ts'
import { neverAnswered, pay, stateOf } from './support/shop.ts'
import { expect, test } from './support/test.ts'

test('a payment nobody answered for becomes a case, is taken, decided with evidence by two, and over', async ({
  openAs,
  request,
}) => {
  // It waits for a PSP that does not answer, and then for a merchant that does.
  test.slow()
  const id = await pay(request, uniqueName('player'), '4111111111111111', { amount: neverAnswered })
  expect(await stateOf(request, id)).toBe('INCONSISTENT')

  const page = await openAs('investigator')
  await page.goto(`/transactions?id=${id}`)
  const lead = page.getByRole('link', { name: /^Open the case/ })
  await expect(lead).toBeVisible()
  await lead.click()
  const sheet = page.getByRole('dialog', { name: new RegExp(`Inconsistent ${id}`) })
  await expect(sheet).toContainText('did not answer')
  await expect(sheet.getByRole('tab', { name: 'Timeline' })).toBeVisible()

  await page.keyboard.press('t')
  await expect(sheet).toContainText('with investigator')
  await page.keyboard.press('s')
  const decision = page.getByRole('dialog', { name: 'The payment was successful' })
  await expect(decision.getByRole('table').first()).toContainText('User funds')
  await decision.getByLabel('Evidence').fill('In the list of captures of that day')
  await decision.getByLabel('Reference').fill('ac-4711')
  await decision.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Bank statement' }).click()
  await decision.getByLabel('Evidence').press('Control+Enter')
  await expect(decision).toBeHidden()
  await confirmSuccess(await openAs('admin'), id, 'ac-4711')

  await expect.poll(() => stateOf(request, id), { timeout: 45_000 }).toBe('SUCCESSFUL')
  await page.goto(`/investigate?desk=cases&keyword=${id}&state=RESOLVED`)
  const row = page.getByRole('main').getByRole('link').first()
  await expect(row).toBeVisible()
  await row.click()
  await expect(sheet).toContainText('Decided: successful')
  await expect(sheet).toContainText('In the list of captures of that day')
  await sheet.getByRole('link', { name: 'Open transaction' }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(`Transaction ${id}`) })).toContainText(
    'Successful',
  )
})
