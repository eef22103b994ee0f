import type { Page } from '@playwright/test'
import { expect, inTurn, test } from './support/test.ts'
import { toast } from './support/toast.ts'

inTurn(2)

/** One grey pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const input = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a key is written in all locales at once, and read by the sample transaction', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }))
  await page.goto('/admin/messages')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Key' }).fill('CreditcardDeposit.status.err_declined_no_funds')
  await input(page, 'English · en').fill('Too little for {0}')
  await input(page, 'Swedish · sv').fill('För lite')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Placeholders must be equal in all locales; en has {0}')
  await input(page, 'Swedish · sv').fill('För lite för {0}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'creditcarddeposit.status.err_declined_no_funds saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Preview with a sample transaction' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview with a sample transaction' })
  await preview.getByRole('combobox', { name: 'Locale' }).fill('sv_SE')
  await expect(preview).toContainText('För lite för 50,00 EUR')
})

test('a logo is uploaded and reset to the default', async ({ openAs, newMerchant, newPerson }) => {
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }))
  await page.goto('/admin/payment-methods/logos?all=true')
  const line = page.getByRole('row', { name: /^Logo of Voucher/ })
  const picture = line.getByRole('img', { name: 'Logo of Voucher' })
  const drawn = await picture.getAttribute('src')
  const chooser = page.waitForEvent('filechooser')
  await line.getByRole('button', { name: 'Upload a logo for Voucher' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(toast(page, 'Logo of Voucher saved.')).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', drawn ?? '')
  await line.getByRole('button', { name: 'Reset to default: Voucher' }).click()
  await expect(picture).toHaveAttribute('src', drawn ?? '')
})

test('logos are cards on a phone: nothing is cut off, and all of it can be pressed', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const width = 390
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }), {
    viewport: { width, height: 844 },
  })
  await page.goto('/admin/payment-methods/logos?all=true')
  const table = page.getByRole('region', { name: 'Logos' })
  await expect(table.getByRole('button', { name: 'Upload a logo for Voucher' })).toBeVisible()
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  for (const part of [
    ...(await table.getByRole('button').all()),
    ...(await table.getByRole('rowheader').all()),
  ]) {
    const box = await part.boundingBox()
    expect.soft((box?.x ?? 0) + (box?.width ?? width + 1), await part.innerText()).toBeLessThanOrEqual(width)
  }
})

test('an input is added, previewed in German and judged as the payment would be', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }))
  await page.goto('/admin/payment-methods/inputs')
  await page.getByRole('button', { name: 'New input' }).click()
  const dialog = page.getByRole('dialog', { name: 'New input' })
  await dialog.getByRole('textbox', { name: 'Key' }).fill('nationalId')
  await dialog.getByRole('textbox', { name: 'Label' }).fill('input.nationalid')
  await dialog.getByRole('switch', { name: 'Required' }).check()
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('[A-Z0-9]{9}')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'nationalId was created.')).toBeVisible()

  await page.goto('/admin/payment-methods/inputs?dialog=preview')
  const preview = page.getByRole('dialog', { name: 'Preview of the form' })
  await preview.getByRole('combobox', { name: 'Locale' }).fill('de')
  const field = preview.getByRole('textbox', { name: 'Nationale Identifikationsnummer' })
  await field.fill('12')
  await expect(preview).toContainText('Ungültiger Wert')
  await field.fill('')
  await preview.getByRole('button', { name: 'Check' }).click()
  await expect(preview).toContainText('Dieses Feld ist erforderlich')
})
