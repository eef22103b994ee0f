import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { Api } from './support/api.ts'
import { openBilling } from './support/billing.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { uniqueName } from './support/people.ts'
import { settled } from './support/screens.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(6)

const group = { id: 100010000, name: 'Northlight Gaming' }

async function openInvoices(page: Page): Promise<void> {
  await page.goto('/admin/invoice')
  await switchMerchant(page, group)
  await settled(page)
}

/** Its title changes with its number; whom it bills does not. */
const drawerOf = (page: Page, customer: string) =>
  page.getByRole('dialog').filter({ hasText: customer }).first()

/** Does something with the open invoice, past the question whether it is meant. */
async function act(page: Page, customer: string, button: string, asked?: string): Promise<void> {
  const drawer = drawerOf(page, customer)
  await drawer.getByRole('button', { name: button, exact: true }).first().click()
  // The drawer is a dialog too, and has a button of the same name below the question.
  await expect(page.getByRole('dialog')).toHaveCount(2)
  const question = page.getByRole('dialog').last()
  if (asked !== undefined) await expect(question).toContainText(asked)
  await question.getByRole('button', { name: button, exact: true }).click()
}

async function openInvoice(page: Page, customer: string): Promise<void> {
  await page.goto(`/admin/invoice?keyword=${customer}`)
  await settled(page)
  await page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: customer })
    .getByRole('gridcell', { name: customer })
    .first()
    .click()
}

test('one person drafts an invoice, another approves it, and it is issued, sent and paid', async ({
  openAs,
}) => {
  test.slow()
  const legalName = uniqueName('Customer')
  const page = await openAs('finance')
  const { seller, priceList } = await openBilling(page.request, group.id)
  const customer = {
    legalName,
    address: 'Main street 2',
    zip: '00100',
    city: 'Helsinki',
    country: 'FIN',
    vatNo: 'FI12345678',
    billingEmail: `${legalName.toLowerCase()}@buyer.example`,
    currency: 'EUR',
    priceList,
    seller,
    merchants: [],
  }
  await new Api(page.request).post('/customer', customer, { merchantId: group.id })

  await openInvoices(page)
  await page.getByRole('button', { name: 'Generate drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate drafts' })
  await expectAccessible(page, 'Generate drafts')
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(/[1-9]\d* created/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await openInvoice(page, legalName)
  const own = drawerOf(page, legalName)
  await expect(own).toContainText('Monthly fee')
  await expect(own).toContainText('Reverse charge')
  await expectAccessible(page, 'a draft')
  // Whoever drafted it does not approve it.
  await expect(own).toContainText('Another person must approve it.')
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await openAs('finance2')
  await openInvoices(other)
  await openInvoice(other, legalName)
  const sheet = drawerOf(other, legalName)
  await act(other, legalName, 'Approve')
  await expect(sheet).toContainText('Approved')
  await act(other, legalName, 'Issue', 'cannot be changed afterwards')
  await expect(sheet).toContainText('Issued')
  await expect(sheet).toContainText(new RegExp(`${seller}-20\\d\\d-00001`))
  await expectAccessible(other, 'an issued invoice')
  const [pdf] = await Promise.all([
    other.waitForEvent('download'),
    sheet.getByRole('button', { name: /PDF/ }).first().click(),
  ])
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString('latin1'),
  ).toBe('%PDF-')
  await act(other, legalName, 'Send by email', 'PDF and XML')
  await expect(sheet).toContainText('Sent')
  await act(other, legalName, 'Register payment', 'Amount in EUR')
  await expect(sheet).toContainText('Paid')

  await openInvoice(page, legalName)
  await expect(own).toContainText('Paid')
  await page.keyboard.press('Escape')
  const number = pdf.suggestedFilename().replace('.pdf', '')
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('0.00 EUR')
})
