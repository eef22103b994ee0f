import type { Locator, Page } from '@playwright/test'
import { newestMail } from './support/mailbox.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { invite } from './support/people.ts'
import { toast } from './support/toast.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

inTurn(0)

/** Replaces the whole text, as pasting it would. */
async function write(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

const html = (greeting: string) =>
  `<p>${greeting}, \${user.displayName}.</p>\n<p><a href="\${link}">Choose a password</a></p>`

async function save(page: Page, title: string, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

const openWelcome = (page: Page) =>
  page
    .getByRole('region', { name: 'Templates' })
    .getByRole('link', { name: /^Welcome all/ })
    .click()

test('a brand words its own mail, sees it before it goes out, and takes back what it does not like', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const page = await openAs(await newPerson({ home: brand.id }))
  await page.goto('/templates/email')
  await openWelcome(page)
  const workspace = page.getByRole('region', { name: 'Template', exact: true })
  await expect(workspace.getByRole('heading', { level: 2 })).toContainText('Inherited from')
  await write(page, workspace.getByRole('textbox', { name: 'HTML part' }), html('Hello there'))
  await workspace.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.getByTitle('Preview of the email').contentFrame()
  await expect(preview.getByText('Hello there,')).toBeVisible()
  await expect(preview.getByRole('link', { name: 'Choose a password' })).toBeVisible()

  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a separate template' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Friendlier')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(workspace.getByRole('heading', { level: 2 })).toContainText('Overrides')

  await workspace.getByRole('tab', { name: 'Edit' }).click()
  await write(page, workspace.getByRole('textbox', { name: 'HTML part' }), html('Ahoy'))
  await save(page, 'Save changes', 'Even friendlier')
  await workspace.getByRole('tab', { name: 'History' }).click()
  await expect(workspace.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)
  const latest = workspace.getByRole('region', { name: 'Version 2' })
  await expect(latest).toContainText('Hello there')
  await expect(latest).toContainText('Ahoy')

  await workspace.getByRole('button', { name: /Version 1/ }).click()
  await workspace.getByRole('button', { name: 'Revert to this version' }).click()
  const review = page.getByRole('dialog', { name: 'Save changes' })
  await expect(review.getByRole('textbox', { name: 'Note' })).toHaveValue('Revert to version 1')
  await review.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(workspace).toContainText('Version 3')
  await workspace.getByRole('tab', { name: 'Preview' }).click()
  await expect(preview.getByText('Hello there,')).toBeVisible()
})

test('mails go out in the words of the brand until it restores what it inherits', async ({
  openAs,
  admin,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const group = await newMerchant()
  const brand = await newMerchant(group.id)
  const page = await openAs(await newPerson({ home: group.id }))
  await page.goto('/templates/email')
  await switchMerchant(page, brand)
  await openWelcome(page)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Your key to the brand')
  await save(page, 'Save as a separate template', 'In our own words')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Overrides')
  const first = await invite(admin, { home: brand.id })
  expect((await newestMail(first.email, 'Welcome')).subject).toBe('Your key to the brand')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore inherited…' }).click()
  const question = page.getByRole('dialog', { name: 'Restore the inherited template?' })
  await question.getByRole('textbox', { name: 'Note' }).fill('Theirs will do')
  await question.getByRole('button', { name: 'Restore inherited' }).click()
  await expect(toast(page, 'The inherited template applies again.')).toBeVisible()
  const second = await invite(admin, { home: brand.id })
  expect((await newestMail(second.email, 'Welcome')).subject).not.toBe('Your key to the brand')
})

test('a mistake in a template is found while it is typed and cannot be saved', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const page = await openAs(await newPerson({ home: brand.id }))
  await page.goto('/templates/email')
  await openWelcome(page)
  await write(page, page.getByRole('textbox', { name: 'HTML part' }), '<p>${user.displayName</p>')
  const findings = page.getByRole('list', { name: 'Problems and warnings' })
  await expect(findings).toContainText('Problem in content')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Fix the problems before you save this template.')).toBeVisible()
})

test('a script runs its cases on every change', async ({ openAs }) => {
  onlyInFull()
  const page = await openAs('admin')
  await page.goto('/templates/script')
  await page.getByRole('link', { name: /^AcmeCardsSettlement/ }).click()
  const cases = page.getByRole('tab', { name: 'Test cases' })
  await cases.click()
  await expect(page.getByText('All 2 pass.')).toBeVisible()

  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Script' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('while (true) {}\n')
  await expect(page.getByRole('list', { name: 'Problems and warnings' })).toContainText('Problem in content')
  await cases.click()
  await expect(page.getByText('The cases could not run. The tab Edit shows why.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('All 2 pass.')).toBeVisible()
})

test('a report runs on what its reader may see, and changes nothing', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/templates/sql')
  await page.getByRole('link', { name: /^UsersWithoutTwoFactor/ }).click()
  await page.getByRole('tab', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /\d+ rows in/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'username' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'alva.andersson' })).toBeVisible()

  await page.getByRole('tab', { name: 'Edit' }).click()
  await write(page, page.getByRole('textbox', { name: /SQL|query/i }), 'delete from merchant')
  await expect(page.getByRole('list', { name: 'Problems and warnings' })).toContainText('Problem in content')
})
