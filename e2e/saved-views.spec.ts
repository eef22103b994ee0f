import type { Page } from '@playwright/test'
import { demoRowTitles } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

inTurn(5)

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })

async function manage(page: Page, whose: 'Yours' | 'Others’' | 'All'): Promise<void> {
  await tabs(page).getByRole('button', { name: 'Manage views' }).click()
  await page.getByRole('radiogroup', { name: 'Owner of the views' }).getByText(whose, { exact: true }).click()
}

test('a view is saved, opened, changed, shared with a colleague and deleted', async ({
  openAs,
  newPerson,
}) => {
  const [owner, colleague] = [await newPerson({ home: 100010000 }), await newPerson({ home: 100010000 })]
  const name = uniqueName('Left us')
  const page = await openAs(owner)
  await page.goto('/admin/backoffice-users?state=DISABLED')
  await tabs(page).getByRole('button', { name: 'Save as…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog')).toContainText('This field is required')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(tabs(page).getByRole('button', { name })).toHaveAttribute('aria-current', 'true')
  await expect(tabs(page).getByRole('button', { name: 'Save as…' })).toHaveCount(0)
  await expect.poll(() => demoRowTitles(page)).not.toEqual([])
  const rows = await demoRowTitles(page)

  await tabs(page).getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).not.toHaveURL(/state=/)
  await tabs(page).getByRole('button', { name }).click()
  await expect(page.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()
  await expect.poll(() => demoRowTitles(page)).toEqual(rows)

  await manage(page, 'Yours')
  await page.getByRole('button', { name: `Share ${name} with colleagues` }).click()
  await expect(page.getByRole('button', { name: `Stop sharing ${name}` })).toBeVisible()

  const theirs = await openAs(colleague)
  await theirs.goto('/admin/backoffice-users')
  await manage(theirs, 'Others’')
  await theirs.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(theirs.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()
  await expect.poll(() => demoRowTitles(theirs)).toEqual(rows)
  await expect(theirs.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page
    .getByRole('dialog', { name: `Delete the view ${name}?` })
    .getByRole('button', { name: 'Delete view' })
    .click()
  await expect(tabs(page)).not.toContainText(name)
  await theirs.reload()
  await manage(theirs, 'All')
  await expect(theirs.getByText(name)).toHaveCount(0)
})

test('changes to a view are offered for saving and can be undone', async ({ openAs, newPerson }) => {
  onlyInFull()
  const person = await newPerson({ home: 100010000 })
  await person.api.post('/userdata/filter', {
    page: '/admin/backoffice-users',
    name: 'Active people',
    query: 'state=ACTIVE',
    columns: null,
    shared: false,
  })
  const page = await openAs(person)
  await page.goto('/admin/backoffice-users')
  await tabs(page).getByRole('button', { name: 'Active people' }).click()
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  await tabs(page).getByRole('button', { name: 'Undo changes' }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  // It is shown at once; a reload before the server has it would take it back.
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.url().includes('/userdata/filter/'),
  )
  await tabs(page).getByRole('button', { name: 'Save view' }).click()
  await expect(tabs(page).getByRole('button', { name: 'Undo changes' })).toHaveCount(0)
  await saved
  await page.reload()
  await tabs(page).getByRole('button', { name: 'All', exact: true }).click()
  await tabs(page).getByRole('button', { name: 'Active people' }).click()
  await expect(page).toHaveURL(/sort=email%3Aasc/)
})
