import { expect, type Page } from '@playwright/test'

export async function switchMerchant(page: Page, to: { id: number; name: string }): Promise<void> {
  await page.getByRole('button', { name: /Switch merchant$/ }).click()
  await page.getByRole('combobox', { name: 'Merchants' }).fill(String(to.id))
  await page.getByRole('option', { name: to.name }).click()
  await expect(page.getByRole('button', { name: `Merchant ${to.name}, ${to.id}.` })).toBeVisible()
}
