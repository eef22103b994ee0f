import { rowOf } from './support/list.ts'
import { uniqueName } from './support/people.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test('every change is told field by field, and the log can prove itself', async ({
  openAs,
  newMerchant,
  newPerson,
}) => {
  const brand = await newMerchant()
  const person = await newPerson({ home: brand.id })
  const title = uniqueName('Bank')
  const { id, version } = await person.api.post<{ id: string; version: number }>('/bank-mapping', {
    title,
    bic: '^AUDI',
    swift: 'AUDISESS',
    note: 'To be changed',
  })
  await person.api.put(`/bank-mapping/${id}`, { version, swift: 'DITOSESS', enabled: false, note: 'Changed' })

  const page = await openAs('auditor')
  await page.goto('/admin/audit-log')
  await page.getByRole('searchbox', { name: 'Search' }).fill(title)
  // Its rows are the newest of the whole list too: what is opened before the list is searched is closed by the search.
  await expect(page).toHaveURL(/keyword=/)
  await expect(rowOf(page, title)).toHaveCount(2)
  const update = rowOf(page, title).filter({ hasText: 'Update' })
  await expect(update).toContainText(person.username)
  await update.getByRole('link').click()
  const entry = page.getByRole('dialog')
  const change = (label: string) => entry.getByRole('definition').filter({ hasText: label })
  await expect(entry.getByRole('term').filter({ hasText: /^SWIFT$/ })).toBeVisible()
  await expect(entry.getByRole('deletion').filter({ hasText: 'AUDISESS' })).toBeVisible()
  await expect(entry.getByRole('insertion').filter({ hasText: 'DITOSESS' })).toBeVisible()
  await expect(entry.getByRole('term').filter({ hasText: /^Enabled$/ })).toBeVisible()
  await expect(entry.getByText('Changed', { exact: true })).toBeVisible()
  await expect(change(person.username)).toBeVisible()
  await entry.getByRole('button', { name: 'History of this object' }).click()
  await expect(page).toHaveURL(new RegExp(`entityId=${id}`))
  await expect(rowOf(page, title)).toHaveCount(2)

  await page.getByRole('button', { name: 'Verify' }).click()
  const proof = page.getByRole('dialog', { name: 'Integrity of the audit log' })
  await expect(proof).toContainText('The log is intact')
  await expect(proof.getByRole('row').filter({ hasText: 'Northlight Gaming' })).toContainText('Intact')
})

test('what was refused is in the log too', async ({ openAs, sessionOf, playwright, baseURL }) => {
  onlyInFull()
  const request = await playwright.request.newContext({ baseURL, storageState: await sessionOf('agent') })
  const answer = await request.get('/signalbox/backoffice/api/user?merchantId=1000')
  expect(answer.status()).toBe(403)
  await request.dispose()

  const page = await openAs('auditor')
  await page.goto('/admin/audit-log?result=REFUSED')
  await expect(page.getByRole('row').filter({ hasText: 'agent' }).first()).toContainText('Refused')
})
