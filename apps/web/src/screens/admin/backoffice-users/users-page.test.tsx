import { Refusal } from '@signalbox/model/text/refusal'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectApi } from '../../../kit/api.ts'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
// Loaded beforehand, as a browser does while the list is read.
import '../../../kit/record/record-form.tsx'
import '../../../kit/field/operation-inputs.tsx'
import '../../../ui/prompt-dialog.tsx'
import BackofficeUsersScreen from './backoffice-users-screen.tsx'
import { fakeUsers, grant, person, preset } from './testing/fake-users.ts'

withLayout()
beforeEach(() => signIn(['MERCHANT_ADMIN']))

const path = '/admin/backoffice-users'
const show = (address: string) => renderScreen(BackofficeUsersScreen, `${path}${address}`)
const chosenRoles = () =>
  within(screen.getByRole('group', { name: 'Roles' }))
    .getAllByRole('checkbox')
    .filter((box) => (box as HTMLInputElement).checked)
    .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)

async function pick(user: ReturnType<typeof show>['user'], label: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('a preset in the form', () => {
  it('fills in what the granter may give, and what somebody new must do', async () => {
    fakeApi(fakeUsers({ users: [], presets: [preset('Auditors', ['AGENT', 'KYC', 'AUDIT_VIEWER'])] }))
    const { user } = show('?dialog=create')
    await pick(user, 'Preset', 'Auditors')
    expect(chosenRoles()).toEqual(['Agent', 'KYC'])
    expect(screen.getByText('You cannot grant: Audit viewer.')).toBeTruthy()
    const actions = screen.getByRole('checkbox', { name: 'Security key' }) as HTMLInputElement
    expect(actions.checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Agent' }))
    expect(screen.getByText('Missing: Agent. You cannot grant: Audit viewer.')).toBeTruthy()
  })

  it('is saved with the person, and takes nothing away that is not the granter’s to take', async () => {
    const bo = person('bo', { roles: ['RULES', 'GDPR_ADMIN'], requiredActions: ['RESET_PASSWORD'] })
    const { of } = fakeApi(fakeUsers({ users: [bo], presets: [preset('Support', ['AGENT'])] }))
    const { user } = show('?id=id-bo&dialog=edit')
    await pick(user, 'Preset', 'Support')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(of('PUT /user/{id}')).toHaveLength(1))
    expect(of('PUT /user/{id}')[0]?.body).toEqual({
      version: 1,
      preset: 'Support',
      roles: ['GDPR_ADMIN', 'AGENT'],
    })
  })
})

describe('a primary contact', () => {
  it('moves from somebody else only after asking', async () => {
    const anna = person('anna.b', { contactTypes: ['PRIMARY_FINANCIAL', 'COMMERCIAL'], version: 4 })
    const bo = person('bo', { roles: ['AGENT'] })
    const { of } = fakeApi(fakeUsers({ users: [anna, bo] }))
    const { user } = show('?id=id-bo&dialog=edit')
    const box = await screen.findByRole('checkbox', { name: 'Primary financial' })
    expect(await screen.findByText('Now anna.b')).toBeTruthy()
    const question = { name: 'Move primary financial contact from anna.b?' }
    await user.click(box)
    await user.click(
      within(await screen.findByRole('dialog', question)).getByRole('button', { name: 'Cancel' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull())
    expect(of('PUT /user/{id}')).toEqual([])
    expect((box as HTMLInputElement).checked).toBe(false)

    await user.click(box)
    await user.click(
      within(await screen.findByRole('dialog', question)).getByRole('button', { name: 'Move' }),
    )
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(true))
    expect(of('PUT /user/{id}')).toMatchObject([
      { params: { id: 'id-anna.b' }, body: { version: 4, contactTypes: ['COMMERCIAL'] } },
    ])
  })
})

describe('the dialog of an operation that asks', () => {
  it('offers the roles one may give, and sends the chosen one with the version', async () => {
    const { of } = fakeApi(fakeUsers({ users: [person('bo', { roles: ['AGENT'], version: 3 })] }))
    const { user } = show('')
    await findTable()
    act(() => screen.getByRole('link', { name: 'bo' }).focus())
    await user.click(await screen.findByRole('button', { name: 'Actions for bo' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add role' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add role: backoffice user' })
    await user.click(within(dialog).getByRole('button', { name: 'Add role' }))
    expect(within(dialog).getByText('This field is required')).toBeTruthy()
    await user.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    const options = await screen.findAllByRole('option')
    const names = options.map(({ textContent }) => textContent)
    expect(names).toContain('KYC')
    expect(names).not.toContain('GDPR admin')
    await user.click(await screen.findByRole('option', { name: 'KYC' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'New duties')
    await user.click(within(dialog).getByRole('button', { name: 'Add role' }))
    await waitFor(() => expect(of('POST /user/{id}/add-role')).toHaveLength(1))
    expect(of('POST /user/{id}/add-role')[0]?.body).toEqual({ version: 3, role: 'KYC', reason: 'New duties' })
  })
})

describe('a role given by somebody who has been signed in for a while', () => {
  it('waits for the password and then is given once, under the same operation', async () => {
    let proven = false
    const { of } = fakeApi({
      ...fakeUsers({ users: [person('bo', { roles: ['AGENT'] })] }),
      'POST /user/bulk': () => {
        if (!proven) throw new Refusal('STEP_UP')
        return { results: [{ id: 'id-bo', ok: true, version: 2 }] }
      },
    })
    connectApi({
      confirmPerson: () => {
        proven = true
        return Promise.resolve(true)
      },
    })
    const { user } = show('')
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add role' }))
    await pick(user, 'Role', 'KYC')
    await user.click(screen.getByRole('button', { name: 'Add role' }))
    await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('1 done, 0 not'))
    const [first, second] = of('POST /user/bulk')
    expect(second?.operationId).toBe(first?.operationId)
    expect(second?.body).toEqual({
      operation: 'add-role',
      ids: [{ id: 'id-bo', version: 1 }],
      params: { role: 'KYC' },
    })
  })
})

describe('the access of a person', () => {
  it('says what they hold since when, what it opens and through which role', async () => {
    const bo = person('bo', { roles: ['FIRST_APPROVER'], preset: 'Approvers' })
    fakeApi(
      fakeUsers({
        users: [bo],
        grants: [grant('bo', 'FIRST_APPROVER')],
        presets: [preset('Approvers', ['FIRST_APPROVER', 'KYC'])],
      }),
    )
    const { user } = show('?id=id-bo&tab=access')
    const approve = await screen.findByRole('row', { name: /^Approve/ })
    expect(
      within(approve)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['See · Approve, deny, hold', 'First approver'])
    expect(screen.queryByRole('row', { name: /^Audit log/ })).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Show denied' }))
    expect(screen.getByRole('row', { name: /^Audit log/ }).textContent).toContain('Nothing')
    expect(
      within(await screen.findByRole('list', { name: 'In the preset, not granted' })).getByText('KYC'),
    ).toBeTruthy()
    expect(screen.getByText(/granted by admin/)).toBeTruthy()
    expect(
      within(screen.getByRole('list', { name: 'Accessible merchants' })).getByText('Northlight Sweden'),
    ).toBeTruthy()
  })
})

describe('the security of a person', () => {
  it('ends one session, removes one key and withdraws the link', async () => {
    const { of } = fakeApi(fakeUsers({ users: [person('bo', { roles: ['AGENT'] })] }))
    const { user } = show('?id=id-bo&tab=security')
    await user.click(await screen.findByRole('button', { name: 'End Chrome on Windows at 10.0.0.7' }))
    await waitFor(() => expect(of('DELETE /user/{id}/session/{sessionId}')).toHaveLength(1))
    expect(of('DELETE /user/{id}/session/{sessionId}')[0]?.params).toEqual({
      id: 'id-bo',
      sessionId: 'session-1',
    })
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(of('DELETE /user/{id}/password-link')).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy()
  })

  it('leaves keys alone for the helpdesk', async () => {
    signIn(['MERCHANT_USER_ENABLE'])
    fakeApi(fakeUsers({ users: [person('bo', { roles: ['AGENT'] })] }))
    show('?id=id-bo&tab=security')
    await screen.findByText('Blue key')
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
})
