import { linkIn, newestMail } from './support/mailbox.ts'
import { choose, openRowMenu, rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { toast } from './support/toast.ts'

inTurn(4)

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
  onlyInFull()
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
  onlyInFull()
  const person = await newPerson({ home: (await newMerchant()).id })
  const page = await openAs(person)
  await page.goto(`/admin/backoffice-users?id=${person.id}&dialog=edit`)
  const roles = page.getByRole('group', { name: 'Roles' })
  await expect(roles.getByRole('checkbox', { name: 'Merchant admin' })).toBeDisabled()
  await expect(page.getByRole('dialog')).toContainText('You cannot change your own roles.')
})

test('a role is given to many at once, each with its own result', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const manager = await newPerson({ home: brand.id })
  const [one, other] = [
    await newPerson({ home: brand.id, roles: ['AGENT'] }),
    await newPerson({ home: brand.id, roles: ['KYC'] }),
  ]
  const page = await openAs(manager)
  await page.goto('/admin/backoffice-users')
  await expect(rowOf(page, one.username)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Add role' }).click()
  const question = page.getByRole('dialog', { name: 'Add role: 3 backoffice users' })
  await question.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'Agent', exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Operator admin' })).toHaveCount(0)
  await page.getByRole('option', { name: 'KYC', exact: true }).click()
  await question.getByRole('button', { name: 'Add role' }).click()

  await expect(bar.getByRole('status')).toHaveText('1 done, 2 not')
  await expect(bar.getByRole('listitem')).toHaveText(
    [
      `${manager.username}: You cannot change your own roles, merchants or state.`,
      `${other.username}: ${other.username} already has KYC.`,
    ].sort(),
  )
  await expect(rowOf(page, one.username)).toContainText('KYC')
})

test('the review confirms one role and takes another away, which throws its holder out', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const manager = await newPerson({ home: brand.id })
  const person = await newPerson({ home: brand.id, roles: ['CONFIG', 'KYC'] })
  const theirs = await openAs(person)
  await theirs.goto('/admin/bank-mapping')
  await expect(rowOf(theirs, 'Nordea')).toBeVisible()

  const page = await openAs(manager)
  await page.goto(`/admin/backoffice-users?id=${person.id}&tab=access`)
  const drawer = page.getByRole('dialog', { name: person.username })
  await expect(drawer.getByRole('row', { name: /^Bank mapping/ })).toContainText('See')
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Config' })).toContainText('last used')
  await expect(drawer.getByRole('listitem').filter({ hasText: 'KYC' })).toContainText('never used')
  await drawer.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Access review', level: 1 })).toBeVisible()

  const openGrant = async (role: string) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: role, exact: true }) })
    await row.hover()
    await row.getByRole('button', { name: `Actions for ${person.username}: ${role}` }).click()
  }
  await openGrant('KYC')
  await page.getByRole('menuitem', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm: role grant' })
  await confirming.getByRole('textbox', { name: 'Reason (optional)' }).fill('Works on cases')
  await confirming.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, `${person.username}: KYC was confirmed.`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Works on cases' })).toContainText('Confirmed')

  await openGrant('Config')
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const taking = page.getByRole('dialog', { name: 'Remove: role grant' })
  await taking.getByRole('button', { name: 'Remove' }).click()
  await expect(taking).toContainText('This field is required')
  await taking.getByRole('textbox', { name: 'Reason' }).fill('No longer configures anything')
  await taking.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, `${person.username}: Config was removed.`)).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const { items } = await manager.api.get<{ items: { action: string; note: string }[] }>('/audit', {
    entityId: person.id,
    action: 'REMOVE_ROLE',
  })
  expect(items).toMatchObject([{ note: 'No longer configures anything' }])
})

test('a preset fills the form, and shows later who differs from it', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const page = await openAs(await newPerson({ home: brand.id }))
  const [preset, username] = [uniqueName('Team'), uniqueName('member')]
  await page.goto('/admin/backoffice-users?mode=presets')
  await page.getByRole('button', { name: 'New role preset' }).click()
  const making = page.getByRole('dialog', { name: 'New role preset' })
  await making.getByRole('textbox', { name: 'Name' }).fill(preset)
  await making.getByRole('checkbox', { name: 'Agent' }).check()
  await making.getByRole('checkbox', { name: 'Transaction viewer' }).check()
  await making.getByRole('checkbox', { name: 'Authenticator' }).uncheck()
  await making.getByRole('textbox', { name: 'Note about the change' }).fill('For the new team')
  await making.getByRole('button', { name: 'Create' }).click()
  await expect(making).toContainText(
    'Two-Factor Authentication is required, please select one of the first two',
  )
  await making.getByRole('checkbox', { name: 'Security key' }).check()
  await making.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, `${preset} was created.`)).toBeVisible()

  await page.goto('/admin/backoffice-users?dialog=create')
  const form = page.getByRole('dialog', { name: 'New backoffice user' })
  await form.getByRole('textbox', { name: 'Username' }).fill(username)
  await form.getByRole('textbox', { name: 'First name' }).fill('Mia')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Member')
  await form.getByRole('textbox', { name: 'Email' }).fill(`${username}@journeys.example`)
  await choose(page, 'Preset', preset)
  await expect(form).toContainText('Same roles as the preset')
  await expect(form.getByRole('checkbox', { name: 'Security key' })).toBeChecked()
  await form.getByRole('checkbox', { name: 'KYC', exact: true }).check()
  await expect(form).toContainText('Not in the preset: KYC.')
  await form.getByRole('button', { name: 'Create' }).click()

  const drawer = page.getByRole('dialog', { name: username, exact: true })
  await drawer.getByRole('tab', { name: 'Access' }).click()
  await expect(drawer.getByRole('list', { name: 'Not in the preset' })).toHaveText('KYC')
  await page.goto('/admin/backoffice-users?differsFromPreset=true')
  await expect(rowOf(page, username)).toBeVisible()
})

test('one session of somebody else is ended, and the others stay', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const [manager, person] = [await newPerson({ home: brand.id }), await newPerson({ home: brand.id })]
  const theirs = await openAs(person)
  await theirs.goto('/home')
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  const page = await openAs(manager)
  await page.goto(`/admin/backoffice-users?id=${person.id}&tab=security`)
  const drawer = page.getByRole('dialog', { name: person.username })
  await expect(drawer).toContainText('Authenticator')
  await expect(drawer).toContainText('10 recovery codes left.')
  await drawer.getByRole('button', { name: /^End / }).click()
  await expect(toast(page, 'Session was ended.')).toBeVisible()
  await expect(drawer).toContainText('Not signed in anywhere.')
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
