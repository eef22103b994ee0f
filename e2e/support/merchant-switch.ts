import { expect, type Locator, type Page } from '@playwright/test'

/** The button in the header that names the selected merchant. */
export const merchantButton = (page: Page, name: string, id?: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Merchant ${name}\\W+${id ?? '\\d+'}\\b`) })

export async function switchMerchant(page: Page, to: { id: number; name: string }): Promise<void> {
  await page.getByRole('button', { name: /Switch merchant$/ }).click()
  await page.getByRole('combobox', { name: 'Merchants' }).fill(String(to.id))
  await page.getByRole('option', { name: to.name }).click()
  await expect(merchantButton(page, to.name, to.id)).toBeVisible()
}
