import { linkIn, newestMail } from './support/mailbox.ts'
import { openRowMenu, rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a new user gets roles their creator may give, a second factor, and a mail', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const page = await openAs(await newPerson({ home: brand.id }))
  const username = uniqueName('new')
  await page.goto('/admin/backoffice-users')
  await page.getByRole('button', { name: 'New backoffice user' }).click()
  const form = page.getByRole('dialog', { name: 'New backoffice user' })
  await form.getByRole('textbox', { name: 'Username' }).fill(username)
  await form.getByRole('textbox', { name: 'First name' }).fill('Nina')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Newman')
  await form.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await form.getByRole('textbox', { name: 'Phone' }).fill('call me')

  const roles = form.getByRole('group', { name: 'Roles' })
  await expect(roles.getByRole('checkbox', { name: 'Operator admin' })).toBeDisabled()
  await expect(roles.getByRole('checkbox', { name: 'GDPR admin' })).toBeDisabled()
  await roles.getByRole('checkbox', { name: 'First approver' }).check()
  await roles.getByRole('checkbox', { name: 'Second approver' }).check()
  await expect(form).toContainText('One person could act alone')
  await form.getByRole('checkbox', { name: 'Authenticator' }).uncheck()
  await form.getByRole('button', { name: 'Create' }).click()

  const summary = form.getByRole('alert', { name: 'The form has errors' })
  await expect(summary).toContainText('Email: Invalid email')
  await expect(summary).toContainText(
    'Phone: Mobile number can start with + symbol and must contain only digits.',
  )
  await expect(summary).toContainText(
    'Required actions: Two-Factor Authentication is required, please select one of the first two options',
  )
  await expect(summary).toContainText('Note: This field is required')

  await roles.getByRole('checkbox', { name: 'Second approver' }).uncheck()
  await form.getByRole('textbox', { name: 'Email' }).fill(`${username}@journeys.example`)
  await form.getByRole('textbox', { name: 'Phone' }).fill('+46 8 123 456')
  await form.getByRole('checkbox', { name: 'Authenticator' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  const drawer = page.getByRole('dialog', { name: username, exact: true })
  await expect(drawer).toContainText('First approver')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, username)).toContainText('Invited')

  const mail = await newestMail(`${username}@journeys.example`, 'Welcome')
  expect(mail.text).toContain(username)
  expect(linkIn(mail).pathname).toBe('/signalbox/login')
})

test('who is disabled is thrown out at once and stays out', async ({ openAs, newMerchant, newPerson }) => {
  const brand = await newMerchant()
  const [manager, person] = [await newPerson({ home: brand.id }), await newPerson({ home: brand.id })]
  const theirs = await openAs(person)
  await theirs.goto('/admin/bank-mapping')
  await expect(rowOf(theirs, 'Nordea')).toBeVisible()

  const page = await openAs(manager)
  await page.goto('/admin/backoffice-users')
  await openRowMenu(page, person.username)
  await page.getByRole('menuitem', { name: 'Disable', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Disable/ })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(question).toContainText('This field is required')
  await question.getByRole('textbox', { name: 'Reason' }).fill('Left the company')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(rowOf(page, person.username)).toContainText('Disabled')

  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await theirs.getByLabel('Username', { exact: true }).fill(person.username)
  await theirs.getByLabel('Password', { exact: true }).fill(person.password)
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(theirs.getByRole('alert')).toHaveText('Invalid username or password.')
})

test('a bulk action does what it can and says what it could not', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const [manager, person] = [await newPerson({ home: brand.id }), await newPerson({ home: brand.id })]
  const page = await openAs(manager)
  await page.goto('/admin/backoffice-users')
  await expect(rowOf(page, person.username)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable: 2 backoffice users' })
  await question.getByRole('textbox', { name: 'Reason' }).fill('All of them')
  await question.getByRole('button', { name: 'Disable' }).click()

  await expect(bar.getByRole('status')).toHaveText('1 done, 1 not')
  await expect(bar.getByRole('listitem')).toHaveText([
    `${manager.username}: You cannot change your own roles, merchants or state.`,
  ])
  await expect(bar).toContainText('1 selected')
  await expect(rowOf(page, person.username)).toContainText('Disabled')
  await expect(rowOf(page, manager.username)).toContainText('Active')
})

test('one cannot change what one may do oneself', async ({ openAs, newMerchant, newPerson }) => {
  const person = await newPerson({ home: (await newMerchant()).id })
  const page = await openAs(person)
  await page.goto(`/admin/backoffice-users?id=${person.id}&dialog=edit`)
  const roles = page.getByRole('group', { name: 'Roles' })
  await expect(roles.getByRole('checkbox', { name: 'Merchant admin' })).toBeDisabled()
  await expect(page.getByRole('dialog')).toContainText('You cannot change your own roles.')
})
