import type { pendingGrant } from '@signalbox/model/entities/pending-grant'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
// Loaded beforehand, as a browser does while the list is read.
import '../../../kit/action/action-dialog.tsx'
import { PendingPage } from './pending-page.tsx'
import { person } from './testing/fake-users.ts'

withLayout()

const waiting: RecordOf<typeof pendingGrant> = {
  id: 'grant-1',
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-11-17T10:00:00.000Z',
  updatedAt: '2026-11-17T10:00:00.000Z',
  updatedBy: 'bert',
  recordLabel: 'bo',
  recordType: 'user',
  recordId: 'id-bo',
  summary: 'Grant First approver',
  reason: null,
  askedBy: 'bert',
  state: 'WAITING',
  decidedBy: null,
}

it('stays about the change, where the record it is about changed meanwhile', async () => {
  signIn(['MERCHANT_ADMIN'])
  const { of } = fakeApi({
    'GET /pending-grant': () => ({ items: [waiting], start: 0, limit: 100, total: 1, totalCapped: false }),
    'POST /pending-grant/{id}/confirm': () => {
      throw new Refusal('VERSION_CONFLICT', { current: person('bo', { version: 7 }) })
    },
  })
  const { user } = renderScreen(PendingPage, '/admin/backoffice-users?mode=pending')
  await findTable()
  // A row has its menu once it holds the focus.
  const link = await screen.findByRole('link', { name: 'bo' })
  act(() => link.focus())
  await user.click(await screen.findByRole('button', { name: 'Actions for bo' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Confirm' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/Refresh the page and try again/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(of('POST /pending-grant/{id}/confirm')).toHaveLength(2))
  expect(of('POST /pending-grant/{id}/confirm').map(({ params, body }) => [params.id, body])).toMatchObject([
    ['grant-1', { version: 1 }],
    ['grant-1', { version: 1 }],
  ])
})
