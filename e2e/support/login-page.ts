import { expect, type Page } from '@playwright/test'

export const homeHeading = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 })

export async function enterPassword(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** A new password is typed twice. */
export async function chooseNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the new password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
}

export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes.first()).toBeVisible()
  const kept = await codes.allInnerTexts()
  await page.getByLabel('I have saved the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  return kept
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}
