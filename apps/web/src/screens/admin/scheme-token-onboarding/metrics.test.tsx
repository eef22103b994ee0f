import type { TokenMetrics } from '@signalbox/model/calls/scheme-token'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import SchemeTokenOnboardingScreen from './scheme-token-onboarding-screen.tsx'

withLayout()

const few: TokenMetrics = {
  days: 30,
  tokens: { provisioned: 6, active: 4, suspended: 0, deleted: 2 },
  cardPayments: 280,
  tokenPayments: 14,
  fallbacks: 0,
  attempts: 283,
  undecided: 0,
  token: { sent: 14, approved: 11 },
  pan: { sent: 269, approved: 237 },
  upliftPpm: -400_000,
  upliftBasis: { token: 10, pan: 40, lowPpm: -687_400, highPpm: 12_000 },
  lifecycle: { SUSPENDED: 0, RESUMED: 0, DELETED: 0, CARD_REPLACED: 0 },
  byDay: [],
}

async function showMetrics(metrics: TokenMetrics) {
  signIn(['CONFIG_ADMIN'])
  fakeApi({
    'GET /scheme-token': () => ({ items: [], start: 0, limit: 100, total: 0, totalCapped: false }),
    'GET /scheme-token/psps': () => ({ items: [] }),
    'GET /scheme-token/metrics': () => metrics,
  })
  const shown = renderScreen(SchemeTokenOnboardingScreen, '/admin/scheme-token-onboarding?mode=metrics')
  await screen.findByText('Uplift')
  return shown
}
const figure = (label: string) => screen.getByText(label).closest('div')?.textContent

test('figures of few attempts are told as intervals, with what they are based on', async () => {
  await showMetrics(few)
  expect(figure('Approved with token')).toContain('52–92 %')
  expect(figure('Approved with token')).toContain('11 of 14 decided attempts')
  expect(figure('Approved with card number')).toContain('88.1 %')
  expect(figure('Uplift')).toContain('−69 to +1 points')
  expect(figure('Uplift')).toContain('10 with token, 40 with card number')
  expect(figure('Uplift')).not.toContain('−40.0')
})

test('with enough attempts the uplift is one figure', async () => {
  const upliftBasis = { token: 30, pan: 269, lowPpm: -220_000, highPpm: 20_000 }
  await showMetrics({ ...few, upliftPpm: -95_000, upliftBasis })
  expect(figure('Uplift')).toContain('−9.5 points')
  expect(figure('Uplift')).toContain('30 with token, 269 with card number')
})

test('deleted tokens are counted, also those no network told about', async () => {
  await showMetrics(few)
  expect(figure('Tokens provisioned')).toContain('4 active, 0 suspended, 2 deleted')
  expect(screen.getByRole('rowheader', { name: 'Tokens deleted by the network' })).toBeTruthy()
})

test('what acts on the list is not shown under Metrics, and is back with the list', async () => {
  const { user } = await showMetrics(few)
  const tools = () => [
    ...screen.queryAllByRole('button', { name: /^(Columns|Export|Refresh|Rows per page|Next page)/ }),
    ...screen.queryAllByRole('textbox', { name: /Search/ }),
    ...screen.queryAllByRole('searchbox'),
  ]
  expect(tools()).toEqual([])
  const view = within(screen.getByRole('radiogroup', { name: 'View' }))
  await user.click(view.getByRole('radio', { name: 'Onboardings' }))
  expect(tools().length).toBeGreaterThanOrEqual(4)
})
