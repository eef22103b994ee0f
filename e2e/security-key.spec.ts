import type { Page } from '@playwright/test'
import { Api } from './support/api.ts'
import { enterPassword, homeHeading, keepRecoveryCodes, logOut } from './support/login-page.ts'
import { choosePassword, invite } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** A key in the browser's own pocket, touched as soon as somebody asks for it. */
async function plugInSecurityKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a security key is enrolled as a required action, opens the console, and leaves its trace', async ({
  page,
  admin,
  openAs,
  request,
  baseURL,
}) => {
  // Browsers make keys for names and not for bare addresses.
  const byName = baseURL?.replace('127.0.0.1', 'localhost') ?? ''
  const invited = await invite(admin, { roles: ['TRANSACTION_VIEWER'], requiredActions: ['SECURITY_KEY'] })
  await choosePassword(new Api(request), invited)
  await plugInSecurityKey(page)

  await page.goto(byName)
  await enterPassword(page, invited)
  await expect(page.getByRole('heading', { name: 'Set up your security key' })).toBeVisible()
  await page.getByLabel('Name of the key').fill('Blue key')
  await page.getByRole('button', { name: 'Register security key' }).click()
  await keepRecoveryCodes(page)
  await expect(homeHeading(page)).toBeVisible()
  await logOut(page)

  await enterPassword(page, invited)
  await expect(page.getByRole('heading', { name: 'Use your security key' })).toBeVisible()
  await page.getByRole('button', { name: 'Use security key' }).click()
  await expect(homeHeading(page)).toBeVisible()
  await page.goto(`${byName}/settings?tab=security`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Blue key' })).toContainText('last used')

  const auditor = await openAs('auditor')
  await auditor.goto(`/admin/audit-log?entityId=${invited.id}`)
  const entries = (action: string) =>
    auditor
      .getByRole('row')
      .filter({ has: auditor.getByRole('gridcell', { name: action, exact: true }) })
      .filter({ has: auditor.getByRole('link', { name: invited.username }) })
  await expect(entries('MFA enrolled')).toHaveCount(1)
  await expect(entries('Login')).toHaveCount(2)
  await entries('Login').first().getByRole('link').click()
  await expect(auditor.getByRole('dialog')).toContainText('SECURITY_KEY')
})
