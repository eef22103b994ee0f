import type { AuditEntry, AuditEntryDetail } from '@signalbox/model/calls/audit'
import type { Role } from '@signalbox/model/access/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AllowedPages, type PageLink } from '../../../kit/session/allowed-pages.ts'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import AuditLogScreen from './audit-log-screen.tsx'
import { readEntryKey } from './audit-listing.ts'

withLayout()

const userEntry: AuditEntryDetail = {
  chainId: 100010000,
  seq: 7,
  at: '2026-11-15T10:00:00.000Z',
  merchantId: 100010001,
  actorType: 'USER',
  actorId: 'user-9',
  actorName: 'bertil',
  ip: '10.0.0.1',
  entityType: 'user',
  entityId: 'user-3',
  entityLabel: 'cecilia',
  changeType: 'UPDATE',
  action: 'UPDATE',
  diff: [
    { path: 'jobTitle', from: null, to: 'Lead' },
    { path: 'inner.thing', from: 1, to: 2 },
  ],
  note: 'promoted',
  result: 'OK',
  errorCode: null,
  hash: 'abc123',
  userAgent: null,
  sessionRef: null,
  operationId: null,
  prevHash: 'abc122',
}

/** What somebody did to a ruleset, as the server writes it down. */
const rulesetEntry: AuditEntryDetail = {
  ...userEntry,
  merchantId: 100010001,
  entityType: 'ruleset',
  entityId: 'ruleset-1',
  entityLabel: 'psp-routing 01: Cards',
  action: 'SAVE',
  diff: [
    {
      path: 'changes',
      from: null,
      to: {
        version: 3,
        fields: { priority: { from: 10, to: 20 } },
        rows: [
          {
            change: 'changed',
            no: 2,
            name: 'Cards in euro',
            cells: {
              currency: { from: 'EUR', to: 'EUR, SEK' },
              'o:psp': { from: 'borealpay', to: 'acmecards' },
            },
          },
          { change: 'moved', no: 5, fromNo: 3, name: 'Vouchers' },
          {
            change: 'changed',
            no: 1,
            fromNo: 4,
            name: 'Wallets',
            cells: { name: { from: 'Skrill', to: 'Wallets' } },
          },
        ],
        rowsChanged: 10,
      },
    },
    { path: 'contentHash', from: 'abc', to: 'def' },
    { path: 'priority', from: 10, to: 20 },
    { path: 'state', from: 'ACTIVE', to: 'DRAFT' },
  ],
  note: 'Kestrel is slow',
}

const routing: PageLink = {
  path: '/routing/psp-routing',
  title: 'PSP routing',
  group: 'Routing',
  icon: 'chart',
}

/** With the pages the shell lets somebody open. */
const Screen = () => (
  <AllowedPages value={[routing]}>
    <AuditLogScreen />
  </AllowedPages>
)

function open(address: string, entry = userEntry, roles: Role[] = ['AUDIT_VIEWER']) {
  signIn(roles)
  const items: AuditEntry[] = [entry]
  const api = fakeApi({
    'GET /audit': () => ({ items, start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /audit/options': () => ({
      entityTypes: ['user'],
      actions: ['UPDATE'],
      actors: [{ id: 'user-9', name: 'bertil' }],
    }),
    'GET /audit/anchor': () => ({
      items: [
        {
          chainId: 100010000,
          day: '2026-11-14',
          lastSeq: 6,
          hash: 'f00d',
          seal: 's',
          at: '2026-11-15T00:00:00Z',
        },
      ],
    }),
    'GET /audit/{chainId}/{seq}': () => entry,
    'GET /audit/verify': () => ({
      ok: false,
      at: '2026-11-15T10:00:00.000Z',
      chains: [
        {
          chainId: 100010000,
          ok: false,
          fromSeq: 1,
          toSeq: 7,
          checkedEntries: 7,
          checkedAnchors: 1,
          brokenSeq: 4,
          fault: 'ENTRY_CHANGED',
          reason: 'The entry was changed',
        },
      ],
    }),
  })
  return { api, ...renderScreen(Screen, `/admin/audit-log${address}`) }
}

