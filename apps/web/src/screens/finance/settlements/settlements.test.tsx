import type { CallMap } from '@signalbox/model/calls/index'
import { invalid } from '@signalbox/model/text/refusal'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { settlementLine } from '@signalbox/model/entities/settlement-line'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../../kit/testing/fake-api.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import SettlementsScreen from './settlements-screen.tsx'

withLayout()

type Batch = CallMap['GET /settlement-batch/{id}']['reply']
type Line = CallMap['GET /settlement-line']['reply']['items'][number]
type Sample = CallMap['POST /settlement/import/sample']['reply']
type Preview = CallMap['POST /settlement/import/preview']['reply']

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const batch = (given: Partial<Batch> = {}): Batch =>
  fakeRecord(settlementBatch, {
    id: 'batch-1',
    merchantId: 100010001,
    updatedBy: 'petra',
    payoutDate: '2026-03-04',
    psp: 'acmecards',
    pspAccount: '3DS',
    batchRef: 'B-0417',
    settlementCurrency: 'EUR',
    gross: eur('100.00'),
    grossCredit: eur('100.00'),
    grossDebit: eur('0.00'),
    feeTotal: eur('1.20'),
    adjustments: eur('0.00'),
    net: eur('98.80'),
    declaredNet: null,
    lineCount: 2,
    matchedPct: 50,
    matchedCount: 1,
    differenceCount: 1,
    unmatchedCount: 0,
    missingCount: 0,
    openCount: 1,
    offSumCount: 0,
    state: 'WITH_DIFFERENCES',
    importedBy: 'petra',
    unacceptBy: null,
    ...given,
  })

const line = fakeRecord(settlementLine, {
  id: 'line-1',
  merchantId: 100010001,
  title: 'Line 2',
  batch: 'batch-1',
  lineNo: 2,
  origin: 'FILE',
  type: 'SETTLED',
  matchStatus: 'DIFFERENCE',
  differences: ['FX_DIFF'],
  gross: eur('60.00'),
  expected: eur('60.00'),
  fees: eur('0.70'),
  expectedFee: eur('0.70'),
  net: eur('59.30'),
  txId: 808122880000001,
  merchantRef: '100010001A808122880000001',
  fxRate: '1.2',
  ourRate: '1.08',
  writeOffBy: null,
  resolvedBy: null,
  offSum: eur('-0.10'),
})

const pageOf = <T,>(...items: T[]) => ({
  items,
  start: 0,
  limit: 100,
  total: items.length,
  totalCapped: false,
})

const open = (address: string, handlers: FakeHandlers = {}, given: Partial<Batch> = {}) => {
  const calls = fakeApi({
    'GET /settlement-batch': () => pageOf(batch(given)),
    'GET /settlement-batch/{id}': () => batch(given),
    'GET /settlement-batch/{id}/acceptance': () => ({ ownPart: null, others: ['finance2'], areMore: false }),
    'GET /settlement-line': ({ query }) => (query.keyword === 'nobody' ? pageOf<Line>() : pageOf(line)),
    'GET /settlement/import/options': () => ({
      accounts: [{ psp: 'acmecards', pspAccount: '3DS' }],
      profiles: [],
    }),
    ...handlers,
  })
  return { ...calls, ...renderScreen(SettlementsScreen, `/finance/settlements${address}`) }
}

