import type { AuditEntry, AuditEntryDetail } from '@signalbox/model/calls/audit'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import AuditLogScreen from './audit-log-screen.tsx'
import { readEntryKey } from './audit-listing.ts'

withLayout()

const entry: AuditEntryDetail = {
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

function open(address: string) {
  signIn(['AUDIT_VIEWER'])
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
  return { api, ...renderScreen(AuditLogScreen, `/admin/audit-log${address}`) }
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
