import type { SavedView } from '@signalbox/model/access/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import BackofficeUsersScreen from './backoffice-users-screen.tsx'
import { fakeUsers, grant, person } from './testing/fake-users.ts'

withLayout()
beforeEach(() => signIn(['MERCHANT_ADMIN']))

const show = (address: string) =>
  renderScreen(BackofficeUsersScreen, `/admin/backoffice-users?mode=review${address}`)

const twoGrants = [
  grant('bo', 'AGENT'),
  grant('bo', 'KYC', { reviewedAt: new Date().toISOString(), reviewedBy: 'eva', version: 2 }),
]

describe('the access review', () => {
  it('decides on many at once and keeps what failed selected, with the reason', async () => {
    const { of } = fakeApi({
      ...fakeUsers({ users: [], grants: twoGrants }),
      'POST /role-grant/bulk': () => ({
        results: [
          { id: 'id-bo:AGENT', ok: false, code: 'INVALID', message: 'Please add at least one role' },
          { id: 'id-bo:KYC', ok: true, version: 2 },
        ],
      }),
    })
    const { user } = show('')
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove: 2 role grants' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['bo: Agent', 'bo: KYC'])
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(within(dialog).getByText('This field is required')).toBeTruthy()
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Left the team')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('1 done, 1 not'))
    expect(within(bar).getByText('bo: Agent: Please add at least one role')).toBeTruthy()
    expect(of('POST /role-grant/bulk')[0]?.body).toEqual({
      operation: 'revoke',
      ids: [
        { id: 'id-bo:AGENT', version: 1 },
        { id: 'id-bo:KYC', version: 2 },
      ],
      params: { reason: 'Left the team' },
    })
  })

  it('says how each grant stands and how far the quarter has come', async () => {
    fakeApi(fakeUsers({ users: [], grants: twoGrants }))
    show('')
    const table = await findTable()
    expect(within(table).getAllByText('Due').length).toBeGreaterThan(0)
    expect(within(table).getByText('Confirmed')).toBeTruthy()
    expect(await screen.findByText('0 of 2 confirmed')).toBeTruthy()
  })

  it('keeps people from reviewing themselves and what they could not give', async () => {
    fakeApi(fakeUsers({ users: [], grants: [grant('anna', 'AGENT'), grant('bo', 'GDPR_ADMIN')] }))
    const { user, search } = show('&id=id-anna:AGENT')
    expect(await screen.findByText('You cannot review your own roles.')).toBeTruthy()
    const confirm = screen.getByRole('button', { name: 'Confirm' }) as HTMLButtonElement
    expect(confirm.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Next (j)' }))
    expect(await screen.findByText('You cannot grant or remove GDPR admin.')).toBeTruthy()
    expect(search()).toContain('id=id-bo%3AGDPR_ADMIN')
  })

  it('has saved views of its own', async () => {
    const view = (name: string, query: string): SavedView => ({
      id: name,
      page: '/admin/backoffice-users',
      name,
      query,
      columns: null,
      shared: false,
      favorite: false,
      owner: 'anna',
      mine: true,
      version: 1,
    })
    signIn(['MERCHANT_ADMIN'], {}, [view('Agents', 'roles=AGENT'), view('Open', 'standing=DUE&mode=review')])
    fakeApi(fakeUsers({ users: [], grants: twoGrants }))
    const { user, search } = show('')
    await findTable()
    expect(screen.queryByRole('button', { name: 'Agents' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(search()).toBe('?standing=DUE&view=Open&mode=review')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(search()).toBe('?mode=review')
  })

  it('lies beside the users, with an address and settings of its own', async () => {
    fakeApi(fakeUsers({ users: [person('bo', { roles: ['AGENT'] })], grants: twoGrants }))
    const { user, search } = show('')
    await findTable()
    await user.click(screen.getByRole('radio', { name: 'Users' }))
    expect(await screen.findByRole('heading', { name: 'Backoffice users' })).toBeTruthy()
    expect(search()).toBe('')
    await user.click(await screen.findByRole('radio', { name: 'Access review (2)' }))
    expect(await screen.findByRole('heading', { name: 'Access review' })).toBeTruthy()
    expect(search()).toBe('?mode=review')
  })
})
