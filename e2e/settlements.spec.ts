import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { choose, rowOf } from './support/list.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { uniqueName } from './support/people.ts'
import { settlementHeader } from './support/settlement-file.ts'
import { pay } from './support/shop.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(1)

const sweden = { id: 100010001, name: 'Northlight Sweden' }

/** A file as the PSP would send it: one payment with five cents too much, and one nobody here knows. */
function settlementFile(batchRef: string, reference: string): string {
  const now = new Date().toISOString()
  const line = (pspRefId: string, merchantRef: string, gross: string) =>
    [batchRef, now.slice(0, 10), 'SETTLED', pspRefId, merchantRef, now, 'EUR', gross, '1', 'EUR', gross]
      .concat(['0', '0', '0', '0', 'VISA', '', '', ''])
      .join(';')
  const lines = [line(`R-${batchRef}`, reference, '25.05'), line(`U-${batchRef}`, `${sweden.id}A1`, '1.00')]
  return `${[settlementHeader, ...lines].join('\n')}\n`
}

async function importFile(page: Page, account: string, name: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Import file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import settlement file' })
  await choose(page, 'PSP', 'Acme Cards')
  await dialog.getByRole('combobox', { name: 'Account' }).fill(account)
  await choose(page, 'Import profile', 'Generic header')
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expectAccessible(page, 'Import settlement file')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await expect(dialog).toContainText('26.05 EUR')
  await expectAccessible(page, 'what a settlement file holds')
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
}

/** Opens what can be done about a line and chooses. */
async function decide(page: Page, line: number, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of line ${line}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('one person imports a file and decides its differences, another accepts the batch', async ({
  openAs,
  request,
}) => {
  test.slow()
  const batchRef = uniqueName('BATCH').toUpperCase()
  const txId = await pay(request, uniqueName('settled'), '4111111111111111')
  const page = await openAs('finance')
  await page.goto('/finance/settlements')
  await switchMerchant(page, sweden)
  // An account of its own: nothing of it can be missing.
  await importFile(page, batchRef, `${batchRef}.csv`, settlementFile(batchRef, `${sweden.id}A${txId}`))
  const drawer = page.getByRole('dialog', { name: batchRef })
  await expect(drawer).toContainText('2 lines are still to be decided')
  await expectAccessible(page, 'an imported batch')

  await drawer.getByRole('tab', { name: 'Differences' }).click()
  await expect(drawer.getByRole('region', { name: 'Lines' })).toContainText('25.05 EUR')
  await expectAccessible(page, 'differences of a batch')
  await decide(page, 2, 'Accept difference')
  const accepting = page.getByRole('dialog').filter({ hasText: 'Cause' }).last()
  await choose(page, 'Cause', 'Other')
  await accepting.getByRole('button', { name: 'Accept difference' }).click()
  await expect(drawer.getByRole('region', { name: 'Lines' })).toContainText('Accepted')

  await drawer.getByRole('tab', { name: 'Unmatched' }).click()
  await decide(page, 3, 'Write off')
  const writing = page.getByRole('dialog').filter({ hasText: 'Above the limit' }).last()
  await writing.getByRole('textbox', { name: 'Reason' }).fill('Not ours, and too small to ask about')
  await writing.getByRole('button', { name: 'Write off' }).click()
  await expect(drawer).toContainText('No line waits for its payment')
  await drawer.getByRole('tab', { name: 'Lines' }).click()
  await expect(drawer.getByRole('region', { name: 'Lines' })).toContainText('Written off')

  const other = await openAs('finance2')
  await other.goto('/finance/settlements')
  await switchMerchant(other, sweden)
  await rowOf(other, batchRef).getByRole('link').first().click()
  const sheet = other.getByRole('dialog', { name: batchRef })
  await sheet.getByRole('button', { name: 'Accept batch' }).click()
  await other
    .getByRole('dialog')
    .filter({ hasText: 'posted to the ledger' })
    .last()
    .getByRole('button', { name: 'Accept batch' })
    .click()
  await sheet.getByRole('tab', { name: 'Postings' }).click()
  await expect(sheet).toContainText('PSP receivable')
  await expectAccessible(other, 'postings of an accepted batch')
})