it('a difference of rates shows both, and a line is found by its reference', async () => {
  signIn(['SETTLEMENTS'])
  const { user, of } = open('?id=batch-1&tab=differences')
  const lines = await screen.findByRole('region', { name: 'Lines' })
  expect(lines.textContent).toContain('Rate 1.2, ours 1.08')
  // Who may not open payments is not sent to one.
  expect(within(lines).queryByRole('link')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Find a line' }), 'nobody')
  await waitFor(() => expect(of('GET /settlement-line').at(-1)?.query).toMatchObject({ keyword: 'nobody' }))
  await waitFor(() => expect(screen.getByText('0 lines')).toBeTruthy())
})

it('a difference of rates says so where there is no rate of ours', async () => {
  signIn(['SETTLEMENTS'])
  open('?id=batch-1&tab=differences', { 'GET /settlement-line': () => pageOf({ ...line, ourRate: null }) })
  const lines = await screen.findByRole('region', { name: 'Lines' })
  expect(lines.textContent).toContain('Rate 1.2, no rate of ours')
})

it('the lines of a batch come a page at a time, of the size that is chosen', async () => {
  signIn(['SETTLEMENTS'], { pageSize: 10 })
  const { user, of } = open('?id=batch-1&tab=differences', {
    'GET /settlement-line': ({ query }) => {
      const start = Number(query.start)
      const lines = Array.from({ length: Math.min(Number(query.limit), 15 - start) }, (_, index) => ({
        ...line,
        id: `line-${start + index}`,
        lineNo: start + index + 1,
      }))
      return { ...pageOf(...lines), start, total: 15 }
    },
  })
  const asked = () => of('GET /settlement-line').at(-1)?.query
  await screen.findByText('1–10 of 15')
  expect(asked()).toMatchObject({ start: '0', limit: '10' })
  // The list of batches behind has a footer as well.
  const tab = within(screen.getByRole('tabpanel', { name: /^Differences/ }))
  await user.click(tab.getByRole('button', { name: 'Next page' }))
  await screen.findByText('11–15 of 15')
  expect(asked()).toMatchObject({ start: '10', limit: '10' })
  await user.click(tab.getByRole('button', { name: 'Rows per page 10' }))
  await user.click(await screen.findByRole('menuitemradio', { name: '20' }))
  await screen.findByText('1–15 of 15')
  expect(asked()).toMatchObject({ start: '0', limit: '20' })
})

it('a file without a profile was read by the generic header, not by a code', async () => {
  signIn(['SETTLEMENTS'])
  const fileName = `payout of ${'a very long day '.repeat(6)}.csv`
  open('?id=batch-1&tab=file', {}, { profile: 'GENERIC', fileName })
  expect(await screen.findByText('Generic header')).toBeTruthy()
  expect(screen.queryByText('GENERIC')).toBeNull()
  // On a phone the name of the file goes on in the next line instead of being cut.
  expect(screen.getByText(fileName).className).toContain('full')
})

it.each([
  [
    'IMPORTED',
    ['finance2'],
    'You imported this batch. Someone else must accept it. It can be accepted by finance2.',
  ],
  [
    'DECIDED',
    ['finance', 'petra'],
    'You decided about differences above the limit yourself. Someone else must accept this batch. It can be accepted by finance, petra.',
  ],
  ['RIGHT', [], 'Only people with the role Settlements accept batches. At the moment nobody else can.'],
] as const)(
  'a batch is not offered to whoever may not accept it (%s), who reads who can',
  async (ownPart, others, text) => {
    signIn(['SETTLEMENTS'])
    const acceptance = { ownPart, others: [...others], areMore: false }
    const handlers: FakeHandlers = { 'GET /settlement-batch/{id}/acceptance': () => acceptance }
    open('?id=batch-1', handlers, { openCount: 0, state: 'MATCHED' })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept batch' })).toBeNull()
  },
)

it('says how many lines are open before a batch can be accepted', async () => {
  signIn(['SETTLEMENTS'])
  open('?id=batch-1')
  expect(
    await screen.findByText('1 line is still to be decided before the batch can be accepted.'),
  ).toBeTruthy()
})

it('asks with the payout, its lines and what does not add up before a batch is accepted', async () => {
  signIn(['SETTLEMENTS'])
  const { user } = open('?id=batch-1', {}, { openCount: 0, state: 'MATCHED', offSumCount: 1 })
  const warning = '1 line does not add up: gross minus fees is not the net.'
  expect(await screen.findByText(warning)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Accept batch' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept batch: settlement batch' }))
  expect(dialog.getByText('Payout: 98.80 EUR, 2 lines')).toBeTruthy()
  expect(dialog.getByText(warning)).toBeTruthy()
})

it('names the amounts of a line before it is written off', { timeout: 60_000 }, async () => {
  signIn(['SETTLEMENTS'])
  const { user } = open('?id=batch-1&tab=differences')
  const off = 'Does not add up: net is 0.10 EUR less than gross minus fees.'
  expect((await screen.findByRole('region', { name: 'Lines' })).textContent).toContain(off)
  await user.click(screen.getByRole('button', { name: 'Actions of line 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Write off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write off: settlement line' }))
  expect(dialog.getByText('Gross 60.00 EUR, expected 60.00 EUR')).toBeTruthy()
  expect(dialog.getByText(off)).toBeTruthy()
})

