import { ledgerPosting } from '@signalbox/model/entities/ledger-posting'
import { ledgerRequest } from '@signalbox/model/entities/ledger-request'
import { invalid } from '@signalbox/model/text/refusal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { emptyLine, offBy } from './adjustment-lines.ts'
import BalanceScreen from './balance-screen.tsx'

withLayout()

const brand = 100010001
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const funds = `USER_FUNDS:${brand}::EUR`

const account = {
  merchantId: brand,
  account: funds,
  type: 'USER_FUNDS' as const,
  class: 'LIABILITY' as const,
  dimension: '',
  balance: eur('-120.50'),
  movementToday: eur('-20.00'),
  today: '2026-03-09',
  lastEntryAt: '2026-03-09T10:00:00.000Z',
}
const consolidated = {
  currency: 'EUR',
  merchants: 2,
  ratesOf: '2026-03-09',
  rows: [{ type: 'USER_FUNDS' as const, balance: eur('-220.50'), converted: true }],
  without: ['XAF'],
}
const period = (month: string, given: object = {}) => ({
  month,
  version: 0,
  firstDay: `${month}-01`,
  lastDay: `${month}-28`,
  state: 'OPEN' as const,
  closedAt: null,
  closedBy: null,
  blockers: [],
  ...given,
})

const calls = () =>
  fakeApi({
    'GET /balance/accounts': () => ({ accounts: [account], isCut: false, consolidated: null }),
    'GET /balance/psps': () => ({
      items: [
        {
          psp: 'acmecards',
          currency: 'EUR',
          receivable: eur('99.00'),
          accruedFees: eur('1.20'),
          reserve: eur('0.00'),
          lastSettledOn: '2026-03-07',
          daysSinceSettlement: 2,
          lastFileAt: '2026-03-01T10:00:00.000Z',
          isWithoutFile: true,
          nextPayout: { on: '2026-03-11', amount: eur('97.80') },
        },
      ],
    }),
    'GET /balance/trial': () => ({
      rows: [
        {
          merchantId: brand,
          account: funds,
          type: 'USER_FUNDS' as const,
          class: 'LIABILITY' as const,
          dimension: '',
          debit: null,
          credit: eur('120.50'),
        },
        {
          merchantId: brand,
          account: `PSP_RECEIVABLE:${brand}:acmecards/3DS:EUR`,
          type: 'PSP_RECEIVABLE' as const,
          class: 'ASSET' as const,
          dimension: 'acmecards/3DS',
          debit: eur('120.00'),
          credit: null,
        },
      ],
      isCut: false,
      totals: [{ debit: eur('120.00'), credit: eur('120.50'), balanced: false }],
      consolidated,
    }),
    'GET /balance/exposure': () => ({
      items: [
        {
          kind: 'TIMEOUT' as const,
          statusNo: 404,
          psp: 'acmecards',
          count: 2,
          amount: eur('30.00'),
          oldestAt: '2026-03-09T10:00:00.000Z',
        },
      ],
    }),
    'GET /balance/periods': () => ({
      items: [
        period('2026-03', { blockers: ['The month is not over.'] }),
        period('2026-02', { version: 2 }),
        period('2026-01', { state: 'CLOSED', closedAt: '2026-02-05T10:00:00.000Z', closedBy: 'finance' }),
      ],
      closedThrough: '2026-01-31',
      checkedAt: '2026-03-09T03:10:00.000Z',
      findings: 0,
    }),
    'POST /balance/period/{month}/close': () => period('2026-02', { state: 'CLOSED' }),
    'GET /ledger-request': () => ({ items: [], start: 0, limit: 100, total: 0, totalCapped: false }),
    'POST /ledger-request/adjustment': () => {
      throw invalid({ field: 'lines.0.dimension', code: 'INVALID', message: 'Name the PSP' })
    },
  })

/** What the link of a figure asks the postings for; null where it is no link to them. */
function searchOf(link: Element | null): Record<string, string> | null {
  if (!(link instanceof HTMLAnchorElement)) return null
  const { mode, ...filters } = Object.fromEntries(new URL(link.href).searchParams)
  return mode === 'postings' ? filters : null
}

/** Every amount there is in a part of the page, and which postings it opens. */
const figuresIn = (part: HTMLElement) =>
  [...part.querySelectorAll('span')]
    .filter(({ textContent }) => /^-?[\d.]+ [A-Z]{3}$/.test(textContent))
    .map((figure) => [figure.textContent, searchOf(figure.closest('a'))])

