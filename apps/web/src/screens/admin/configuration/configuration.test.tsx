import type { ConfigForm } from '@signalbox/model/calls/configuration'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { config } from '@signalbox/model/entities/config'
import { invalid } from '@signalbox/model/text/refusal'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { sessionStore } from '../../../kit/session/session-store.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
// Loaded beforehand, as a browser does while the list is read.
import '../../../kit/record/record-form.tsx'
import './document-editor.tsx'
import './provider-editor.tsx'
import ConfigurationScreen from './configuration-screen.tsx'

withLayout()
beforeEach(() => signIn(['CONFIG_ADMIN']))

const kept = { $secret: 'secret-1', value: '*****' } as const
const record: RecordOf<typeof config> = {
  id: 'config-1',
  merchantId: 100010001,
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'anna',
  inherited: false,
  name: 'Acme Cards',
  type: 'ProviderConfig',
  provider: 'acmecards',
  enabled: true,
  accounts: ['3DS'],
  missing: [],
  document: { accounts: { '3DS': { merchantCode: 'M-1', apiKey: kept } } },
}
const form: ConfigForm = {
  type: 'ProviderConfig',
  provider: 'acmecards',
  label: 'Acme Cards',
  hasAccounts: true,
  accountsOptional: false,
  deprecated: false,
  fields: [
    { key: 'merchantCode', label: 'Merchant code', type: 'STRING', scope: 'ACCOUNT', required: true },
    { key: 'apiKey', label: 'API key', type: 'STRING', scope: 'BOTH', required: true, secret: true },
  ],
}

const server = (more: FakeHandlers = {}) =>
  fakeApi({
    'GET /config': () => ({ items: [record], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /config/{id}': () => record,
    'GET /config/form': () => ({ items: [form] }),
    'PUT /config/{id}': () => ({ ...record, version: 4 }),
    ...more,
  })
const show = () => renderScreen(ConfigurationScreen, '/admin/configuration?id=config-1&dialog=edit')

async function saveWith(user: ReturnType<typeof show>['user'], note: string) {
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  await user.type(await screen.findByRole('textbox', { name: /Note about the change/ }), note)
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

describe('the form of a configuration', () => {
  it('is made from the template, shows no secret, and sends back what it keeps as it came', async () => {
    const { of } = server()
    const { user } = show()
    const account = await screen.findByRole('region', { name: 'Account 3DS' })
    expect(within(account).getByText('Stored')).toBeTruthy()
    const code = within(account).getByRole('textbox', { name: /Merchant code/ })
    await user.clear(code)
    await user.type(code, 'M-2')
    await saveWith(user, 'another code')
    await waitFor(() => expect(of('PUT /config/{id}')).toHaveLength(1))
    expect(of('PUT /config/{id}')[0]?.body).toEqual({
      version: 3,
      document: { accounts: { '3DS': { merchantCode: 'M-2', apiKey: kept } } },
      note: 'another code',
    })
  })

  it('replaces a secret, adds an account, and shows what the server says where it belongs', async () => {
    const { of } = server({
      'PUT /config/{id}': () => {
        throw invalid({
          field: 'document.accounts.N3DS.merchantCode',
          code: 'REQUIRED',
          message: 'This field is required',
        })
      },
    })
    const { user } = show()
    const account = await screen.findByRole('region', { name: 'Account 3DS' })
    await user.click(within(account).getByRole('button', { name: 'Replace API key' }))
    await user.type(within(account).getByLabelText(/API key/, { selector: 'input' }), 'new-secret')
    await user.type(screen.getByRole('textbox', { name: 'New account' }), 'N3DS{Enter}')
    await screen.findByRole('region', { name: 'Account N3DS' })
    await saveWith(user, 'second account')
    await waitFor(() => expect(of('PUT /config/{id}')).toHaveLength(1))
    expect(of('PUT /config/{id}')[0]?.body).toMatchObject({
      document: { accounts: { '3DS': { apiKey: 'new-secret' }, N3DS: {} } },
    })
    const added = await screen.findByRole('region', { name: 'Account N3DS' })
    expect(await within(added).findByText('This field is required')).toBeTruthy()
  })
})

describe('the address', () => {
  const brand = 100010001
  const other = 100010000

  it('says whose settings are shown, whatever else is in it, and opens them', async () => {
    server()
    const { user, search } = renderScreen(ConfigurationScreen, `/admin/configuration?merchantId=${other}`)
    await waitFor(() => expect(sessionStore.merchantId()).toBe(other))
    await findTable()
    expect(search()).toBe(`?merchantId=${other}`)
    act(() => sessionStore.selectMerchant(brand))
    await waitFor(() => expect(search()).toBe(`?merchantId=${brand}`))
    await user.click(await screen.findByRole('radio', { name: 'Set below' }))
    await waitFor(() => expect(search()).toBe(`?mode=below&merchantId=${brand}`))
    expect(screen.queryByText(/Unknown filter/)).toBeNull()
  })

  it('leads to pages without rows, where nothing is searched and no page is turned', async () => {
    server()
    const { user } = renderScreen(ConfigurationScreen, `/admin/configuration?merchantId=${brand}`)
    await findTable()
    expect(screen.getByRole('searchbox')).toBeTruthy()
    expect(screen.getByText('Rows per page')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Copy from…' }))
    expect(await screen.findByRole('combobox', { name: 'Copy from' })).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByText('Rows per page')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'In effect here' }))
    expect(await screen.findByRole('searchbox')).toBeTruthy()
  })

  it('of a merchant nobody may see opens no settings', async () => {
    const api = server()
    renderScreen(ConfigurationScreen, '/admin/configuration?merchantId=999')
    expect(await screen.findByText('This link is for a merchant you cannot see.')).toBeTruthy()
    expect(api.of('GET /config')).toEqual([])
  })
})

describe('the other pages of Configuration', () => {
  it('do not show the search, export and pages of the list, which act on nothing there', async () => {
    server()
    renderScreen(ConfigurationScreen, '/admin/configuration?mode=copy')
    expect(await screen.findByRole('combobox', { name: 'Copy from' })).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: /^(Columns|Export|Rows per page|Next page)/ })).toEqual([])
    expect(document.querySelector('[data-list-search]')).toBeNull()
  })
})
