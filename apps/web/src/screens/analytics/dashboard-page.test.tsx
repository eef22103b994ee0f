import type { AnalyticsQuery, AnalyticsReply } from '@signalbox/model/analytics/query'
import type { DashboardId } from '@signalbox/model/analytics/dashboards/titles'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { analyticsScreen } from './analytics-screen.tsx'

withLayout()

/** Every figure is 836 of 1000 payments. */
const reply = ({ metrics, interval }: AnalyticsQuery): AnalyticsReply => ({
  cells:
    interval === 'none'
      ? [
          {
            at: null,
            key: [],
            values: Object.fromEntries(metrics.map((id) => [id, { value: 836, n: 1000 }])),
          },
        ]
      : [],
  freshAt: '2026-11-18T12:00:00.000Z',
  currency: 'EUR',
  timeZone: 'UTC',
  withoutRate: 0,
})

function open(address: string, dashboard: DashboardId = 'overview', handlers: FakeHandlers = {}) {
  signIn(['ANALYTICS', 'TRANSACTION_VIEWER'])
  const calls = fakeApi({
    'POST /analytics/query': ({ body }) => reply(body as AnalyticsQuery),
    'GET /analytics/marker': () => ({ items: [], isCut: false }),
    'GET /analytics/change-point': () => ({ items: [], isCut: false }),
    ...handlers,
  })
  const asked = () => calls.of('POST /analytics/query').map(({ body }) => body as AnalyticsQuery)
  return { asked, ...renderScreen(analyticsScreen(dashboard), address) }
}

it('asks for what the address says: days, currency, filters and comparison', async () => {
  const { asked } = open(
    '/analytics/overview?period=2026-11-02..2026-11-03&currency=SEK&compare=none&psp=acmecards&userCountry=SWE%2CFIN',
  )
  await screen.findByRole('group', { name: 'Successful deposits' })
  const tiles = asked().find(({ metrics }) => metrics.includes('conversion'))
  expect(tiles).toMatchObject({
    from: '2026-11-02T00:00:00.000Z',
    to: '2026-11-04T00:00:00.000Z',
    currency: 'SEK',
    compare: 'none',
    filters: { psp: ['acmecards'], userCountry: ['SWE', 'FIN'] },
  })
})

it('writes a removed filter into the address, and asks again without it', async () => {
  const { user, search, asked } = open('/analytics/overview?psp=acmecards&currency=SEK')
  await user.click(await screen.findByRole('button', { name: 'Remove filter PSP' }))
  await waitFor(() => expect(search()).toBe('?currency=SEK'))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ filters: {}, currency: 'SEK' }))
})

it('leads from a figure to its payments, with the period and the filters of the page', async () => {
  const { user, history } = open('/analytics/overview?period=2026-11-02..2026-11-03&psp=acmecards')
  const tile = await screen.findByRole('group', { name: 'Successful deposits' })
  await user.click(within(tile).getByRole('button', { name: '836' }))
  await waitFor(() => expect(history.location.pathname).toBe('/transactions'))
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({
    method: 'DEPOSIT',
    state: 'SUCCESSFUL',
    psp: 'acmecards',
    created: '2026-11-02T00:00:00.000Z..2026-11-04T00:00:00.000Z',
  })
})

it('leads from a rate to what it is a part of', async () => {
  const { user, history } = open('/analytics/overview?period=2026-11-02..2026-11-03')
  const tile = await screen.findByRole('group', { name: 'PSP approval rate' })
  await user.click(within(tile).getByRole('button'))
  await waitFor(() => expect(history.location.pathname).toBe('/transactions'))
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({
    method: 'DEPOSIT',
    pspDecision: 'APPROVED,DECLINED',
    created: '2026-11-02T00:00:00.000Z..2026-11-04T00:00:00.000Z',
  })
})

it('says what of the address means nothing, and corrects the address', async () => {
  const junk =
    'period=2026-02-30..2026-03-02&currency=XXQ&compare=always&userCountry=QQ%2CSWE&mood=good&merchants=7'
  const { search, asked } = open(`/analytics/overview?${junk}`)
  expect((await screen.findByText(/^Unknown filter ignored/)).textContent).toBe(
    'Unknown filter ignored: mood good, Period 2026-02-30..2026-03-02, Comparison always, Currency XXQ, Merchant 7, User country QQ',
  )
  await waitFor(() => expect(search()).toBe('?userCountry=SWE'))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ filters: { userCountry: ['SWE'] } }))
})

it('keeps room for the steps a funnel has, not for those of another one', async () => {
  open('/analytics/funnel', 'funnel')
  const roomOf = async (name: string) => {
    const card = await screen.findByRole('region', { name })
    return parseInt(card.querySelector<HTMLElement>('[style*="min-height"]')?.style.minHeight ?? '', 10)
  }
  const [seven, two] = [await roomOf('Deposit funnel'), await roomOf('3-D Secure started and passed')]
  expect(two).toBeLessThan(seven / 2)
})

it('does not answer about cards when the page is filtered by another method', async () => {
  const { asked } = open('/analytics/three-ds?providerType=SWISH%2CAPPLEPAY', 'three-ds')
  await waitFor(() =>
    expect(asked().find(({ dimensions }) => dimensions.includes('threeDsExemption'))).toMatchObject({
      filters: { providerType: ['APPLEPAY'] },
    }),
  )
})

it('says so where no payment fits both a chart and the page', async () => {
  open('/analytics/three-ds?providerType=SWISH', 'three-ds')
  const card = await screen.findByRole('region', { name: 'Deposits by exemption' })
  expect(within(card).getByText(/match the filters of the page/)).toBeTruthy()
})

it('says so where the browser refuses to copy the link', async () => {
  const { user } = open('/analytics/overview')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/Copy the link from the address bar/)).toBeTruthy()
})

it('says so where there are more changes than are marked', async () => {
  open('/analytics/overview', 'overview', { 'GET /analytics/marker': () => ({ items: [], isCut: true }) })
  expect(await screen.findByText(/^Only the most recent changes/)).toBeTruthy()
})

it('explains how a chart is computed, with links to its payments', async () => {
  const { user } = open('/analytics/overview?period=2026-11-02..2026-11-03', 'overview', {
    'POST /analytics/explain': () => ({
      metrics: [
        {
          id: 'failed',
          label: 'Failed deposits',
          formula: 'Deposits in state Failed',
          behind: { method: 'DEPOSIT', state: 'FAILED' },
          hits: null,
        },
      ],
      source: 'rollup decline by day',
      freshAt: null,
    }),
  })
  const card = await screen.findByRole('region', { name: 'Top decline reasons' })
  await user.click(within(card).getByRole('button', { name: /^Options for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'How is this computed' }))
  const dialog = await screen.findByRole('dialog', { name: 'How is this computed: Top decline reasons' })
  expect(await within(dialog).findByText(/^Deposits in state Failed/)).toBeTruthy()
  expect(within(dialog).getByText(/^rollup decline by day/)).toBeTruthy()
  const link = within(dialog).getByRole('link', { name: 'Payments' }).getAttribute('href') ?? ''
  expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toMatchObject({
    method: 'DEPOSIT',
    state: 'FAILED',
    created: '2026-11-02T00:00:00.000Z..2026-11-04T00:00:00.000Z',
  })
})
