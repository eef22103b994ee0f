import type { Locator, Page } from '@playwright/test'

export const method = (shop: Page, key: string): Locator => shop.locator(`[data-method="${key}"]`)

/** Where the console says that the shop is; in German, which is not the language of the console. */
export async function shopAddress(
  console: Page | Locator,
  more: Readonly<Record<string, string>>,
): Promise<string> {
  const link = console.getByRole('link', { name: 'See it in the cashier' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  address.searchParams.set('locale', 'de_DE')
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
  return address.href
}

export async function fillCard(shop: Page, pan: string): Promise<void> {
  const card = method(shop, 'CREDITCARD')
  await card.getByRole('radio', { name: 'Karte' }).check()
  await card.getByRole('textbox', { name: 'Kartennummer' }).fill(pan)
  await card.getByRole('textbox', { name: 'Gültig bis' }).fill('12/30')
  await card.getByRole('textbox', { name: 'Kartenprüfnummer' }).fill('123')
}

export const payButton = (shop: Page): Locator => shop.getByRole('button', { name: /bezahlen/ })

export const thanks = (shop: Page): Locator => shop.getByRole('heading', { name: 'Danke für deine Zahlung' })
