import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { draftRuleset, putIntoEffect } from './support/decision-table.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { toast } from './support/toast.ts'

/** The shop no other journey pays in. */
const brand = 100010002
const customer = uniqueName('customer').toLowerCase().slice(0, 30)

/** One grey pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const method = (shop: Page, key: string): Locator => shop.locator(`[data-method="${key}"]`)

/** Where the console says that the shop is. */
async function shopAddress(backOffice: Page, more: Record<string, string>): Promise<string> {
  const link = backOffice.getByRole('link', { name: 'See it in the cashier' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
  return address.href
}

async function fillCard(shop: Page, pan: string): Promise<void> {
  const card = method(shop, 'CREDITCARD')
  await card.getByRole('radio', { name: 'Karte' }).check()
  await card.getByRole('textbox', { name: 'Kartennummer' }).fill(pan)
  await card.getByRole('textbox', { name: 'Gültig bis' }).fill('12/30')
  await card.getByRole('textbox', { name: 'Kartenprüfnummer' }).fill('123')
}

test('a customer pays by card, is challenged by the bank, and keeps the receipt', async ({
  openAs,
  page,
}) => {
  const backOffice = await openAs('admin')
  await backOffice.goto('/admin/payment-methods/logos')
  await page.goto(await shopAddress(backOffice, { shop: String(brand), locale: 'de_DE', customer }))
  await page.getByRole('button', { name: /bezahlen/ }).click()
  await expect(page.getByText('Dieses Feld ist erforderlich').first()).toBeVisible()
  await fillCard(page, '4000002760003184')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code, der an dein Telefon gesendet wurde' }).fill('1234')
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByRole('heading', { name: 'Danke für deine Zahlung' })).toBeVisible()
})

test.describe('what is changed in the console is what customers see', () => {
  inTurn(3)

  test('a text, a logo, an input and a rule', async ({ openAs, newPerson, page }) => {
    const backOffice = await openAs(await newPerson({ home: brand }))
    await backOffice.goto('/admin/payment-methods/logos?all=true')
    const address = await shopAddress(backOffice, { locale: 'de_DE', customer, method: 'CREDITCARD' })
    await page.goto(address)
    const logo = method(page, 'VOUCHER').locator('img')
    const drawn = await logo.getAttribute('src')

    const chooser = backOffice.waitForEvent('filechooser')
    await backOffice.getByRole('button', { name: 'Upload a logo for Voucher' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect(toast(backOffice, 'Logo of Voucher saved.')).toBeVisible()

    await backOffice.goto('/admin/payment-methods/inputs')
    await backOffice.getByRole('button', { name: 'New input' }).click()
    const input = backOffice.getByRole('dialog', { name: 'New input' })
    await input.getByRole('textbox', { name: 'Key' }).fill('nationalId')
    await input.getByRole('textbox', { name: 'Label' }).fill('input.nationalid')
    await input.getByRole('textbox', { name: 'Pattern' }).fill('[A-Z0-9]{9}')
    await input.getByRole('button', { name: 'Create' }).click()
    await expect(toast(backOffice, 'nationalId was created.')).toBeVisible()

    await backOffice.goto('/admin/messages')
    await backOffice.getByRole('button', { name: 'New key' }).click()
    const key = backOffice.getByRole('dialog', { name: 'New key' })
    await key.getByRole('textbox', { name: 'Key' }).fill('creditcarddeposit.status.err_declined_no_funds')
    await backOffice.getByRole('textbox', { name: 'English · en', exact: true }).fill('Too little for {0}')
    await backOffice.getByRole('textbox', { name: 'German · de', exact: true }).fill('Zu wenig für {0}')
    await key.getByRole('button', { name: 'Save' }).click()
    await expect(toast(backOffice, 'creditcarddeposit.status.err_declined_no_funds saved.')).toBeVisible()

    await page.goto(address)
    await expect(logo).not.toHaveAttribute('src', drawn ?? '')
    const field = page.getByRole('textbox', { name: 'Nationale Identifikationsnummer' })
    await field.fill('12')
    await fillCard(page, '4000000000009995')
    await page.getByRole('button', { name: /bezahlen/ }).click()
    await expect(page.getByText('Ungültiger Wert')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('L01X00T47')
    await page.getByRole('button', { name: /bezahlen/ }).click()
    await expect(page.getByText('Zu wenig für 50,00 EUR')).toBeVisible()

    const row = {
      id: 'row-1',
      no: 1,
      name: 'Vouchers only',
      note: '',
      enabled: true,
      conditions: {
        method: { op: 'in', values: ['DEPOSIT'] },
        userId: { op: 'in', values: [customer] },
      },
      outputs: { depositMethods: ['VOUCHER'] },
    }
    const rules = { home: brand, roles: ['RULES_ADMIN', 'RULES_HUB_PILOT'] }
    const [anna, bert] = [await newPerson(rules), await newPerson(rules)]
    const name = uniqueName('Offer')
    const draft = await draftRuleset(anna.api, brand, { table: 'payment-methods', name, rules: [row] })
    await putIntoEffect(anna.api, bert.api, draft)
    await expect(async () => {
      await page.goto(address)
      await expect(page.locator('[data-method]')).toHaveCount(1, { timeout: 2_000 })
    }).toPass()
    await expect(method(page, 'VOUCHER')).toBeVisible()
  })
})

test.describe('on every screen', () => {
  onlyInFull()

  for (const width of [390, 990, 1440])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`the cashier at ${width} pixels, ${colorScheme}`, async ({ openAs, page }) => {
        const backOffice = await openAs('admin')
        await backOffice.goto('/admin/payment-methods/logos')
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await page.goto(
          await shopAddress(backOffice, { shop: String(brand), locale: 'de_DE', method: 'CREDITCARD' }),
        )
        await page.getByRole('button', { name: /bezahlen/ }).click()
        await expectAccessible(page, `the cashier at ${width}, ${colorScheme}`)
        await expectNoSidewaysScroll(page, `the cashier at ${width}`)
      })
})
