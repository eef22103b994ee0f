import type { pendingGrant } from '@signalbox/model/entities/pending-grant'
import type { RecordOf } from '@signalbox/model/field/entity'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { PendingChanges, usePendingCount } from './pending-changes.tsx'
import { sessionStore } from '../session/session-store.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { signIn } from '../testing/fake-session.ts'
import { renderScreen, withLayout } from '../testing/render-screen.tsx'

withLayout()
beforeEach(() => signIn(['MERCHANT_ADMIN']))

const waiting = (askedBy: string): RecordOf<typeof pendingGrant> => ({
  id: 'grant-1',
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-11-17T10:00:00.000Z',
  updatedAt: '2026-11-17T10:00:00.000Z',
  updatedBy: askedBy,
  recordLabel: 'bo',
  recordType: 'user',
  recordId: 'id-bo',
  summary: 'Grant First approver',
  reason: null,
  askedBy,
  state: 'WAITING',
  decidedBy: null,
})

const Count = () => <p>{usePendingCount()} waiting</p>
const Shown = () => <PendingChanges record={{ id: 'id-bo', version: 1 }} />

function show(askedBy: string) {
  const grant = waiting(askedBy)
  const api = fakeApi({
    'GET /pending-grant': () => ({ items: [grant], start: 0, limit: 20, total: 1, totalCapped: false }),
    'POST /pending-grant/{id}/confirm': () => ({ ...grant, state: 'CONFIRMED' }),
    'POST /pending-grant/{id}/refuse': () => ({ ...grant, state: 'REFUSED' }),
    'POST /pending-grant/{id}/withdraw': () => ({ ...grant, state: 'WITHDRAWN' }),
  })
  return { ...api, ...renderScreen(Shown, '/admin/backoffice-users') }
}

describe('a change that waits for a second person', () => {
  it('is confirmed in the record, or refused with a reason', async () => {
    const { of, user } = show('bert')
    expect(await screen.findByText(/Grant First approver\. Requested by bert/)).toBeTruthy()
    const refuse = screen.getByRole('button', { name: 'Refuse change' })
    expect((refuse as HTMLButtonElement).disabled).toBe(true)
    const hint = document.querySelector(`#${CSS.escape(refuse.getAttribute('aria-describedby') ?? '')}`)
    expect(hint?.textContent).toContain('To refuse, enter a reason')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Not agreed')
    await user.click(refuse)
    await waitFor(() => expect(of('POST /pending-grant/{id}/refuse')).toHaveLength(1))
    expect(of('POST /pending-grant/{id}/refuse')[0]?.body).toEqual({ version: 1, reason: 'Not agreed' })
    await user.click(screen.getByRole('button', { name: 'Confirm change' }))
    await waitFor(() => expect(of('POST /pending-grant/{id}/confirm')).toHaveLength(1))
  })

  it('is only withdrawn by who requested it', async () => {
    const { of, user } = show(sessionStore.get()?.metadata.user.username ?? '')
    await user.click(await screen.findByRole('button', { name: 'Withdraw request' }))
    await waitFor(() => expect(of('POST /pending-grant/{id}/withdraw')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Confirm change' })).toBeNull()
  })
})

it('is counted for those who may see it, by a call that is no use of their role', async () => {
  const { of } = fakeApi({ 'GET /counters': () => ({ pendingGrants: 7 }) })
  renderScreen(Count, '/admin/backoffice-users')
  expect(await screen.findByText('7 waiting')).toBeTruthy()
  expect(of('GET /pending-grant')).toEqual([])
})