it('every figure opens its postings, and what was converted says so', { timeout: 60_000 }, async () => {
  signIn(['MINIBANK'])
  calls()
  renderScreen(BalanceScreen, '/finance/balance')
  const tree = await screen.findByRole('navigation', { name: 'Accounts' })
  const table = await screen.findByRole('region', { name: 'Trial balance' })
  const atAcme = { psp: 'acmecards', currency: 'EUR' }
  expect(figuresIn(tree)).toEqual([
    ['-120.50 EUR', { accountKey: funds }],
    ['-20.00 EUR', { accountKey: funds, valueDate: '2026-03-09..2026-03-09' }],
  ])
  expect(figuresIn(table)).toEqual([
    ['120.50 EUR', { accountKey: funds }],
    ['120.00 EUR', { accountKey: `PSP_RECEIVABLE:${brand}:acmecards/3DS:EUR` }],
    ['120.00 EUR', { currency: 'EUR' }],
    ['120.50 EUR', { currency: 'EUR' }],
  ])
  expect(figuresIn(screen.getByRole('list', { name: 'PSPs' }))).toEqual([
    ['99.00 EUR', { ...atAcme, accountType: 'PSP_RECEIVABLE' }],
    ['1.20 EUR', { ...atAcme, accountType: 'PSP_FEE_ACCRUED' }],
    ['0.00 EUR', { ...atAcme, accountType: 'RESERVE_HELD' }],
    // Expected of a settlement batch, and in no account yet.
    ['97.80 EUR', null],
  ])
  expect(figuresIn(await screen.findByRole('region', { name: 'Consolidated' }))).toEqual([
    ['-220.50 EUR', { accountType: 'USER_FUNDS' }],
  ])
  expect(within(table).getByText('Not balanced')).toBeTruthy()
  // By the name of the PSP, with the account there.
  expect(within(table).getByText('Assets · Acme Cards/3DS')).toBeTruthy()
  expect(table.textContent).not.toContain('acmecards')
  expect(await screen.findByText('Converted')).toBeTruthy()
  expect(screen.getByText(/not included: XAF/)).toBeTruthy()
  expect(screen.getByText(/Settled 2 days ago/)).toBeTruthy()
})

