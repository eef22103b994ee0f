import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { fillCard, method, payButton, shopAddress, thanks } from './support/cashier.ts'
import { DecisionTablePage, draftRuleset, putIntoEffect } from './support/decision-table.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { toast } from './support/toast.ts'

/** The shop no other journey pays in. */
const brand = 100010002
/** Its forms ask for nothing that a journey here adds, and a rule for one customer disturbs nobody. */
const shopOfRules = 100010001
const customer = uniqueName('customer').toLowerCase().slice(0, 30)

/** One grey pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a customer pays by card, is challenged by the bank, and keeps the receipt', async ({
  openAs,
  page,
}) => {
  const backOffice = await openAs('admin')
  await backOffice.goto('/admin/payment-methods/logos')
  await page.goto(await shopAddress(backOffice, { shop: String(brand), customer }))
  await payButton(page).click()
  await expect(page.getByText('Dieses Feld ist erforderlich').first()).toBeVisible()
  await fillCard(page, '4000002760003184')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code, der an dein Telefon gesendet wurde' }).fill('1234')
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(thanks(page)).toBeVisible()
})

test.describe('what is changed in the console is what customers see', () => {
  inTurn(3)

  test('a text, a logo and an input', async ({ openAs, newPerson, page }) => {
    const backOffice = await openAs(await newPerson({ home: brand }))
    await backOffice.goto('/admin/payment-methods/logos?all=true')
    const address = await shopAddress(backOffice, { customer, method: 'CREDITCARD' })
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
    await payButton(page).click()
    await expect(page.getByText('Ungültiger Wert')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('L01X00T47')
    await payButton(page).click()
    await expect(page.getByText('Zu wenig für 50,00 EUR')).toBeVisible()
  })

  test('a rule of payment methods, once a second person approves it', async ({ openAs, newPerson, page }) => {
    const role = { home: shopOfRules, roles: ['RULES_ADMIN'] }
    const [anna, bert] = [await newPerson(role), await newPerson(role)]
    const user = uniqueName('shopper').toLowerCase()
    const name = uniqueName('Offer')
    const draft = await draftRuleset(anna.api, shopOfRules, {
      table: 'payment-methods',
      name,
      rules: [
        {
          id: 'row-1',
          no: 1,
          name: `For ${user}`,
          note: '',
          enabled: true,
          conditions: { method: { op: 'in', values: ['DEPOSIT'] }, userId: { op: 'in', values: [user] } },
          outputs: { depositMethods: ['CREDITCARD', 'VOUCHER'] },
        },
      ],
    })
    await putIntoEffect(anna.api, bert.api, draft)

    const hers = await openAs(anna)
    const table = new DecisionTablePage(hers)
    await table.open('/rules/payment-methods')
    const address = await shopAddress(hers, { customer: user, currency: 'EUR' })
    const offered = (keys: readonly string[]) =>
      expect(async () => {
        await page.goto(address)
        await expect(page.locator('[data-method]')).toHaveCount(keys.length, { timeout: 2_000 })
        for (const key of keys) await expect(method(page, key)).toBeVisible()
      }).toPass()
    await offered(['CREDITCARD', 'VOUCHER'])
    await fillCard(page, '4111111111111111')

    const row = table.row(`For ${user}`)
    await row.getByRole('gridcell', { name: /VOUCHER|Voucher/ }).click()
    await hers.keyboard.type('VOUCHER')
    await hers.keyboard.press('Enter')
    await hers.getByRole('button', { name: 'Save…' }).click()
    const save = hers.getByRole('dialog', { name: /^Save Payment methods/ })
    await save.getByRole('textbox', { name: 'Note' }).fill('Cards are closed for this customer')
    await save.getByRole('button', { name: 'Save and submit' }).click()
    await expect(toast(hers, 'Saved and sent for approval.')).toBeVisible()

    const his = await openAs(bert)
    await new DecisionTablePage(his).open('/rules/payment-methods')
    await his.getByRole('button', { name: 'Review' }).click()
    const review = his.getByRole('dialog', { name })
    await expect(review).toContainText('Cards are closed for this customer')
    await review.getByRole('button', { name: 'Approve' }).click()
    await his
      .getByRole('dialog', { name: `Approve ${name}?` })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(toast(his, 'Approved.')).toBeVisible()

    // The customer has had the page open all the while.
    await payButton(page).click()
    await expect(page.getByText('Zurzeit nicht verfügbar')).toBeVisible()
    await offered(['VOUCHER'])
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
        await page.goto(await shopAddress(backOffice, { shop: String(brand), method: 'CREDITCARD' }))
        await payButton(page).click()
        await expectAccessible(page, `the cashier at ${width}, ${colorScheme}`)
        await expectNoSidewaysScroll(page, `the cashier at ${width}`)
      })
})
