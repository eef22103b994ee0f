import { readFileSync } from 'node:fs'
import { choose, rowOf } from './support/list.ts'
import { settingSaved } from './support/settings.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

inTurn(6)

test('time zone, date format and separators change what lists and exports say', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const person = await newPerson({ home: (await newMerchant()).id })
  const { lastLogin } = await person.api.get<{ lastLogin: string }>(`/user/${person.id}`)
  const localTime = (timeZone: string) =>
    new Date(lastLogin).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const page = await openAs(person)
  await page.goto('/admin/backoffice-users')
  await expect(rowOf(page, person.username)).toContainText(localTime('UTC'))

  await page.goto('/settings?tab=formats')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(zone).toHaveValue('Asia/Tokyo')
  await choose(page, 'Dates in exports', 'DD.MM.YYYY HH:MM')
  const last = settingSaved(page, 'csvSeparator')
  await choose(page, 'CSV separator', 'Semicolon')
  await last

  await page.goto('/admin/backoffice-users')
  await expect(rowOf(page, person.username)).toContainText(localTime('Asia/Tokyo'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const [day, time] = localTime('Asia/Tokyo').split(' ')
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text).toContain(`Username;First name;Last name`)
  expect(text).toContain(`${day?.split('-').reverse().join('.')} ${time}`)

  await page.goto('/settings?tab=formats')
  const dates = settingSaved(page, 'dateFormat')
  await page
    .getByRole('radiogroup', { name: 'Dates in lists' })
    .getByText('YYYY-MM-DD', { exact: true })
    .click()
  await dates
  await page.goto('/admin/backoffice-users')
  await expect(rowOf(page, person.username)).toContainText(day ?? '')
  await expect(rowOf(page, person.username)).not.toContainText(time ?? '')
})

test('the dark theme stays, from the first paint and on every device', async ({ openAs, newPerson }) => {
  const person = await newPerson()
  const page = await openAs(person)
  await page.goto('/settings?tab=appearance')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  const kept = settingSaved(page, 'theme')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await kept
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  const elsewhere = await openAs(person)
  await elsewhere.goto('/home')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a session elsewhere is seen and ended', async ({ openAs, newPerson, playwright, baseURL }) => {
  onlyInFull()
  const person = await newPerson()
  const other = await playwright.request.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1',
  })
  await other.post('/signalbox/login', { data: { username: person.username, password: person.password } })
  await other.post('/signalbox/login/recovery-code', { data: { code: person.recoveryCodes[0] } })
  const metadata = () => other.get('/signalbox/backoffice/api/metadata')
  expect((await metadata()).status()).toBe(200)

  const page = await openAs(person)
  await page.goto('/settings?tab=security')
  const sessions = page.getByRole('listitem').filter({ hasText: 'signed in' })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1)
  await sessions.getByRole('button', { name: 'End' }).click()
  await expect(sessions).toHaveCount(1)
  expect((await metadata()).status()).toBe(401)
  await other.dispose()
})

test('what opens a way in asks for password and second factor again, and then goes through', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const person = await newPerson({ home: (await newMerchant()).id })
  const page = await openAs(person)
  await page.goto('/settings?tab=security')
  // Nobody waits five minutes for the proof of the login to grow old: the first answer is the one it would get then.
  await page.route(
    '**/me/security/recovery-codes',
    (route) =>
      route.fulfill({
        status: 401,
        json: { errorId: 'journey', code: 'STEP_UP', message: 'Confirm that it is you.' },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()

  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  // The code of the authenticator was used to sign in; the next one takes half a minute.
  await question.getByRole('button', { name: 'Use a recovery code' }).click()
  await question.getByLabel('Recovery code').fill(person.recoveryCodes[0] ?? '')
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toContainText('The password is wrong.')
  await question.getByLabel('Password', { exact: true }).fill(person.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'I have saved them' })).toBeVisible()
})

test('the profile says how to reach somebody, and refuses what is no phone number', async ({
  openAs,
  newPerson,
}) => {
  onlyInFull()
  const page = await openAs(await newPerson())
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Phone' }).fill('nine nine nine')
  await page.getByRole('textbox', { name: 'Display name' }).fill('Captain Journey')
  await expect(
    page.getByText('Mobile number can start with + symbol and must contain only digits.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+358 40 123 4567')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Captain Journey (CJ), your account' })).toBeVisible()
})
