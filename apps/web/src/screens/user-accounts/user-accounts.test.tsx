import type { RecordOf } from '@signalbox/model/field/entity'
import { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import '../../kit/record/record-drawer.tsx'
import '../../kit/record/record-form.tsx'
import './shared-tab.tsx'
import { checkAccount, operationRefusal } from './account-rules.ts'
import { operationInputs } from './block-reasons.tsx'
import UserAccounts from './user-accounts-screen.tsx'

withLayout()

const account: RecordOf<typeof userPspAccount> = {
  id: '01900000-0000-7000-8000-00000000aaaa',
  merchantId: 100010001,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 'system',
  merchantUserId: 'user_1',
  maskedAccount: '411111******1111',
  holder: 'J*** J***',
  status: 'BLOCKED',
  providerType: 'CREDITCARD',
  verificationStatus: 'VERIFIED',
  visible: true,
  expiryDate: '2030-12',
  noSuccessfulTx: 4,
  noFailedTx: 1,
  blockReason: 'confirmed-fraud',
  blockedBy: 'anna',
  blockedAt: '2026-01-02T10:00:00.000Z',
  blockScopeMid: null,
  holdUntil: null,
  type: 'CreditcardDeposit',
  service: null,
  startDate: null,
  description: null,
  iban: null,
  bic: null,
  accountNumber: null,
  clearingNumber: null,
  bankName: null,
  walletEmail: null,
  firstUsed: null,
  lastUsed: null,
  lastSuccess: null,
  hashedAccount: 'hash',
}

const page = { items: [account], total: 1, start: 0, limit: 50, totalCapped: false }

describe('user accounts', () => {
  beforeEach(() => {
    fakeApi({
      'GET /user-account': () => page,
      'GET /user-account/{id}': () => account,
      'GET /user-account/block-reasons': () => ({ items: [{ id: 'house-rule', name: 'House rule' }] }),
      'GET /user-account/{id}/tokens': () => ({
        items: [
          {
            id: 'token-1',
            network: 'VISA_VTS',
            last4: '5910',
            expiry: '2030-12',
            state: 'SUSPENDED',
            provisionedAt: '2026-01-01T00:00:00Z',
            updatedAt: '2026-02-01T00:00:00Z',
          },
        ],
      }),
      'GET /user-account/{id}/shared': () => ({
        items: [
          {
            id: 'x',
            merchantId: 100010001,
            merchantUserId: 'user_2',
            status: 'ACTIVE',
            lastUsed: null,
            noSuccessfulTx: 2,
          },
        ],
      }),
    })
  })

  it('lists masked accounts and offers no way to make one', async () => {
    signIn(['USER_PSP_ACCOUNT', 'USER_PSP_ACCOUNT_ADMIN'])
    renderScreen(UserAccounts, '/user-accounts')
    expect(await screen.findByText('411111******1111')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /New user account/ })).toBeNull()
  })

  it('says why an account is blocked and who else has it', async () => {
    signIn(['USER_PSP_ACCOUNT'])
    renderScreen(UserAccounts, `/user-accounts?id=${account.id}`)
    const drawer = await screen.findByRole('dialog')
    const blocked = await within(drawer).findByRole('alert')
    expect(blocked.textContent).toContain('Confirmed fraud. By anna')
    await userEvent.click(within(drawer).getByRole('tab', { name: 'Shared' }))
    expect(await within(drawer).findByText('user_2')).toBeTruthy()
    await userEvent.click(within(drawer).getByRole('tab', { name: 'Tokens' }))
    expect(await within(drawer).findByText('Visa (VTS), ends in 5910')).toBeTruthy()
    expect(within(drawer).getByText('Suspended')).toBeTruthy()
  })
})

it('marks in list and details an account of somebody who is about to be erased', async () => {
  signIn(['USER_PSP_ACCOUNT', 'AUDIT_VIEWER'])
  const restricted = { ...account, status: 'ACTIVE' as const, erasureDueAt: '2031-11-19T20:29:00.000Z' }
  fakeApi({
    'GET /user-account': () => ({ ...page, items: [restricted] }),
    'GET /user-account/{id}': () => restricted,
    'GET /user-account/block-reasons': () => ({ items: [] }),
  })
  renderScreen(UserAccounts, `/user-accounts?id=${account.id}`)
  const drawer = await screen.findByRole('dialog')
  const told = await within(drawer).findByRole('alert')
  expect(told.textContent).toMatch(/Restricted: hidden, not erased yet.*2031-11-19/)
  expect(within(drawer).getByText('Restricted')).toBeTruthy()
  const list = await screen.findByRole('grid')
  expect(within(list).getByText('Restricted')).toBeTruthy()
})

describe('what can be done to an account', () => {
  it('follows from its state', () => {
    const refusal = (name: string) => operationRefusal(name, { ...account })
    expect(refusal('block')).toBe('The account is already blocked.')
    expect(refusal('activate')).toBeNull()
    expect(refusal('inactivate')).toBe('Only an active account can be deactivated.')
    expect(refusal('hide')).toBeNull()
    expect(refusal('verify')).toBe('The account is already verified.')
  })

  it('is done to the newest version after the account changed under the dialog', async () => {
    signIn(['USER_PSP_ACCOUNT'])
    const api = fakeApi({
      'GET /user-account': () => page,
      'GET /user-account/{id}': () => account,
      'GET /user-account/block-reasons': () => ({ items: [] }),
      'POST /user-account/{id}/hide': ({ body }) => {
        if ((body as { version: number }).version === account.version)
          throw new Refusal('VERSION_CONFLICT', { current: { ...account, version: 4 } })
        return { ...account, version: 5, visible: false }
      },
    })
    const { user } = renderScreen(UserAccounts, `/user-accounts?id=${account.id}`)
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide in cashier' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Hide in cashier/ }))
    await user.click(dialog.getByRole('button', { name: 'Hide in cashier' }))
    expect(await screen.findByText(/changed while you had it open/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Hide in cashier' }))
    await waitFor(() =>
      expect(api.of('POST /user-account/{id}/hide').map(({ body }) => body)).toMatchObject([
        { version: 3 },
        { version: 4 },
      ]),
    )
  })

  it('is blocked for one of the reasons of the merchant', async () => {
    signIn(['USER_PSP_ACCOUNT'])
    fakeApi({
      'GET /user-account': () => page,
      'GET /user-account/block-reasons': () => ({ items: [{ id: 'house-rule', name: 'House rule' }] }),
    })
    renderScreen(UserAccounts, '/user-accounts')
    await screen.findByText('411111******1111')
    const { asks } = userPspAccount.operations.block
    await waitFor(() =>
      expect(operationInputs('block', asks).blockReason?.options).toEqual({ 'house-rule': 'House rule' }),
    )
    expect(operationInputs('hide', {})).toEqual({})
  })

  it('keeps wrong bank details from being sent, and lets masks alone', () => {
    const bank = { ...account, providerType: 'BANKIBAN' }
    const check = (values: object, record: object) =>
      checkAccount({ values: { ...values }, before: null, record: { ...record } as never, note: '' } as never)
    expect(check({ iban: 'SE4550000000058398257467' }, bank)).toEqual({ iban: 'Invalid IBAN' })
    expect(check({ iban: 'SE45**************7466' }, bank)).toEqual({})
    expect(check({ iban: 'SE4550000000058398257466' }, bank)).toEqual({})
    expect(Object.keys(check({ iban: 'SE4550000000058398257466' }, account) ?? {})).toEqual(['iban'])
  })
})
