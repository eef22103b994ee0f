import { rowOf } from './support/list.ts'
import { toast } from './support/toast.ts'
import { expect, inTurn, onlyInFull, test } from './support/test.ts'

inTurn(5)

const header = 'Mapping,BIC,Currency,SWIFT'

test('a file with bad rows is refused row by row, and nothing of it is written', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  onlyInFull()
  const brand = await newMerchant()
  const page = await openAs(await newPerson({ home: brand.id }))
  await page.goto('/admin/bank-mapping')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bank mappings' })
  const content = dialog.getByRole('textbox', { name: 'Or paste the content' })
  await content.fill(
    [header, 'Good,^GOOD,EUR,GOODSESS', ',^NONAME,EUR,GOODSESS', 'Bad,^BAD(,XXQ,nope'].join('\n'),
  )
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('2 of 3 rows are invalid')
  await expect(dialog).toContainText('1 new, 0 changed, 0 unchanged, 2 refused')
  const line = (number: number) =>
    dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
  await expect(line(3)).toContainText('Mapping: This field is required')
  await expect(line(4)).toContainText('BIC: Invalid regular expression')
  await expect(line(4)).toContainText('Currency: Unknown currency')
  await expect(line(4)).toContainText('SWIFT: A SWIFT code has 8 or 11 capital letters and digits')
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(content).toHaveValue(/Good,\^GOOD/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, 'Nordea')).toBeVisible()
  await expect(rowOf(page, 'Good')).toHaveCount(0)
})

test('a good file is imported as a whole, with a note', async ({ openAs, newMerchant, newPerson }) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  const page = await openAs(person)
  await page.goto('/admin/bank-mapping?dialog=import')
  const dialog = page.getByRole('dialog', { name: 'Import bank mappings' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  const buffer = Buffer.from([header, 'One,^ONE,EUR,ONEESESS', 'Two,^TWO,SEK,TWOOSESS'].join('\r\n'))
  await (await chooser).setFiles({ name: 'mappings.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('2 new, 0 changed, 0 unchanged, 0 refused')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByRole('textbox', { name: 'Note about the change' }).fill('From the old system')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(toast(page, 'Imported: 2 new, 0 changed.')).toBeVisible()
  await expect(rowOf(page, 'One')).toContainText('ONEESESS')
  await expect(rowOf(page, 'Two')).toContainText('SEK')
})
