import type { iin } from '@signalbox/model/entities/iin'
import type { RecordOf } from '@signalbox/model/field/entity'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { legacyView } from '../../../kit/legacy/legacy-view.tsx'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import IinScreen from './iin-screen.tsx'

withLayout()

const path = '/admin/iin'
const range: RecordOf<typeof iin> = {
  id: '01900000-0000-7000-8000-0000000000aa',
  merchantId: 100010001,
  version: 4,
  createdAt: '2026-02-03T00:00:00Z',
  updatedAt: '2026-02-03T00:00:00Z',
  updatedBy: 'bertil',
  inherited: false,
  rangeStart: 41111100000,
  rangeEnd: 41111199999,
  cardBrand: 'VISA',
  cardType: 'CREDIT',
  countryCode: 'SWE',
  bankName: 'Fjordbanken',
  cardSubBrand: null,
  cardCategory: null,
  source: 'MANUAL',
  state: 'ACTIVE',
}

const answers = (row = range) =>
  fakeApi({
    'GET /iin': () => ({ items: [row], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /iin/{id}': () => range,
    'PUT /iin/{id}': ({ body }) => ({ ...range, ...(body as Partial<typeof range>), version: 5 }),
  })

/** Beside the text, which is a button of its own and opens by one click. */
const cell = async (text: string): Promise<HTMLElement> => {
  await findTable()
  return (await screen.findByText(text)).closest('td') as HTMLElement
}

it(
  'a double click in the classic grid edits that cell in place, and saves it',
  { timeout: 60_000 },
  async () => {
    signIn(['IIN'])
    const { of } = answers()
    const { user, search } = renderScreen(legacyView(IinScreen, path), `/legacy${path}`)
    await user.dblClick(await cell('Fjordbanken'))
    const bank = await screen.findByRole('textbox', { name: 'Bank' })
    expect(bank).toHaveProperty('value', 'Fjordbanken')
    expect(search()).toBe('')
    await user.clear(bank)
    await user.type(bank, 'Skerry Bank{Enter}')
    await waitFor(() => expect(of('PUT /iin/{id}')).toHaveLength(1))
    expect(of('PUT /iin/{id}')[0]).toMatchObject({
      params: { id: range.id },
      body: { version: 4, bankName: 'Skerry Bank' },
    })
  },
)

it(
  'a double click elsewhere in the classic grid edits the first cell of the row',
  { timeout: 60_000 },
  async () => {
    signIn(['IIN'])
    answers()
    const { user, search } = renderScreen(legacyView(IinScreen, path), `/legacy${path}`)
    await user.dblClick(await cell('Manual'))
    expect(await screen.findByRole('combobox', { name: 'Brand' })).toBeTruthy()
    expect(search()).toBe('')
  },
)

it('a range that was deleted is not edited', { timeout: 60_000 }, async () => {
  signIn(['IIN'])
  answers({ ...range, state: 'DELETED' })
  const { user } = renderScreen(legacyView(IinScreen, path), `/legacy${path}`)
  await user.dblClick(await cell('Fjordbanken'))
  expect(screen.queryByRole('textbox', { name: 'Bank' })).toBeNull()
})

it('an open range leads to the payments it told about', { timeout: 60_000 }, async () => {
  signIn(['IIN', 'TRANSACTION_VIEWER'])
  answers()
  renderScreen(IinScreen, `${path}?id=${range.id}`)
  const link = await screen.findByRole('link', { name: 'Payments that used this range' })
  expect(link.getAttribute('href')).toBe(`/transactions?iinId=${range.id}`)
})

it('leads whoever may not see payments nowhere', { timeout: 60_000 }, async () => {
  signIn(['IIN'])
  answers()
  renderScreen(IinScreen, `${path}?id=${range.id}`)
  expect(await screen.findByRole('tab', { name: 'Details' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Payments that used this range' })).toBeNull()
})
