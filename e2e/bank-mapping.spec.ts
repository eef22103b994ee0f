import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import type { Api } from './support/api.ts'
import { choose, openRowMenu, rowOf, rowTitles } from './support/list.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { toast } from './support/toast.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

inTurn(4)

interface Mapping {
  readonly id: string
  readonly version: number
}

const mapping = (api: Api, merchantId: number, values: Record<string, unknown>): Promise<Mapping> =>
  api.post('/bank-mapping', { swift: 'TESTSESS', note: 'For a journey', ...values }, { merchantId })

const input = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note about the change' })

test('a mapping is created once everything the form asks for is there', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const page = await openAs(await newPerson({ home: (await newMerchant()).id }))
  await page.goto('/admin/bank-mapping')
  await page.getByRole('button', { name: 'New bank mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'New bank mapping' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  const summary = dialog.getByRole('alert', { name: 'The form has errors' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Mapping: This field is required')
  await expect(summary).toContainText('BIC: Please add at least one condition')
  await expect(summary).toContainText('Please add at least one action')
  await expect(summary).toContainText('Note: This field is required')

  await summary.getByRole('link', { name: 'Mapping: This field is required' }).click()
  await expect(input(page, 'Mapping')).toBeFocused()
  await input(page, 'Mapping').fill('Test bank')
  await input(page, 'BIC').fill('^TEST(')
  await input(page, 'SWIFT').fill('test')
  await input(page, 'Beneficiary name, maximum length').fill('900')
  await note(page).fill('ab')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(summary).toContainText('BIC: Invalid regular expression')
  await expect(summary).toContainText('SWIFT: A SWIFT code has 8 or 11 capital letters and digits')
  await expect(summary).toContainText('Beneficiary name, maximum length: Must be at most 500')
  await expect(summary).toContainText('Note: Too short')

  await input(page, 'BIC').fill('^TEST')
  await input(page, 'SWIFT').fill('TESTSESS')
  await input(page, 'Beneficiary name, maximum length').fill('70')
  await choose(page, 'Currency', 'SEK – Swedish Krona')
  await note(page).fill('A bank for this journey')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Test bank was created.')).toBeVisible()
  await page
    .getByRole('dialog', { name: 'Test bank', exact: true })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(rowOf(page, 'Test bank')).toContainText('TESTSESS')
  await expect(rowOf(page, 'Test bank')).toContainText('SEK')
})

test('a change is reviewed, noted, kept in the history, and can be taken back', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  await mapping(person.api, brand.id, { title: 'Old name', bic: '^OLD' })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping')
  await openRowMenu(page, 'Old name')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await input(page, 'Mapping').fill('New name')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes).toContainText('1 change will go live')
  await expect(changes.getByRole('deletion')).toHaveText('Old name')
  await expect(changes.getByRole('insertion')).toHaveText('New name')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert', { name: 'The form has errors' })).toContainText(
    'Note: This field is required',
  )
  await note(page).fill('They have been renamed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'New name', exact: true })
  await expect(drawer).toBeVisible()

  await drawer.getByRole('tab', { name: 'History' }).click()
  const versions = drawer.getByRole('tabpanel').getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('They have been renamed')
  await expect(versions.first().getByRole('deletion')).toHaveText('Old name')
  await versions.last().getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByRole('dialog', { name: 'Back to version 1 of New name' })).toBeVisible()
  await expect(input(page, 'Mapping')).toHaveValue('Old name')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await note(page).fill('The renaming was called off')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Old name', exact: true })).toBeVisible()
  await expect(rowOf(page, 'Old name')).toHaveCount(1)
})

