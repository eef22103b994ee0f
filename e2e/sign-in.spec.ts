import { authenticatorCode } from './support/authenticator-code.ts'
import {
  chooseNewPassword,
  enterCode,
  enterPassword,
  homeHeading,
  keepRecoveryCodes,
  logOut,
} from './support/login-page.ts'
import { linkIn, newestMail } from './support/mailbox.ts'
import { demoPassword, invite } from './support/people.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test('a demo login needs its password and nothing else', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Sign in · Signalbox')
  await enterPassword(page, { username: 'operator', password: 'not the password' })
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
  await enterPassword(page, { username: 'operator', password: demoPassword })
  await expect(homeHeading(page)).toBeVisible()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('button', { name: 'Oskar Nyman (ON), your account' })).toBeVisible()
})

test('an unknown name is refused in the same words as a wrong password', async ({ page }) => {
  onlyInFull()
  await page.goto('/')
  await enterPassword(page, { username: 'nobody-of-that-name', password: demoPassword })
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
})

test('a deep link survives the login', async ({ page }) => {
  await page.goto('/admin/backoffice-users?state=DISABLED&sort=lastName%3Adesc')
  await enterPassword(page, { username: 'admin', password: demoPassword })
  await expect(page.getByRole('heading', { name: 'Backoffice users', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()
  await expect(page).toHaveURL('/admin/backoffice-users?state=DISABLED&sort=lastName%3Adesc')
})

test('an invited person chooses a password and enrols an authenticator', async ({ page, admin }) => {
  const invited = await invite(admin, { roles: ['TRANSACTION_VIEWER'] })
  const link = linkIn(await newestMail(invited.email, 'Welcome')).href
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('short 1')
  await expect(page.getByText('Must be at least 12 characters long')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save password' })).toBeDisabled()
  await chooseNewPassword(page, invited.password)
  await enterPassword(page, invited)

  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await page.getByText(/^([A-Z2-7]{4} ?)+$/).innerText()
  await enterCode(page, authenticatorCode(secret))
  expect(await keepRecoveryCodes(page)).toHaveLength(10)
  await expect(homeHeading(page)).toBeVisible()

  await page.goto(link)
  await page.reload()
  await chooseNewPassword(page, `${invited.password} again`)
  await expect(page.getByRole('alert'), 'the link works once').toBeVisible()
})

test('the second factor is a code of the authenticator, or a recovery code once', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson()
  await page.goto('/')
  await enterPassword(page, person)
  await enterCode(page, '000000')
  await expect(page.getByRole('alert')).toHaveText('The code is not valid.')
  await enterCode(page, authenticatorCode(person.secret, 1))
  await expect(homeHeading(page)).toBeVisible()

  const useRecoveryCode = async (code = '') => {
    await logOut(page)
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await useRecoveryCode(person.recoveryCodes[0])
  await expect(homeHeading(page)).toBeVisible()
  await useRecoveryCode(person.recoveryCodes[0])
  await expect(page.getByRole('alert')).toHaveText('The code is not valid.')
})

test('a new password that an administrator asks for is forced at the next login', async ({
  page,
  admin,
  newPerson,
}) => {
  onlyInFull()
  const person = await newPerson()
  const { version } = await admin.get<{ version: number }>(`/user/${person.id}`)
  await admin.put(`/user/${person.id}`, { version, requiredActions: ['RESET_PASSWORD'] })
  await admin.confirmed(person.id, person.home)

  await page.goto('/admin/bank-mapping')
  await enterPassword(page, person)
  await enterCode(page, authenticatorCode(person.secret, 1))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const wayAround = await page.request.get('/signalbox/backoffice/api/metadata')
  expect(wayAround.status(), 'nobody is signed in yet').toBe(401)

  await chooseNewPassword(page, `${person.password} renewed`)
  await expect(page.getByRole('heading', { name: 'Bank mappings', level: 1 })).toBeVisible()
})

test('a forgotten password is renewed by mail', async ({ page, newPerson }) => {
  const person = await newPerson()
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toBeVisible()

  await page.goto(linkIn(await newestMail(person.email, 'PasswordReset')).href)
  await chooseNewPassword(page, person.password)
  await expect(page.getByRole('alert'), 'the last passwords cannot be used again').toBeVisible()
  const password = `${person.password} renewed`
  await chooseNewPassword(page, password)
  await enterPassword(page, { username: person.username, password })
  await enterCode(page, authenticatorCode(person.secret, 1))
  await expect(homeHeading(page)).toBeVisible()
})

test('logging out forgets stored filters and favorites', async ({ page, newPerson }) => {
  const person = await newPerson()
  await page.context().addCookies(person.state.cookies)
  await page.goto('/admin/backoffice-users')
  await page.getByRole('main').getByRole('button', { name: 'Add Backoffice users to favorites' }).click()
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /filters|favorites/.test(key)))
  await expect.poll(async () => (await stored()).length).toBe(2)
  const [key = ''] = (await stored()).filter((name) => name.endsWith('favorites'))
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toContain('/admin/backoffice-users')

  await logOut(page)
  expect(await stored()).toEqual([])
  await page.goto('/admin/backoffice-users')
  await expect(page.getByRole('heading', { name: 'Sign in' }), 'the session is over').toBeVisible()
})
