import type { ChangeSet } from '@signalbox/model/calls/change-set'
import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen as page } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { revisionOf } from '../../decision-tables/testing/fake-ruleset-store.ts'
import { fakeRulesets } from '../../decision-tables/testing/fake-rulesets.ts'
import { cardContent, ruleset } from '../../decision-tables/testing/render-table.tsx'
import { TrySet } from '../overview/change-sets/try-set.tsx'
import SimulatorScreen from './simulator-screen.tsx'

withLayout()
beforeEach(() => sessionStorage.clear())

const setId = '0190f000-0000-7000-8000-000000000001'
const launch = {
  id: setId,
  title: 'Launch in Norway',
  state: 'DRAFT',
  version: 3,
  memberCount: 2,
  members: [
    { rulesetId: 'rs-1', version: 2, revision: 7 },
    { rulesetId: 'rs-2', version: 1, revision: 4 },
  ],
} as ChangeSet

const euros = (amount: string) => ({ amount, currency: 'EUR' })

/** A deposit that costs what the rules say. */
const resultOf = (fee: string): SimulationResult => ({
  outcome: {
    status: 'SUCCESSFUL',
    statusNo: 8,
    code: 'SUCCESS_DEPOSIT',
    info: null,
    declineStage: null,
    waitsFor: null,
  },
  path: [],
  amounts: {
    requested: euros('100.00'),
    fee: euros(fee),
    vat: euros('0.00'),
    feeMode: 'ADDED',
    wallet: euros('100.00'),
    psp: euros('100.00'),
    fxRate: null,
    providerCost: null,
  },
  steps: [],
  tables: [],
  facts: {},
  tookMs: 3,
})

function openSimulator(address: string, more: FakeHandlers = {}) {
  signIn(['RULES_ADMIN', 'RULES_HUB_PILOT'])
  const active = revisionOf('psp-routing', 'rs-1', cardContent)
  const fake = fakeRulesets('psp-routing', [ruleset('rs-1', active)], { username: 'anna' })
  const api = fakeApi({
    ...fake.handlers,
    'GET /simulator/test-case': () => ({ items: [] }),
    'GET /changeset': () => ({ items: [launch], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /changeset/{id}': () => launch,
    'POST /simulator/run': ({ body }) =>
      resultOf((body as { rules: SimulatedVersion[] }).rules.length === 0 ? '1.00' : '7.00'),
    ...more,
  })
  return { api, ...renderScreen(SimulatorScreen, address) }
}

const simulate = () => page.findByRole('button', { name: /^Simulate/ })
const rulesSent = ({ api }: ReturnType<typeof openSimulator>) =>
  api.of('POST /simulator/run').map(({ body }) => (body as { rules: SimulatedVersion[] }).rules)

it('a change set is simulated with all its drafts beside the active rules, and both results are shown', async () => {
  const opened = openSimulator(`/rules-hub/simulator?changeSet=${setId}`)
  const { user } = opened
  expect(await page.findByText('2 drafts instead of the active versions')).toBeTruthy()
  await user.click(page.getByRole('checkbox', { name: 'Compare with other rules' }))
  await user.click(await simulate())
  const a = await page.findByRole('status', { name: 'Outcome A' })
  const b = await page.findByRole('status', { name: 'Outcome B' })
  expect(a.textContent).toContain('7.00 EUR')
  expect(b.textContent).toContain('1.00 EUR')
  // The drafts of the set are asked for first, so the other side may be sent before.
  expect(rulesSent(opened)).toHaveLength(2)
  expect(rulesSent(opened)).toEqual(expect.arrayContaining([launch.members, []]))
})

it('a change set is chosen by its title as the other side', async () => {
  const opened = openSimulator('/rules-hub/simulator')
  const { user } = opened
  await user.click(await page.findByRole('checkbox', { name: 'Compare with other rules' }))
  await user.click(page.getByRole('combobox', { name: 'B' }))
  await user.click(await page.findByRole('option', { name: 'Launch in Norway' }))
  await user.click(await simulate())
  await page.findByRole('status', { name: 'Outcome B' })
  expect(rulesSent(opened)).toEqual([[], launch.members])
})

it('says that a draft was saved again meanwhile', async () => {
  const message = 'The draft was saved again since you looked at it. Reload it.'
  const { user } = openSimulator(`/rules-hub/simulator?changeSet=${setId}`, {
    'POST /simulator/run': () => {
      throw new Refusal('VERSION_CONFLICT', { message, current: { version: 2, revision: 8 } })
    },
  })
  await user.click(await simulate())
  expect(await page.findByText(message)).toBeTruthy()
})

it('is offered by a change set until it is released', async () => {
  signIn(['RULES_ADMIN', 'RULES_HUB_PILOT'])
  fakeApi({})
  const Sets = () => (
    <>
      <TrySet set={launch} />
      <TrySet set={{ ...launch, state: 'ACTIVE' }} />
      <TrySet set={{ ...launch, state: 'CANCELLED' }} />
    </>
  )
  renderScreen(Sets, '/rules-hub/overview')
  const link = await page.findByRole('link', { name: 'Try it' })
  expect(link.getAttribute('href')).toBe(`/rules-hub/simulator?changeSet=${setId}`)
})
