import type { CallMap } from '@signalbox/model/calls/index'
import { invalid } from '@signalbox/model/text/refusal'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { bankPages } from './for-other-screens.ts'

withLayout()

type Preview = CallMap['POST /bank-statement/import/preview']['reply']

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const preview = (accountName: string | null): Preview => ({
  format: 'CAMT053',
  canImport: accountName !== null,
  statements: [
    {
      statementRef: 'NL-7',
      sequenceNo: '7',
      accountNo: 'DE89370400440532013000',
      accountName,
      currency: 'EUR',
      openedOn: '2026-02-03',
      closedOn: '2026-02-03',
      opening: euro('100.00'),
      closing: euro('199.28'),
      credits: euro('99.28'),
      debits: euro('0.00'),
      entryCount: 1,
      problems: accountName === null ? ['No bank account DE89370400440532013000 in EUR'] : [],
      warnings: [],
      matches: { confirmed: 1, amountDiffers: 0, proposed: 0, unmatched: 0 },
      entries: [
        {
          bookedOn: '2026-02-03',
          amount: euro('99.28'),
          counterparty: 'Åland Cards',
          reference: null,
          text: 'Batch 0417',
          state: 'CONFIRMED',
          batchRef: '0417',
          note: null,
        },
      ],
    },
  ],
})

const { bank: Statements } = bankPages(() => null)
const none = { items: [], start: 0, limit: 100, total: 0, totalCapped: false }

/** A file in the letters banks use, which are not UTF-8. */
const file = () => new File([new Uint8Array([0x3a, 0x32, 0x30, 0x3a, 0xc5, 0x0a])], 'bank.sta')

const open = () => {
  const calls = fakeApi({
    'GET /bank-statement': () => none,
    'POST /bank-statement/import/preview': ({ body }) =>
      preview((body as { addAccounts: boolean }).addAccounts ? 'Main' : null),
    'POST /bank-statement/import/commit': () => {
      throw invalid({ field: 'content', code: 'STATEMENT', message: 'This statement is already imported' })
    },
  })
  return { ...calls, ...renderScreen(Statements, '/finance/settlements?mode=bank') }
}

it('shows what is in a file before it is imported, and why it was refused', { timeout: 60_000 }, async () => {
  signIn(['SETTLEMENTS'])
  const { user, of } = open()
  await user.click(await screen.findByRole('button', { name: 'Import statement' }))
  await screen.findByText('camt.053 (XML) or MT940, up to 10 MB')
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('No input for a file')
  await user.upload(input, file())
  expect(await screen.findByText('No bank account DE89370400440532013000 in EUR')).toBeTruthy()
  expect(of('POST /bank-statement/import/preview')[0]?.body).toMatchObject({ content: ':20:Å\n' })
  const importing = screen.getByRole('button', { name: 'Import' })
  expect(importing).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: /Add bank account/ }))
  await waitFor(() => expect(importing).toHaveProperty('disabled', false))
  expect(screen.getByText('Åland Cards')).toBeTruthy()
  await user.click(importing)
  expect(await screen.findByText(/This statement is already imported/)).toBeTruthy()
  expect(of('POST /bank-statement/import/commit')[0]?.body).toMatchObject({
    fileName: 'bank.sta',
    addAccounts: true,
  })
})

it('offers no import to those who may only look', async () => {
  signIn(['OPERATOR_ADMIN'])
  open()
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Import statement' })).toBeNull()
})
