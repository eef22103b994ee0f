import type { Locator, Page } from '@playwright/test'
import { fillCard, payButton, shopAddress, thanks } from './support/cashier.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, test } from './support/test.ts'

// A long journey: one run in eight takes it, and every full one.
inTurn(0)

const mastercard = '5555555555554444'
const brand = 100010001

/** Chooses what the open onboarding offers, and confirms it. */
async function operate(page: Page, drawer: Locator, label: string): Promise<void> {
  await drawer.getByRole('button', { name: label, exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: label }).last()
  await dialog.getByRole('button', { name: label, exact: true }).click()
}

test('a merchant is enrolled with Mastercard, and its deposits go by token until it is suspended', async ({
  openAs,
  page: shop,
}) => {
  const page = await openAs('admin')
  await page.goto('/admin/scheme-token-onboarding')
  await page.getByRole('button', { name: 'Start onboarding' }).click()
  const start = page.getByRole('dialog', { name: 'Start onboarding' })
  await start.getByLabel('Merchants').click()
  await page.getByRole('option', { name: new RegExp(String(brand)) }).click()
  await page.keyboard.press('Tab')
  await start.getByRole('checkbox', { name: 'Mastercard (MDES)' }).check()
  await start.getByRole('button', { name: 'Start 1 onboarding' }).click()

  const drawer = page.getByRole('dialog', { name: /Mastercard \(MDES\)/ })
  await expect(drawer).toContainText('fill in the business data')
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  const values: Readonly<Record<string, string>> = {
    'Legal name': uniqueName('Northlight AB'),
    City: 'Stockholm',
    Address: 'Sveavägen 1',
    Website: 'https://northlight.example/se',
    MCC: '7995',
    'Business id': '556000-0000',
    'Contact email': 'cards@northlight.example',
    Phone: '+46812345678',
  }
  for (const [label, value] of Object.entries(values))
    await drawer.getByRole('textbox', { name: label, exact: true }).fill(value)
  await drawer.getByRole('combobox', { name: 'Business id type' }).click()
  await page.getByRole('option', { name: 'VAT number' }).click()
  const acquirers = drawer.getByLabel('Acquirer ids').first()
  await acquirers.fill('455555')
  await acquirers.press('Enter')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer).toContainText('Validate the data.')

  await drawer.getByRole('button', { name: 'Validate', exact: true }).click()
  await operate(page, drawer, 'Submit to network')
  await expect(drawer).toContainText('Run the test', { timeout: 45_000 })
  await operate(page, drawer, 'Run test')
  await expect(drawer).toContainText('Test passed', { timeout: 45_000 })

  await drawer.getByRole('button', { name: 'Enable', exact: true }).click()
  const enable = page.getByRole('dialog').filter({ hasText: 'Share of accounts' }).last()
  await enable.getByRole('checkbox', { name: 'Acme Cards' }).check()
  await enable.getByRole('combobox', { name: 'Share of accounts' }).click()
  await page.getByRole('option', { name: '100 %', exact: true }).click()
  await enable.getByRole('button', { name: 'Enable', exact: true }).click()
  await expect(drawer).toContainText('Acme Cards 100 %')

  const customer = uniqueName('tokens')
  await shop.goto(await shopAddress(drawer, { customer, currency: 'EUR', amount: '25' }))
  await fillCard(shop, mastercard)
  await payButton(shop).click()
  await expect(thanks(shop)).toBeVisible()
  const paid = await shop.locator('[data-payment]').getAttribute('data-payment')

  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Suspend', exact: true }).click()
  const suspend = page.getByRole('dialog').filter({ hasText: 'Reason' }).last()
  await suspend.getByLabel('Reason').fill('End of the journey')
  await suspend.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(drawer).toContainText('Card deposits use the card number')

  await page.goto(`/transactions?id=${paid}&tab=timeline`)
  await expect(page.getByRole('dialog')).toContainText('from Mastercard Digital Enablement Service')
})
