import type { RecordOf } from '@signalbox/model/field/entity'
import type { forexRate } from '@signalbox/model/entities/forex-rate'
import { invalid } from '@signalbox/model/text/refusal'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import ForexRatesScreen from './forex-rates-screen.tsx'
import { rateEdits } from './rate-edits.ts'

withLayout()
beforeEach(() => rateEdits.clear())

const rate: RecordOf<typeof forexRate> = {
  id: 'rate-1',
  merchantId: 1000,
  version: 3,
  createdAt: '2026-02-03T00:00:00Z',
  updatedAt: '2026-02-03T00:00:00Z',
  updatedBy: 'system',
  inherited: true,
  pair: 'EUR/SEK',
  fromCurrency: 'EUR',
  toCurrency: 'SEK',
  rateDate: '2026-02-03',
  buyRate: '11.10000000',
  sellRate: '11.00000000',
  source: 'IMPORTED',
  service: 'fx-file',
  state: 'ACTIVE',
  createdBy: null,
}

const open = async () => {
  const { of } = fakeApi({
    'GET /forex-rate': () => ({ items: [rate], start: 0, limit: 100, total: 1, totalCapped: false }),
    'POST /forex-rate/batch': () => ({ items: [rate] }),
  })
  const { user } = renderScreen(ForexRatesScreen, '/admin/forex-rates')
  const row = (await findTable()).querySelector<HTMLElement>('tbody tr')
  return { of, user, row }
}

it('changes a rate by keyboard, tints its row, and saves it with a note', { timeout: 60_000 }, async () => {
  signIn(['MERCHANT_ADMIN'])
  const { of, user, row } = await open()
  row?.focus()
  await user.keyboard('{F2}')
  const buy = await screen.findByRole('textbox', { name: 'Buy' })
  await user.clear(buy)
  await user.type(buy, '12.5{Tab}')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('1 rate changed')).toBeTruthy()
  expect(document.querySelector('tr[data-tint="orange"]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const save = await screen.findByRole('button', { name: 'Save 1 rate' })
  expect(save).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: /more than 10 %/ }))
  await user.type(screen.getByRole('textbox', { name: /Note about the change/ }), 'Desk rate')
  await user.click(save)
  expect(await screen.findByText('Give the reason for the large change in a second line')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Note about the change/ }), '{Enter}The krona fell')
  await user.click(save)
  await waitFor(() => expect(of('POST /forex-rate/batch')).toHaveLength(1))
  expect(of('POST /forex-rate/batch')[0]?.body).toEqual({
    changes: [{ id: 'rate-1', version: 3, buyRate: '12.5', sellRate: '11.00000000' }],
    note: 'Desk rate\nThe krona fell',
    confirmed: true,
  })
  await waitFor(() => expect(screen.queryByText('1 rate changed')).toBeNull())
})

it('leaves the cells alone for those who may only look', async () => {
  signIn(['CONFIG'])
  const { user, row } = await open()
  row?.focus()
  await user.keyboard('{F2}')
  expect(screen.queryByRole('textbox', { name: 'Buy' })).toBeNull()
})

it(
  'asks for the confirmation when the server says that small steps add up',
  { timeout: 60_000 },
  async () => {
    signIn(['MERCHANT_ADMIN'])
    const message = 'EUR/SEK changes by 12.0 %, more than 10 %.'
    const { of } = fakeApi({
      'GET /forex-rate': () => ({ items: [rate], start: 0, limit: 100, total: 1, totalCapped: false }),
      'POST /forex-rate/batch': ({ body }) => {
        if (!(body as { confirmed?: boolean }).confirmed)
          throw invalid({ field: 'confirmed', code: 'LARGE_CHANGE', message })
        return { items: [rate] }
      },
    })
    const { user } = renderScreen(ForexRatesScreen, '/admin/forex-rates')
    ;(await findTable()).querySelector<HTMLElement>('tbody tr')?.focus()
    await user.keyboard('{F2}')
    const buy = await screen.findByRole('textbox', { name: 'Buy' })
    await user.clear(buy)
    await user.type(buy, '11.2{Tab}')
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Save changes' }))
    const note = await screen.findByRole('textbox', { name: /Note about the change/ })
    await user.type(note, 'Desk rate{Enter}The krona fell')
    expect(screen.queryByRole('checkbox', { name: /more than 10 %/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save 1 rate' }))
    await user.click(await screen.findByRole('checkbox', { name: /more than 10 %/ }))
    await user.click(screen.getByRole('button', { name: 'Save 1 rate' }))
    await waitFor(() => expect(of('POST /forex-rate/batch')).toHaveLength(2))
  },
)

const series = [
  { day: '2026-02-02', buyRate: '11.05', sellRate: '10.95', source: 'IMPORTED', merchantId: 1000 },
  { day: '2026-02-03', buyRate: '11.1', sellRate: '11', source: 'MANUAL', merchantId: 1000 },
]

it('shows in the tab "Over time" how a pair moved, for the chosen period', { timeout: 60_000 }, async () => {
  signIn(['CONFIG'])
  const { of } = fakeApi({
    'GET /forex-rate': () => ({ items: [rate], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /forex-rate/{id}': () => rate,
    'GET /forex-rate/pair': ({ query }) => ({
      from: 'EUR',
      to: 'SEK',
      service: 'fx-file',
      points: query.days === '30' ? [] : series,
    }),
  })
  const { user, search } = renderScreen(ForexRatesScreen, '/admin/forex-rates?id=rate-1')
  await user.click(await screen.findByRole('tab', { name: 'Over time' }))
  expect(await screen.findByRole('application', { name: /^EUR\/SEK over 90 days/ })).toBeTruthy()
  expect(search()).toContain('tab=chart')
  const figures = [...document.querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent),
  )
  expect(figures).toContainEqual(['2026-02-03', '11.1', '11', 'Manual'])
  expect(figures).toContainEqual(['2026-02-02', '11.05', '10.95', 'Imported'])
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  expect(await screen.findByText('No rates in this period')).toBeTruthy()
  // A period without rates is left for another one.
  await user.click(screen.getByRole('radio', { name: 'Year' }))
  expect(await screen.findByRole('application', { name: /^EUR\/SEK over 365 days/ })).toBeTruthy()
  expect(of('GET /forex-rate/pair').map(({ query }) => [query.to, query.service, query.days])).toEqual([
    ['SEK', 'fx-file', '90'],
    ['SEK', 'fx-file', '30'],
    ['SEK', 'fx-file', '365'],
  ])
})

/** What a screen 1440 px wide leaves of a card beside the menu, its border taken off. */
const cardPx = 1440 - 255 - 2 * 24 - 2

it('has everything up to the last change in sight on a screen 1440 px wide', async () => {
  signIn(['MERCHANT_ADMIN'])
  await open()
  const table = await findTable()
  const tracks = [...table.style.getPropertyValue('--columns').matchAll(/(\d+)px/g)].map(([, px]) =>
    Number(px),
  )
  const titles = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent ?? '')
  const last = titles.findIndex((title) => title.startsWith('Last updated'))
  expect(last).toBeGreaterThan(0)
  const shown = tracks.slice(0, last + 1).reduce((sum, px) => sum + px, tracks.at(-1) ?? 0)
  expect(shown).toBeLessThanOrEqual(cardPx)
})
