import {
  choose,
  columnNames,
  countSaid,
  demoRowTitles,
  isOfJourney,
  rowOf,
  rowTitles,
} from './support/list.ts'
import { overlap } from './support/overlap.ts'
import { settingSaved } from './support/settings.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'
import { toast } from './support/toast.ts'

inTurn(3)

test('what is filtered and sorted stands in the address and survives a reload', async ({
  openAs,
  newPerson,
}) => {
  const person = await newPerson({ home: 100010000 })
  const page = await openAs(person)
  await page.goto('/admin/backoffice-users')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'State' }).click()
  await choose(page, 'State', 'Disabled')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()

  const lastName = page.getByRole('columnheader', { name: 'Last name' })
  await lastName.getByRole('button').click()
  await expect(lastName).toHaveAttribute('aria-sort', 'ascending')
  await lastName.getByRole('button').click()
  await expect(lastName).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/\?state=DISABLED&sort=lastName%3Adesc/)
  const query = { state: 'DISABLED', sort: 'lastName:desc', limit: 100 }
  const { items } = await person.api.get<{ items: { username: string }[] }>('/user', query)
  const sorted = items.map(({ username }) => username).filter((name) => !isOfJourney(name))
  expect(sorted.length).toBeGreaterThan(3)
  // The address and the header change at once, the rows when they have come.
  const rows = () => demoRowTitles(page)
  await expect.poll(rows).toEqual(sorted)
  await expect(rowOf(page, sorted[0] ?? '')).toContainText('Disabled')

  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()
  await expect(lastName).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(rows).toEqual(sorted)

  await page.getByRole('button', { name: 'Remove filter State Disabled' }).click()
  await expect(page).not.toHaveURL(/state=/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove filter State Disabled' })).toBeVisible()
  await expect.poll(rows).toEqual(sorted)
})

test('searching narrows the list, and nothing found says what hides the rows', async ({
  openAs,
  newPerson,
}) => {
  onlyInFull()
  const page = await openAs(await newPerson({ home: 100010000 }))
  await page.goto('/admin/backoffice-users')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('bergström')
  await expect(page).toHaveURL(/keyword=bergstr/)
  await expect(rowOf(page, 'alva.andersson')).toHaveCount(0)
  for (const name of await rowTitles(page)) expect(name).toContain('bergstrom')

  await search.fill('nobody is called this')
  await expect(page.getByText('No backoffice users match')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rowOf(page, 'alva.andersson')).toBeVisible()
})