it(
  'shows the PSPs that sent no file, and says that the others are left out',
  { timeout: 60_000 },
  async () => {
    signIn(['MINIBANK'])
    const { of } = calls()
    renderScreen(BalanceScreen, '/finance/balance?noFile=true')
    expect(await screen.findByText(/Only balances at PSPs without a settlement file/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all PSPs' }).getAttribute('href')).toBe('/finance/balance')
    expect(screen.getByText(/Last settlement file/)).toBeTruthy()
    expect(of('GET /balance/psps')[0]?.query).toMatchObject({ noFile: 'true' })
  },
)

it('says in words what is unclear at a PSP, not by a code', { timeout: 60_000 }, async () => {
  signIn(['MINIBANK'])
  calls()
  renderScreen(BalanceScreen, '/finance/balance?mode=exposure')
  const table = await screen.findByRole('region', { name: 'Exposure' })
  expect(table.textContent).toMatch(/Acme Cards.*Timeout · [A-Z][a-z ]+/)
  expect(table.textContent).not.toMatch(/ERR_|[A-Z]+_[A-Z]+/)
})

it('offers nothing to who only looks', { timeout: 60_000 }, async () => {
  signIn(['MINIBANK'])
  calls()
  renderScreen(BalanceScreen, '/finance/balance?mode=periods')
  expect(await screen.findByText('The month is not over.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close 2026-02' })).toBeNull()
})

it('closes the month that can be closed, and no other', { timeout: 60_000 }, async () => {
  signIn(['MINIBANK_ADMIN'])
  const { of } = calls()
  const { user } = renderScreen(BalanceScreen, '/finance/balance?mode=periods')
  await user.click(await screen.findByRole('button', { name: 'Close 2026-02' }))
  expect(screen.queryByRole('button', { name: 'Close 2026-03' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reopen 2026-01' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Close period' }))
  await waitFor(() => expect(of('POST /balance/period/{month}/close')).toHaveLength(1))
  expect(of('POST /balance/period/{month}/close')[0]?.body).toEqual({ version: 2 })
})

it(
  'sends an adjustment only when it balances, and shows what is wrong with a line',
  { timeout: 60_000 },
  async () => {
    signIn(['MINIBANK_ADMIN'])
    const { of } = calls()
    const { user } = renderScreen(BalanceScreen, '/finance/balance?mode=requests')
    await user.click(await screen.findByRole('button', { name: 'New adjustment' }))
    const send = await screen.findByRole('button', { name: 'Request adjustment' })
    const line = (no: number) => within(screen.getByRole('group', { name: `Line ${no}` }))
    await user.type(line(1).getByRole('textbox', { name: 'Amount' }), '12.34')
    expect(screen.getByText('Debit is 12.34 EUR too high')).toBeTruthy()
    expect(send).toHaveProperty('disabled', true)
    await user.type(line(2).getByRole('textbox', { name: 'Amount' }), '12.34')
    expect(screen.getByText('Debit and credit: 12.34 EUR, 2 lines.')).toBeTruthy()
    await user.click(send)
    expect(await screen.findByText('Name the PSP')).toBeTruthy()
    expect(of('POST /ledger-request/adjustment')).toHaveLength(1)
  },
)

it('a posting that came late says which day was closed, and opens its payment', async () => {
  const posting = fakeRecord(ledgerPosting, {
    id: 'entry-1 1',
    merchantId: brand,
    accountType: 'USER_FUNDS',
    account: funds,
    dimension: '',
    entryId: 'entry-1',
    valueDate: '2026-03-01',
    movedFrom: '2026-02-27',
    sourceType: 'TRANSACTION',
    sourceId: '808122880000001',
  })
  const entry = (transactionId: string | null) => () => ({
    ...{ id: 'entry-1', merchantId: brand, at: '2026-03-09T10:00:00.000Z', valueDate: '2026-03-01' },
    ...{ movedFrom: '2026-02-27', eventType: 'DEPOSIT_SUCCESS', sourceType: 'TRANSACTION' },
    ...{ sourceId: '808122880000001', description: 'Deposit', createdBy: 'system', lines: [] },
    ...{ reversalOf: null, reversedBy: null, requestId: null, notReversible: null, transactionId },
  })
  const open = () => {
    fakeApi({
      'GET /ledger-posting': () => ({ items: [posting], start: 0, limit: 100, total: 1, totalCapped: false }),
      'GET /balance/entry/{id}': entry('808122880000001'),
    })
    renderScreen(BalanceScreen, `/finance/balance?mode=postings&id=${posting.id}`)
  }
  signIn(['MINIBANK', 'TRANSACTION_VIEWER'])
  open()
  const drawer = await screen.findByRole('dialog', { name: 'Entry' })
  expect(await within(drawer).findByText('Moved from 2026-02-27')).toBeTruthy()
  const payment = within(drawer).getByRole('link', { name: 'Transaction 808122880000001' })
  expect(payment.getAttribute('href')).toMatch(/^\/transactions\?id=.*808122880000001/)
  cleanup()
  // Who may not see payments reads the number.
  signIn(['MINIBANK'])
  open()
  expect(await screen.findByText('Moved from 2026-02-27')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Transaction/ })).toBeNull()
})

it('the name of an attachment is not cut', { timeout: 60_000 }, async () => {
  signIn(['MINIBANK'])
  const request = fakeRecord(ledgerRequest, {
    id: 'request-1',
    title: 'Adjustment of 5.00 EUR',
    kind: 'ADJUSTMENT',
    state: 'WAITING',
    reason: 'Wrong account',
    requestedBy: 'anna',
    fileName: `statement of ${'a very long month '.repeat(5)}.pdf`,
    lines: [],
  })
  fakeApi({
    'GET /ledger-request': () => ({ items: [request], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /ledger-request/{id}': () => request,
  })
  renderScreen(BalanceScreen, '/finance/balance?mode=requests&id=request-1')
  const button = await screen.findByRole('button', { name: /^statement of a very long month/ })
  const label = within(button).getByText(/^statement of/)
  expect(label.style.whiteSpace).toBe('normal')
})

it('says per currency what is missing', () => {
  const line = (key: number, side: 'DEBIT' | 'CREDIT', amount: string, currency: string) => ({
    ...emptyLine(key, side, currency),
    amount,
  })
  expect(offBy([line(1, 'DEBIT', '5', 'JPY'), line(2, 'CREDIT', '5', 'EUR')])).toBe(
    'Debit is 5 JPY too high, Credit is 5.00 EUR too high',
  )
  expect(offBy([line(1, 'DEBIT', '0.10', 'EUR'), line(2, 'CREDIT', '0.1', 'EUR')])).toBeNull()
})