const preview: Preview = {
  sha256: 'a'.repeat(64),
  profile: 'Generic header',
  rows: 1,
  problems: [{ line: 2, column: 'grossAmount', message: 'Not an amount in EUR' }],
  problemCount: 1,
  warnings: [],
  repeatedLines: 0,
  batch: null,
  firstLines: [],
  supersedes: null,
  alreadyImported: false,
}

it('a file with an error is shown by line and cannot be imported', { timeout: 60_000 }, async () => {
  signIn(['SETTLEMENTS'])
  const { user, of } = open('', {
    'POST /settlement/import/preview': () => preview,
    'POST /settlement/import/commit': () => {
      throw invalid({ field: 'sha256', code: 'UNKNOWN', message: 'must not be reached' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Import file' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import settlement file' })
  await user.click(within(dialog).getByRole('combobox', { name: 'PSP' }))
  await user.click(await screen.findByRole('option', { name: 'Acme Cards' }))
  // The only account of the PSP is chosen with it.
  expect(within(dialog).getByRole('combobox', { name: 'Account' })).toHaveProperty('value', '3DS')
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('No input for a file')
  await user.upload(input, new File(['batchRef;…\nx'], 'b.csv'))
  await user.click(within(dialog).getByRole('button', { name: 'Check file' }))
  expect(await within(dialog).findByText(/Not an amount in EUR/)).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /^Import \d/ })).toHaveProperty('disabled', true)
  expect(of('POST /settlement/import/preview')[0]?.body).toMatchObject({
    psp: 'acmecards',
    pspAccount: '3DS',
  })
  expect(of('POST /settlement/import/commit')).toEqual([])
})

it('the editor of an import profile shows the first rows of a file as they would be read', async () => {
  signIn(['SETTLEMENTS'])
  const profile: Sample['profile'] = {
    separator: ',',
    decimalSign: '.',
    dateFormat: 'ISO',
    unsignedAmounts: false,
    columns: { merchantRef: 'Your ref' },
    splitColumns: {},
    typeWords: {},
  }
  const read: Sample['rows'][number]['read'] = {
    ...{ line: 2, pspRefId: 'R-1', merchantRef: '100010001A1', bookedAt: '2026-03-03T10:00:00Z' },
    ...{ gross: eur('60.00'), fees: eur('0.70'), net: eur('59.30') },
    type: 'SETTLED',
  }
  const { user, of } = open('?mode=profiles', {
    'GET /settlement-profile': () => pageOf(),
    'POST /settlement/import/sample': () => ({
      header: ['Your ref', 'Amount'],
      profile,
      missing: [],
      rows: [
        { line: 2, cells: ['100010001A1', '60.00'], read, problems: [] },
        {
          line: 3,
          cells: ['100010001A2', 'x'],
          read: null,
          problems: [{ line: 3, column: 'Amount', message: 'Not an amount in EUR' }],
        },
      ],
    }),
  })
  await user.click((await screen.findAllByRole('button', { name: 'New import profile' }))[0] as HTMLElement)
  const form = await screen.findByRole('dialog')
  await within(form).findByRole('button', { name: 'Guess from a file' })
  const input = form.querySelector('input[type="file"]')
  if (!(input instanceof HTMLInputElement)) throw new Error('No file can be chosen')
  await user.upload(input, new File(['Your ref,Amount\n100010001A1,60.00\n100010001A2,x\n'], 'acme.csv'))
  const rows = await within(form).findByRole('region', { name: 'First rows as they are read' })
  const [, first, second] = within(rows).getAllByRole('row')
  expect(first?.textContent).toMatch(/^2Settled100010001A1R-1.*60\.00 EUR0\.70 EUR59\.30 EUR$/)
  expect(second?.textContent).toBe('3Amount: Not an amount in EUR')
  // Asked again by what the form says now, with what was guessed in it.
  expect(of('POST /settlement/import/sample').at(-1)?.body).toMatchObject({
    profile: { separator: ',', columns: { merchantRef: 'Your ref' } },
  })
  expect(within(form).getByRole('combobox', { name: 'Our reference' })).toHaveProperty('value', 'Your ref')
})