test('columns, their order, the row height and the page size stay as they were left', async ({
  openAs,
  newPerson,
}) => {
  onlyInFull()
  const person = await newPerson({ home: 100010000 })
  const page = await openAs(person)
  await page.goto('/admin/backoffice-users')
  const columnsButton = page.getByRole('button', { name: 'Columns' })
  await columnsButton.click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByRole('checkbox', { name: 'Email', exact: true }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Job title' }).check()
  await dialog.getByRole('button', { name: 'Move Last name up' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Last name is now column 2 of \d+$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(columnsButton).toBeFocused()

  const rowHeight = async () => (await page.getByRole('row').nth(2).boundingBox())?.height
  await expect.poll(rowHeight).toBe(36)
  await page.getByRole('button', { name: 'Row height' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect.poll(rowHeight).toBe(28)

  await page.getByRole('button', { name: 'Rows per page 100' }).click()
  const saved = settingSaved(page, 'entriesLimit')
  await page.getByRole('menuitemradio', { name: '10', exact: true }).click()
  await expect(page.getByRole('grid').getByRole('link')).toHaveCount(10)
  await saved
  const [firstOfAll = ''] = await rowTitles(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible()
  await expect(rowOf(page, firstOfAll)).toHaveCount(0)
  await expect(page.getByRole('grid').getByRole('link')).toHaveCount(10)
  const secondPage = await rowTitles(page)

  const elsewhere = await openAs(person)
  await elsewhere.goto('/admin/backoffice-users?page=2')
  await expect(elsewhere.getByText(/^11–20 of \d+$/)).toBeVisible()
  await expect.poll(() => rowTitles(elsewhere)).toEqual(secondPage)
  const names = await columnNames(elsewhere)
  expect(names.slice(0, 3)).toEqual(['Username', 'Last name', 'First name'])
  expect(names).toContain('Job title')
  expect(names).not.toContain('Email')
  await expect.poll(async () => (await elsewhere.getByRole('row').nth(2).boundingBox())?.height).toBe(28)
})

test('a thousand rows fit on one page, and only those in sight are drawn', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  const number = (index: number) => String(index + 1).padStart(4, '0')
  const lines = Array.from({ length: 1000 }, (_, index) => `Row ${number(index)},^R${number(index)},T1`)
  await person.api.post(
    '/bank-mapping/import/commit',
    {
      format: 'csv',
      content: ['Mapping,BIC,Transfer type', ...lines].join('\n'),
      note: 'A long list',
    },
    { merchantId: brand.id },
  )

  const page = await openAs(person)
  await page.goto('/admin/bank-mapping?size=1000&overridesOnly=true')
  await expect(rowOf(page, 'Row 0001')).toBeVisible()
  await expect(countSaid(page, '1,000 bank mappings')).toHaveCount(1)
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '1001')
  const drawn = () => grid.getByRole('row').count()
  expect(await drawn()).toBeLessThan(100)

  await rowOf(page, 'Row 0001').focus()
  await page.keyboard.press('End')
  await expect(rowOf(page, 'Row 1000')).toBeInViewport()
  await expect(rowOf(page, 'Row 1000')).toBeFocused()
  await expect(rowOf(page, 'Row 1000')).toHaveAttribute('aria-rowindex', '1001')
  expect(await drawn()).toBeLessThan(100)

  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find on this page' }).fill('Row 0500')
  await expect(rowOf(page, 'Row 0500')).toBeInViewport()
})

test('the name of a row stays in sight when its table scrolls sideways', async ({ openAs }) => {
  const page = await openAs('operator')
  await page.setViewportSize({ width: 990, height: 900 })
  await page.goto('/transactions?created=all')
  const name = page.getByRole('gridcell').getByRole('link').first()
  await name.hover()
  const created = page.getByRole('columnheader', { name: 'Created' })
  await expect(created).toBeInViewport()
  await page.mouse.wheel(600, 0)
  await expect(created).not.toBeInViewport()
  await expect(name).toBeInViewport({ ratio: 1 })
  // Nothing that scrolled away is seen through it.
  const box = await name.boundingBox()
  const onTop = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('a')?.textContent,
    [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2],
  )
  expect(onTop).toBe(await name.textContent())
})

test('favorites stand in the menu and on Home', async ({ openAs, newPerson }) => {
  onlyInFull()
  const page = await openAs(await newPerson())
  await page.goto('/admin/merchant')
  const favorites = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Favorites' })
  await expect(favorites).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Add Merchants to favorites' }).click()
  await expect(favorites.getByRole('link', { name: 'Merchants' })).toBeVisible()
  await page.goto('/home')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Merchants/ })
      .first(),
  ).toBeVisible()
  await favorites.getByRole('button', { name: 'Remove Merchants from favorites' }).click()
  await expect(favorites).toHaveCount(0)
})

test('rows that others add are announced and come in when asked for', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  const page = await openAs(person)
  // The rows may be there before the page listens; what is added in between it does not hear of.
  const listening = page.waitForResponse('**/backoffice/api/events*')
  await page.goto('/admin/bank-mapping')
  await expect(rowOf(page, 'Nordea')).toBeVisible()
  await listening
  const tableBefore = await page.getByRole('grid').boundingBox()
  await person.api.post(
    '/bank-mapping',
    { title: 'Fresh row', bic: '^FRSH', swift: 'FRSHSESS', note: 'From elsewhere' },
    { merchantId: brand.id },
  )
  const pill = page.getByRole('button', { name: '1 new' })
  await expect(pill).toBeVisible()
  // It stands in a place of its own: over no row, and no row made room for it.
  expect(await page.getByRole('grid').boundingBox()).toEqual(tableBefore)
  expect(overlap(await pill.boundingBox(), tableBefore)).toBe(false)
  await expect(rowOf(page, 'Fresh row')).toHaveCount(0)
  await pill.click()
  await expect(rowOf(page, 'Fresh row')).toBeVisible()
})

for (const width of [1440, 990, 390]) {
  test(`a toast covers no button of an open drawer, ${width} px wide`, async ({
    openAs,
    newMerchant,
    newPerson,
  }) => {
    const brand = await newMerchant()
    const page = await openAs(await newPerson({ home: brand.id }), {
      viewport: { width, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto('/admin/bank-mapping')
    await page.getByRole('link', { name: 'Nordea' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Copy link' }).click()
    const shown = await toast(page, 'Link copied.').boundingBox()
    expect(shown).not.toBeNull()
    for (const button of await drawer.getByRole('button').all())
      expect.soft(overlap(await button.boundingBox(), shown), await button.innerText()).toBe(false)
  })
}
