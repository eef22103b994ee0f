import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { fakeMappings, mapping } from '../../../kit/testing/fake-mappings.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import BankMappingScreen from './bank-mapping-screen.tsx'

withLayout()

const found = {
  matched: { id: '1', title: 'Nordea', merchantId: 100010001 },
  actions: { swift: 'NDEASESS' },
  passedOver: [],
}

async function openDrawer() {
  signIn(['CONFIG_ADMIN'])
  const api = fakeApi({
    ...fakeMappings([mapping('1')]).handlers,
    'POST /bank-mapping/find': () => found,
    'GET /bank-mapping/for-transaction/{txId}': ({ params }) => ({
      ...found,
      isBankPayout: String(params.txId) === '42',
    }),
  })
  const { user } = renderScreen(BankMappingScreen, '/admin/bank-mapping')
  await findTable()
  await user.click(screen.getByRole('button', { name: 'Find mapping' }))
  return { api, user, drawer: within(await screen.findByRole('dialog')) }
}

test('a second IBAN leaves nothing of the first, and none leaves nothing', async () => {
  const { api, user, drawer } = await openDrawer()
  const iban = drawer.getByLabelText(/^IBAN/)
  const bic = drawer.getByLabelText<HTMLInputElement>('BIC')
  await user.click(iban)
  await user.paste('GB29NWBK60161331926819')
  await waitFor(() => expect(bic.value).toBe('NWBK'))
  await user.clear(iban)
  await waitFor(() => expect(bic.value).toBe(''))
  await user.click(iban)
  await user.paste('DE89370400440532013000')
  await waitFor(() => expect(api.of('POST /bank-mapping/find')).toHaveLength(2))
  expect(api.of('POST /bank-mapping/find').at(-1)?.body).toEqual({
    clearingNumber: '37040044',
    accountNumber: 'DE89370400440532013000',
    country: 'DEU',
  })
})

test('the row of a payment there is already is found by its id', async () => {
  const { user, drawer } = await openDrawer()
  await user.type(drawer.getByLabelText(/^Transaction id/), '42')
  await user.click(drawer.getByRole('button', { name: 'Find for transaction' }))
  expect(await drawer.findByRole('button', { name: 'Nordea' })).toBeTruthy()
  await user.clear(drawer.getByLabelText(/^Transaction id/))
  await user.type(drawer.getByLabelText(/^Transaction id/), '43')
  await user.click(drawer.getByRole('button', { name: 'Find for transaction' }))
  expect(await drawer.findByText('No payout to a bank account')).toBeTruthy()
})

test('a Swedish IBAN fills in the BIC of its bank, and no clearing number', async () => {
  const { api, user, drawer } = await openDrawer()
  await user.click(drawer.getByLabelText(/^IBAN/))
  await user.paste('SE45 5000 0000 0583 9825 7466')
  await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>('BIC').value).toBe('ESSESESS'))
  expect(drawer.getByLabelText<HTMLInputElement>('Clearing number').value).toBe('')
  expect(api.of('POST /bank-mapping/find').at(-1)?.body).toEqual({
    bic: 'ESSESESS',
    accountNumber: 'SE4550000000058398257466',
    country: 'SWE',
  })
})

test.each([
  ['XX00', 'Unknown IBAN country'],
  ['<b>', 'Must begin with two letters and two digits'],
  ['SE45', 'Wrong length or characters for Sweden'],
  ['SE4650000000058398257466', 'Wrong check digits'],
])('%s is no IBAN: that stands at its field, and nothing is looked up', async (typed, problem) => {
  const { api, user, drawer } = await openDrawer()
  const iban = drawer.getByLabelText<HTMLInputElement>(/^IBAN/)
  await user.click(iban)
  await user.paste(typed)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(iban.getAttribute('aria-invalid')).toBe('true'))
  const described = (iban.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described.join()).toContain(problem)
  await user.click(drawer.getByRole('button', { name: 'Find' }))
  expect(api.of('POST /bank-mapping/find')).toEqual([])
  await user.clear(iban)
  await user.click(drawer.getByRole('button', { name: 'Find' }))
  await waitFor(() => expect(api.of('POST /bank-mapping/find')).toHaveLength(1))
})
