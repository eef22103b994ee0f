import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expectAccessible } from './support/accessibility.ts'
import { rowOf } from './support/list.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { uniqueName } from './support/people.ts'
import { settled } from './support/screens.ts'
import { redeem, stateOf } from './support/shop.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(7)

const sweden = { id: 100010001, name: 'Northlight Sweden' }
const password = 'correct horse battery'

async function openStore(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await switchMerchant(page, sweden)
  await settled(page)
}

/** What the distributor finds in the file. */
async function codesIn(path: string): Promise<string[]> {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(path)), { password })
  const [file] = await reader.getEntries()
  if (!file || file.directory) throw new Error('The archive is empty')
  const text = await file.getData(new TextWriter())
  await reader.close()
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1] ?? '')
}

async function makeProduct(page: Page, sku: string): Promise<void> {
  await openStore(page, '/product/read')
  await page.getByRole('button', { name: 'New product' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('SKU').fill(sku)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`Gift ${sku}`)
  await form.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: /EUR/ }).first().click()
  const values = form.getByLabel('Fixed values').first()
  await values.fill('25.00')
  await values.press('Enter')
  await form.getByRole('button', { name: /^(Save|Create)/ }).click()
  const drawer = page.getByRole('dialog', { name: `Gift ${sku}` })
  await expect(drawer).toContainText('Draft')
  await drawer.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(drawer).toContainText('Active')
  await expectAccessible(page, 'an open product')
}

const paid = async (request: APIRequestContext, code: string): Promise<string> =>
  stateOf(request, await redeem(request, uniqueName('voucher'), code))

test('one person orders and downloads a batch, another releases it, and its codes pay once', async ({
  openAs,
  request,
}) => {
  test.slow()
  const sku = `J-${randomUUID().slice(0, 8).toUpperCase()}`
  const page = await openAs('store')
  await makeProduct(page, sku)

  await openStore(page, '/voucher/read?mode=batches')
  await page.getByRole('button', { name: 'New voucher batch' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: new RegExp(sku) }).click()
  await form.getByLabel('Quantity').fill('3')
  await form.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: '25.00 EUR' }).click()
  await form.getByRole('button', { name: /^(Save|Create)/ }).click()
  const title = `${sku}-0001`
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: 'Download codes' }).click()
  const ask = page.getByRole('dialog', { name: `Download codes of ${title}` })
  await ask.getByRole('textbox', { name: 'Password of the file' }).fill(password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    ask.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const [first = '', second = ''] = await codesIn(await file.path())
  await expect(drawer).toContainText('Awaiting release')
  expect(await paid(request, first)).toBe('FAILED')

  const other = await openAs('store2')
  await openStore(other, '/voucher/read?mode=batches')
  await rowOf(other, title).getByRole('link', { name: title }).click()
  const sheet = other.getByRole('dialog', { name: title })
  await sheet.getByRole('button', { name: 'Release', exact: true }).first().click()
  const confirm = other.getByRole('dialog').filter({ hasText: 'can be redeemed from now on' }).last()
  await confirm.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(sheet).toContainText('The vouchers can be redeemed.')
  expect(await paid(request, first)).toBe('SUCCESSFUL')
  expect(await paid(request, first)).toBe('FAILED')

  await sheet.getByRole('button', { name: 'Show vouchers' }).click()
  await expect(other.getByRole('grid')).toContainText('Redeemed')
  await other.getByRole('button', { name: 'Find by code' }).click()
  const find = other.getByRole('dialog', { name: 'Find by code' })
  await find.getByRole('textbox', { name: 'Code' }).fill(second)
  await find.getByRole('button', { name: 'Check' }).click()
  await expect(find).toContainText('Can be redeemed now.')
  await expectAccessible(other, 'a voucher found by its code')
  expect(other.url()).not.toContain(second)
})