describe('audit log', () => {
  it('asks for what is filtered, dates as instants', async () => {
    const { api } = open('?at=2026-11-01..2026-11-02&whose=others&entityType=user')
    await findTable()
    expect(api.of('GET /audit')[0]?.query).toMatchObject({
      at: '2026-11-01T00:00:00.000Z..2026-11-03T00:00:00.000Z',
      whose: 'others',
      entityType: 'user',
    })
    expect(await screen.findByText(/Anchor of Northlight Gaming, 2026-11-14, entry 6/)).toBeTruthy()
  })

  it('shows one entry field by field and leads on to its object and actor', async () => {
    const { user, search } = open('?id=100010000-7')
    expect(await screen.findByText('Job title')).toBeTruthy()
    expect(screen.getByText('inner.thing')).toBeTruthy()
    expect(screen.getAllByText('promoted')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'History of this object' }))
    await waitFor(() => expect(search()).toBe('?entityId=user-3&entityType=user'))
  })

  it('says what changed in a ruleset in words, and leads to the difference', async () => {
    open('?id=100010000-7', rulesetEntry, ['AUDIT_VIEWER', 'RULES'])
    const rows = within(await screen.findByRole('list', { name: 'Changed rows' }))
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Row 2 “Cards in euro” changedCurrencyEUR→EUR, SEKPSPborealpay→Acme Cards',
      'Row 5 “Vouchers” moved from 3',
      'Row 1 “Wallets” changed and moved from 4NameSkrill→Wallets',
      '7 more rows',
    ])
    const drawer = within(screen.getByRole('dialog'))
    expect(drawer.getByText('SAVE PSP routing 01: Cards')).toBeTruthy()
    expect(drawer.getAllByText('Priority')).toHaveLength(1)
    expect(drawer.getByText('Draft')).toBeTruthy()
    expect(drawer.queryByText('contentHash')).toBeNull()
    expect(
      drawer.getByRole('link', { name: 'Compare version 3 with the one before' }).getAttribute('href'),
    ).toBe('/routing/psp-routing?panel=history&ruleset=ruleset-1&version=3')
  })

  it.each([
    ['ACTIVATION_FAILED', { activationProblem: 'Country: ATLANTIS is unknown' }, ['Activation problem']],
    ['EXPORT', { version: 3, revision: 1, format: 'csv', rows: 12 }, ['Version', 'Format', 'Rows']],
    ['LATER', { somethingNew: 'a value' }, ['somethingNew']],
  ])('shows of a ruleset what is no change of its rows: %s', async (action, after, labels) => {
    const diff = Object.entries(after).map(([path, to]) => ({ path, from: null, to }))
    open('?id=100010000-7', { ...rulesetEntry, action, diff }, ['AUDIT_VIEWER', 'RULES'])
    const drawer = within(await screen.findByRole('dialog'))
    for (const label of labels) expect(await drawer.findByText(label)).toBeTruthy()
    const values = Object.entries(after).filter(([path]) => path !== 'revision')
    for (const [, value] of values) expect(drawer.getAllByText(new RegExp(String(value)))).not.toHaveLength(0)
    expect(drawer.queryByText('This changed nothing.')).toBeNull()
    expect(drawer.queryByText('revision')).toBeNull()
  })

  it('says which entry does not hold', async () => {
    const { user } = open('')
    await user.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('1 of 1 chains do not hold')).toBeTruthy()
    expect(screen.getByText('Entry 4: The entry was changed')).toBeTruthy()
  })

  it('reads only keys of entries', () => {
    expect(readEntryKey('100010000-7')).toEqual({ chainId: 100010000, seq: 7 })
    expect(readEntryKey('x')).toBeNull()
  })
})
