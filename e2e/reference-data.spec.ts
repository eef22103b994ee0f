import { toast } from './support/toast.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(5)

test('a rate is changed in the list by keyboard alone, and saved with a note', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const { id } = await newMerchant()
  const page = await openAs(await newPerson({ home: id, roles: ['MERCHANT_ADMIN'] }))
  await page.goto('/admin/forex-rates?toCurrency=SEK&service=fx-file')
  const row = page.getByRole('row').filter({ hasText: 'EUR/SEK' })
  await row.focus()
  await page.keyboard.press('F2')
  const buy = page.getByRole('textbox', { name: 'Buy' })
  await expect(buy).toBeFocused()
  const before = Number(await buy.inputValue())
  await page.keyboard.type((before * 1.01).toFixed(4))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Sell' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await expect(page.getByText('1 rate changed')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await page.getByRole('textbox', { name: 'Note about the change' }).fill('Desk rate')
  await page.getByRole('button', { name: 'Save 1 rate' }).press('Enter')
  await expect(toast(page, '1 rate saved.')).toBeVisible()
  await expect(row).toContainText('Manual')
})

test('a BIN is tested before and after a range of its own is added', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const { id } = await newMerchant()
  const page = await openAs(await newPerson({ home: id, roles: ['IIN_ADMIN'] }))
  await page.goto('/admin/iin?dialog=test')
  const drawer = page.getByRole('dialog', { name: 'Test a BIN' })
  await drawer.getByRole('textbox').fill('411111')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Fjordbanken').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New IIN range' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New IIN range' })
  await form.getByRole('textbox', { name: 'Range start' }).fill('411111')
  await form.getByRole('textbox', { name: 'Range end' }).fill('511111')
  await form.getByRole('combobox', { name: 'Brand' }).fill('Visa')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Start and end must have the same first digit').first()).toBeVisible()
})
