import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** A second person confirms what an investigator asked for: that a payment the PSP has not confirmed was successful. */
export async function confirmSuccess(page: Page, id: number, reference: string): Promise<void> {
  await page.goto(`/investigate?desk=cases&keyword=${id}`)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: new RegExp(`Inconsistent ${id}`) })).toBeVisible()
  await page.keyboard.press('s')
  const decision = page.getByRole('dialog', { name: 'The payment was successful' })
  await expect(decision.getByRole('alert')).toContainText('investigator asked for this')
  await decision.getByLabel('Evidence').fill('Seen there as well')
  await decision.getByLabel('Reference').fill(reference)
  await decision.getByLabel('Evidence').press('Control+Enter')
  await expect(decision).toBeHidden()
}
