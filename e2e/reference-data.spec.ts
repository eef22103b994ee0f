import { randomInt } from 'node:crypto'
import { uniqueName } from './support/people.ts'
import { pay } from './support/shop.ts'
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

/** A card of a BIN, with its check digit. */
function cardOf(bin: string): string {
  const digits = bin.padEnd(15, '0')
  const sum = [...digits].reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

test('a rate and a range that are changed in the console are those of the next payment', async ({
  openAs,
  newPerson,
  request,
}) => {
  const brand = 100010001
  const bin = `419${String(randomInt(10 ** 5)).padStart(5, '0')}`
  const [customer, bank] = [uniqueName('rates'), uniqueName('Bank')]
  const krone = { amount: '500.00', currency: 'NOK' }
  const page = await openAs(await newPerson({ home: brand, roles: ['MERCHANT_ADMIN', 'IIN_ADMIN'] }))
  const details = page.getByRole('dialog')
  const open = async (paid: number) => {
    await page.goto(`/transactions?id=${paid}`)
    await expect(details).toContainText('In base currency')
    return details.innerText()
  }
  const before = await open(await pay(request, customer, cardOf(bin), krone))
  expect(before).not.toContain(bank)

  await page.goto('/admin/iin')
  await page.getByRole('button', { name: 'New IIN range' }).click()
  const form = page.getByRole('dialog', { name: 'New IIN range' })
  await form.getByRole('textbox', { name: 'Range start' }).fill(bin)
  await form.getByRole('textbox', { name: 'Range end' }).fill(bin)
  await form.getByRole('combobox', { name: 'Brand' }).fill('Visa')
  await page.keyboard.press('Enter')
  await form.getByRole('textbox', { name: 'Bank' }).fill(bank)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toHaveCount(0)

  await page.goto('/admin/forex-rates?toCurrency=NOK&service=fx-file')
  const row = page.getByRole('row').filter({ hasText: 'EUR/NOK' })
  await row.focus()
  await page.keyboard.press('F2')
  const buy = page.getByRole('textbox', { name: 'Buy' })
  const rate = Number(await buy.inputValue()) * 1.05
  await page.keyboard.type(rate.toFixed(4))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('textbox', { name: 'Note about the change' }).fill('Krone is weaker')
  await page.getByRole('button', { name: 'Save 1 rate' }).click()
  await expect(toast(page, '1 rate saved.')).toBeVisible()

  const after = await open(await pay(request, customer, cardOf(bin), krone))
  expect(after).toContain(bank)
  const euros = (text: string) => Number(/(\d+\.\d\d) EUR/.exec(text)?.[1])
  expect(euros(after)).toBeLessThan(euros(before))
})
