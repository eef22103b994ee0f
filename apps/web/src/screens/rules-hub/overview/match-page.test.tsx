import { screen, waitFor, within } from '@testing-library/react'
import type { MatchedPayment, MatchedRow } from '@signalbox/model/calls/rules-hub'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { MatchPage } from './match-page.tsx'

withLayout()

const row = (id: string, psp: string): MatchedRow => ({
  ref: `100010001_PR_01_${id}`,
  rulesetId: 'rs-1',
  rulesetName: 'Cards',
  merchantId: 100010001,
  ruleId: id,
  no: Number(id),
  name: `Cards to ${psp}`,
  outputs: { psp, weight: 10 },
})

const payment: MatchedPayment = {
  input: '888764512190464',
  problem: null,
  txId: 888764512190464,
  merchantId: 100010001,
  txType: 'CreditcardDeposit',
  statusNo: 1,
  created: '2026-11-15T11:00:00.000Z',
  tables: [
    {
      table: 'psp-routing',
      title: 'PSP routing',
      route: '/routing/psp-routing',
      step: 'D7',
      recorded: { rows: [row('01', 'acmecards')], differs: false },
      now: { rows: [row('02', 'borealpay')], differs: true },
      draft: null,
    },
    {
      table: 'fee',
      title: 'Fee',
      route: '/fees/fee',
      step: 'D4',
      recorded: { rows: [row('03', 'none')], differs: false },
      now: { rows: [row('03', 'none')], differs: false },
      draft: null,
    },
  ],
}
const unknown: MatchedPayment = {
  ...payment,
  input: 'nonsense',
  problem: 'NOT_AN_ID',
  txId: null,
  merchantId: null,
  tables: [],
}

function openMatch(address = '/rules-hub/overview?mode=match') {
  signIn(['RULES_ADMIN', 'RULES_HUB_PILOT'])
  const api = fakeApi({
    'GET /ruleset-overview': () => ({ items: [], start: 0, limit: 200, total: 0, totalCapped: false }),
    'POST /ruleset/match': () => ({ items: [unknown, payment] }),
  })
  return { api, ...renderScreen(MatchPage, address) }
}

describe('matching payments against the rules', () => {
  it('asks for ids first, and matches each of them once', async () => {
    const { user, api, search } = openMatch()
    await user.click(await screen.findByRole('button', { name: 'Match payments' }))
    expect(await screen.findByText('Enter payment ids or references')).toBeTruthy()
    expect(api.of('POST /ruleset/match')).toEqual([])
    await user.click(screen.getByRole('textbox', { name: /Payments/ }))
    await user.paste('nonsense, 888764512190464\n888764512190464')
    await user.click(screen.getByRole('button', { name: 'Match payments' }))
    await waitFor(() => expect(search()).toContain('payments=nonsense%2C888764512190464'))
    expect(api.of('POST /ruleset/match').map(({ body }) => body)).toEqual([
      { payments: ['nonsense', '888764512190464'] },
    ])
  })

  it('shows which rows decided and which would now, and can leave out what is the same', async () => {
    const { user } = openMatch('/rules-hub/overview?mode=match&payments=nonsense,888764512190464')
    const table = within(await screen.findByRole('region', { name: 'Rules of 888764512190464' }))
    expect(table.getByText('Cards to acmecards')).toBeTruthy()
    expect(table.getByText('Cards to borealpay')).toBeTruthy()
    expect(table.getAllByText('differs')).toHaveLength(1)
    expect(table.getAllByText('Cards to none')).toHaveLength(2)
    expect(screen.getByRole('list', { name: 'Payments without a result' }).textContent).toBe(
      'nonsense: not a payment id or reference',
    )
    await user.click(screen.getByRole('switch', { name: 'Only differences' }))
    await waitFor(() => expect(screen.queryByText('Cards to none')).toBeNull())
    expect(screen.getByText('Cards to borealpay')).toBeTruthy()
  })

  it('compares with a draft as well where one is chosen', async () => {
    const { api } = openMatch('/rules-hub/overview?mode=match&payments=888764512190464&draft=rs-1@4')
    await screen.findByRole('columnheader', { name: 'Draft' })
    expect(api.of('POST /ruleset/match')[0]?.body).toEqual({
      payments: ['888764512190464'],
      draft: { rulesetId: 'rs-1', version: 4 },
    })
  })
})