test('of two changes at the same time none is lost', async ({ openAs, newMerchant, newPerson }) => {
  const brand = await newMerchant()
  const [person, colleague] = [await newPerson({ home: brand.id }), await newPerson({ home: brand.id })]
  const { id, version } = await mapping(person.api, brand.id, { title: 'Shared bank', bic: '^SHAR' })
  const page = await openAs(person)
  await page.goto(`/admin/bank-mapping?id=${id}&dialog=edit`)
  await input(page, 'BIC').fill('^MINE')
  await input(page, 'Bank code').fill('mine')
  await colleague.api.put(`/bank-mapping/${id}`, {
    version,
    bic: '^THEIRS',
    bankId: 'theirs',
    note: 'Faster than you',
  })
  await page.getByRole('button', { name: 'Review changes' }).click()
  await note(page).fill('My own idea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page.getByText(`${colleague.username} changed this in the meantime`)).toBeVisible()
  await expect(page.getByText('1 left to choose')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with these' })).toBeDisabled()
  await page.getByRole('radio', { name: 'BIC: Keep mine' }).check()
  await page.getByRole('button', { name: 'Continue with these' }).click()
  await expect(input(page, 'BIC')).toHaveValue('^MINE')
  await expect(input(page, 'Bank code')).toHaveValue('mine')
  await expect(input(page, 'Bank id')).toHaveValue('theirs')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Shared bank', exact: true })).toBeVisible()
  expect(await person.api.get(`/bank-mapping/${id}`)).toMatchObject({
    bic: '^MINE',
    bankCode: 'mine',
    bankId: 'theirs',
    version: 3,
  })
})

test('leaving a form with changes asks first', async ({ openAs, newMerchant, newPerson }) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  await mapping(person.api, brand.id, { title: 'Half done', bic: '^HALF' })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping')
  await openRowMenu(page, 'Half done')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await input(page, 'Mapping').fill('Changed')
  await page.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(input(page, 'Mapping')).toHaveValue('Changed')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(input(page, 'Mapping')).toHaveCount(0)
})

test('an export holds what is filtered, in the columns that are shown', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  await mapping(person.api, brand.id, { title: 'Alpha, "quoted"', bic: '^ALFA', currency: 'EUR' })
  await mapping(person.api, brand.id, { title: '=Beta', bic: '^BETA', currency: 'EUR' })
  await mapping(person.api, brand.id, { title: 'Gamma', bic: '^GAMM', currency: 'NOK' })
  await person.api.put('/userdata', {
    version: 0,
    settings: { pages: { '/admin/bank-mapping': { columns: ['title', 'currency', 'bic'] } } },
  })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping?overridesOnly=true&currency=EUR&sort=title%3Adesc')
  await expect(page.getByRole('grid').getByRole('link')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^bank-mapping.*\.csv$/)
  const text = readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, '')
  expect(text.trimEnd().split(/\r?\n/)).toEqual([
    'Mapping,Currency,BIC',
    '"Alpha, ""quoted""",EUR,^ALFA',
    "'=Beta,EUR,^BETA",
  ])
})

test('a brand overrides what it inherits, and takes it back', async ({ openAs, newMerchant, newPerson }) => {
  const group = await newMerchant()
  const brand = await newMerchant(group.id)
  const person = await newPerson({ home: group.id })
  await mapping(person.api, group.id, { title: 'House bank', bic: '^HOUS', bankName: 'Of the group' })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping')
  await expect(rowOf(page, 'House bank')).not.toContainText('Inherited')
  await switchMerchant(page, brand)
  await expect(rowOf(page, 'House bank')).toContainText(`Inherited from ${group.name}`)

  await openRowMenu(page, 'House bank')
  await expect(page.getByRole('menuitem', { name: /Delete or restore inherited/ })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Override' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    `Saving creates a separate bank mapping for ${brand.name}`,
  )
  await input(page, 'Bank name sent').fill('Of the brand')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await note(page).fill('Our own words')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'House bank', exact: true })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(rowOf(page, 'House bank')).toContainText('Of the brand')
  await expect(rowOf(page, 'House bank')).not.toContainText('Inherited')

  await openRowMenu(page, 'House bank')
  await page.getByRole('menuitem', { name: 'Delete or restore inherited' }).click()
  const question = page.getByRole('dialog', { name: /^Delete or restore inherited/ })
  await question.getByRole('textbox', { name: 'Note' }).fill('Theirs is better')
  await question.getByRole('button', { name: 'Delete or restore inherited' }).click()
  await expect(toast(page, `House bank is inherited from ${group.name} again.`)).toBeVisible()
  await expect(rowOf(page, 'House bank')).toContainText('Of the group')
})

test('rows are moved with the keyboard, and the first that matches is found', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  await mapping(person.api, brand.id, { title: 'First', bic: '^SAME', swift: 'FIRSSESS' })
  await mapping(person.api, brand.id, { title: 'Second', bic: '^SAME', swift: 'SECOSESS' })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping')
  const find = async () => {
    await page.getByRole('button', { name: 'Find mapping' }).click()
    const drawer = page.getByRole('dialog', { name: 'Find the mapping for a payout' })
    await drawer.getByRole('textbox', { name: 'BIC' }).fill('SAMESESSXXX')
    await drawer.getByRole('button', { name: 'Find', exact: true }).click()
    return drawer
  }
  const before = await find()
  await expect(before).toContainText(`First of ${brand.name} matches`)
  await expect(before).toContainText('FIRSSESS')
  await before.getByRole('button', { name: 'Close' }).click()
  // A drawer that is still closing holds the focus.
  await expect(before).toHaveCount(0)

  await rowOf(page, 'First').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await rowTitles(page)).slice(0, 2)).toEqual(['Second', 'First'])
  await expect
    .poll(async () => {
      const { items } = await person.api.get<{ items: { title: string }[] }>('/bank-mapping')
      return items.slice(0, 2).map(({ title }) => title)
    })
    .toEqual(['Second', 'First'])
  await expect(await find()).toContainText(`Second of ${brand.name} matches`)
})
