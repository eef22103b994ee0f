import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openBilling } from './support/billing.ts'
import { rowOf } from './support/list.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { uniqueName } from './support/people.ts'
import { settled } from './support/screens.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(7)

const group = { id: 100010000, name: 'Northlight Gaming' }

async function openCustomers(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/customer${search}`)
  await switchMerchant(page, group)
  await settled(page)
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('one person takes on a customer, another puts it on hold, and the first reads why', async ({
  openAs,
}) => {
  const legalName = uniqueName('Customer')
  const page = await openAs('finance')
  const { priceList, seller } = await openBilling(page.request, group.id)
  await openCustomers(page)
  await page.getByRole('button', { name: 'New customer' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Legal name').fill(legalName)
  await form.getByLabel('Street').fill('Main street 2')
  await form.getByLabel('Postcode').fill('00100')
  await form.getByLabel('City').fill('Helsinki')
  await choose(page, 'Country', /Finland/)
  await form.getByLabel('VAT number').fill('SE123')
  await choose(page, 'Currency', /EUR/)
  await choose(page, 'Price list', new RegExp(priceList))
  await form.getByLabel('Billed by').fill(seller)
  await form.getByLabel('Billing email').fill(`${legalName.toLowerCase()}@buyer.example`)
  await expectAccessible(page, 'New customer')
  await form.getByRole('button', { name: 'Create' }).click()
  // A number of another country is no number of a Finnish company.
  await expect(form).toContainText('Must be a VAT number of Finland')
  await form.getByLabel('VAT number').fill('FI12345678')
  await form.getByRole('button', { name: 'Create' }).click()
  const drawer = page.getByRole('dialog', { name: legalName })
  await expect(drawer).toContainText('Active')
  await expectAccessible(page, 'a customer')

  const other = await openAs('finance2')
  await openCustomers(other, `?keyword=${legalName}`)
  await rowOf(other, legalName).getByRole('link').first().click()
  const theirs = other.getByRole('dialog', { name: legalName })
  await theirs.getByRole('button', { name: 'More actions' }).click()
  await other.getByRole('menuitem', { name: 'Put on hold' }).click()
  const question = other.getByRole('dialog', { name: /Put on hold/ })
  await question.getByRole('textbox', { name: /Reason|Note/ }).fill('Two invoices are overdue')
  await question.getByRole('button', { name: 'Put on hold' }).click()
  await expect(theirs).toContainText('On hold')

  await page.getByRole('dialog', { name: legalName }).getByRole('tab', { name: 'History' }).click()
  await expect(drawer).toContainText('Two invoices are overdue')
  await expectAccessible(page, 'the history of a customer')
})
