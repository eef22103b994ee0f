import type { CopyPart } from '@signalbox/model/calls/configuration'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { CopyPage } from './copy-page.tsx'

withLayout()

const difference = { account: '3DS', before: null, receives: null, secret: false }
const part: CopyPart = {
  type: 'ProviderConfig',
  provider: 'acmecards',
  name: 'Acme Cards',
  source: { id: 'config-1', version: 3, merchantId: 100010000 },
  target: null,
  differences: [
    { ...difference, key: 'merchantCode', label: 'Merchant code', after: 'M-1' },
    { ...difference, key: 'descriptor', label: 'Descriptor', after: 'Northlight' },
    { ...difference, key: 'apiKey', label: 'API key', after: null, secret: true },
  ],
  refused: [],
  waits: 'Change “Limit”',
  missing: ['3DS.apiKey'],
}

test('the chosen settings are copied with their versions and a reason; secrets cannot be chosen', async () => {
  signIn(['CONFIG_ADMIN'])
  const { of } = fakeApi({
    'POST /config/copy/preview': () => ({ parts: [part] }),
    'POST /config/copy': () => ({ parts: [part] }),
  })
  const { user } = renderScreen(CopyPage, '/admin/configuration?mode=copy')
  await user.click(await screen.findByRole('combobox', { name: 'Copy from' }))
  const [source] = await screen.findAllByRole('option')
  await user.click(source!)
  const table = await screen.findByRole('region', { name: 'Differences of Acme Cards' })
  expect(within(table).getByRole<HTMLInputElement>('checkbox', { name: '3DS: API key' }).disabled).toBe(true)
  expect(screen.getByText('3DS.apiKey')).toBeTruthy()
  expect(screen.getByText('Needs a second person')).toBeTruthy()
  await user.click(within(table).getByRole('checkbox', { name: '3DS: Descriptor' }))
  const button = screen.getByRole('button', { name: 'Copy 1 setting' })
  await user.click(button)
  expect(of('POST /config/copy')).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'As agreed')
  await user.click(button)
  await waitFor(() => expect(of('POST /config/copy')).toHaveLength(1))
  expect(of('POST /config/copy')[0]?.body).toMatchObject({
    parts: [
      {
        provider: 'acmecards',
        source: { id: 'config-1', version: 3 },
        target: null,
        settings: [{ account: '3DS', key: 'merchantCode' }],
      },
    ],
    note: 'As agreed',
  })
})

test('settings that hold people back are not chosen until somebody chooses them', async () => {
  signIn(['CONFIG_ADMIN'])
  const root = { account: null, before: null, receives: null, secret: false }
  const merchant: CopyPart = {
    ...part,
    type: 'MerchantConfig',
    provider: null,
    name: 'Merchant settings',
    differences: [
      { ...root, key: 'approval.maxSingle', label: 'Largest single approval', after: { EUR: '9.00' } },
      { ...root, key: 'gdpr.retentionYears', label: 'Keep the data', after: 1 },
      { ...root, key: 'kyc.complianceEmail', label: 'Compliance email', after: 'a@mail.example' },
    ],
  }
  fakeApi({ 'POST /config/copy/preview': () => ({ parts: [merchant] }) })
  const { user } = renderScreen(CopyPage, '/admin/configuration?mode=copy')
  await user.click(await screen.findByRole('combobox', { name: 'Copy from' }))
  const [source] = await screen.findAllByRole('option')
  await user.click(source!)
  const table = within(await screen.findByRole('region', { name: 'Differences of Merchant settings' }))
  const box = (name: RegExp) => table.getByRole<HTMLInputElement>('checkbox', { name })
  expect(box(/Compliance email/).checked).toBe(true)
  expect(box(/Largest single approval/).checked).toBe(false)
  expect(box(/Keep the data/).checked).toBe(false)
  await user.click(box(/Keep the data/))
  expect(box(/Keep the data/).checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Copy 2 settings' })).toBeTruthy()
})
