import { choose, openRowMenu, rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { expect, inTurn, test } from './support/test.ts'
import { merchantButton } from './support/merchant-switch.ts'

inTurn(1)

test('a merchant gets a child, and the whole console knows it', async ({ openAs, newMerchant }) => {
  const parent = await newMerchant()
  const name = uniqueName('Child')
  const page = await openAs('admin')
  await page.goto(`/admin/merchant?id=${parent.id}`)
  await page.getByRole('button', { name: 'Create child' }).click()
  const form = page.getByRole('dialog', { name: 'New merchant' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await choose(page, 'Base currency', 'NOK – Norwegian Krone')
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Nowhere')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('alert', { name: 'The form has errors' })).toContainText('Unknown time zone')
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Oslo')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, name)).toContainText(parent.name)
  await expect(rowOf(page, name)).toContainText('Onboarding')

  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Tree').click()
  const branch = page.getByRole('treeitem', { name: parent.name })
  await expect(branch.getByRole('treeitem', { name })).toBeVisible()

  await page.keyboard.press('Control+m')
  await page.getByRole('combobox', { name: 'Merchants' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(merchantButton(page, name)).toBeVisible()
})

test('a merchant goes live and is suspended, and its staff lose it', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const staff = await openAs(await newPerson({ home: brand.id }))
  await staff.goto('/admin/merchant')
  await expect(rowOf(staff, brand.name)).toBeVisible()

  const page = await openAs('admin')
  await page.goto(`/admin/merchant?keyword=${brand.name}`)
  const operate = async (operation: string, reason: RegExp, state: string) => {
    await openRowMenu(page, brand.name)
    await page.getByRole('menuitem', { name: operation }).click()
    const question = page.getByRole('dialog', { name: `${operation}: merchant` })
    await question.getByRole('textbox', { name: reason }).fill('Agreed with them')
    await question.getByRole('button', { name: operation }).click()
    await expect(rowOf(page, brand.name)).toContainText(state)
  }
  await openRowMenu(page, brand.name)
  await expect(page.getByRole('menuitem', { name: /^Suspend/ })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: /^Suspend/ })).toContainText(
    'Not possible while onboarding.',
  )
  await page.keyboard.press('Escape')
  await operate('Start test phase', /Reason/, 'Test')
  await operate('Go live', /Reason/, 'Live')
  await operate('Suspend', /^Reason$/, 'Suspended')

  await expect(staff.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
