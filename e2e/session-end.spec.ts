import { authenticatorCode } from './support/authenticator-code.ts'
import { enterCode, enterPassword } from './support/login-page.ts'
import { rowOf } from './support/list.ts'
import { settled } from './support/screens.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test('a session that ends in the middle of a form costs a login and nothing else', async ({
  openAs,
  admin,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  const page = await openAs(person)
  // Without the stream of events, the console learns about the end of the session when it saves.
  await page.route('**/backoffice/api/events*', (route) => route.abort())
  await page.goto('/admin/bank-mapping?dialog=create')
  const input = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await input('Mapping').fill('Typed before')
  await input('BIC').fill('^TYPE')
  await input('SWIFT').fill('TYPESESS')
  await input('Note about the change').fill('Not to be typed again')
  await admin.post(`/user/${person.id}/revoke-sessions`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await enterPassword(page, person)
  await enterCode(page, authenticatorCode(person.secret, 1))
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(input('Mapping')).toHaveValue('Typed before')
  await expect(input('Note about the change')).toHaveValue('Not to be typed again')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Typed before', exact: true })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(rowOf(page, 'Typed before')).toContainText('TYPESESS')
})

test('what somebody typed is not there for the next person on the same machine', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const [person, next] = [await newPerson({ home: brand.id }), await newPerson({ home: brand.id })]
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping?dialog=create')
  const mapping = page.getByRole('textbox', { name: 'Mapping', exact: true })
  await mapping.fill('Mine alone')
  await page.context().clearCookies()
  await page.context().addCookies(next.state.cookies)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(mapping).toHaveValue('')
})

test('before an idle session ends there is a warning, and one can stay', async ({ openAs, newPerson }) => {
  const page = await openAs(await newPerson())
  await page.clock.install()
  await page.goto('/home')
  await settled(page)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await page.clock.fastForward('12:00')
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward('01:30')
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('timer')).toHaveText(/^1:\d\d$/)
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused()

  const extended = page.waitForResponse('**/backoffice/api/session/extend')
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  expect((await extended).status()).toBe(200)
  await expect(warning).toHaveCount(0)

  await page.clock.fastForward('13:30')
  await expect(warning).toBeVisible()
  await page.route('**/backoffice/api/metadata', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'WWW-Authenticate': 'Redirect realm="signalbox", location="/signalbox/login"' },
      body: '',
    }),
  )
  await page.clock.fastForward('02:00')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/home')
})
