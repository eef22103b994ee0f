import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { exampleTransaction } from '../transactions/testing/example-transaction.ts'
import InvestigateScreen from './investigate-screen.tsx'

withLayout()

const caseId = '01a14a74-db9a-7046-8c9f-401ca6265ae3'
const eur = (amount: string) => ({ amount, currency: 'EUR' })

const inconsistent: CaseSheet = {
  id: caseId,
  version: 3,
  merchantId: 100010001,
  type: 'INCONSISTENT',
  state: 'OPEN',
  severity: 'MEDIUM',
  dueAt: '2026-11-16T12:00:00.000Z',
  overdue: false,
  suspected: 'acmecards did not answer within 6.3 s.',
  amount: eur('75.00'),
  psp: 'acmecards',
  assignee: null,
  assigneeId: null,
  txId: exampleTransaction.id,
  userId: 'player-65',
  openedAt: '2026-11-16T08:00:00.000Z',
  commentCount: 0,
  txState: 'INCONSISTENT',
  statusCode: 'ERR_READ_TIMEOUT',
  txType: 'CreditcardDeposit',
  pspRefId: null,
  reference: null,
  reported: null,
  cause: 'Timed out',
  resolution: null,
  resolvedAt: null,
  updatedAt: '2026-11-16T08:00:00.000Z',
  updatedBy: 'system',
  callbackId: null,
  allowed: ['take', 'wait', 'comment', 'file', 'resolve'],
  causes: [
    { code: 'NO_ANSWER', text: 'acmecards did not answer within 6.3 s.', points: null, weight: 'POSSIBLE' },
  ],
  asked: { at: '2026-11-16T08:05:00.000Z', kind: 'pending' },
  txVersion: 9,
  txStatusNo: 400,
  pspAmount: eur('75.00'),
  pspReported: null,
  amountInDoubt: false,
  attemptCount: 1,
  txWorking: false,
  entries: [],
  files: [],
  callback: null,
  candidates: [],
  reasons: [{ id: 'statement', name: 'Bank statement' }],
}

const unknown: CaseSheet = {
  ...inconsistent,
  type: 'UNKNOWN_CALLBACK',
  txId: null,
  txState: null,
  statusCode: null,
  txVersion: null,
  txStatusNo: null,
  amount: null,
  reported: eur('12.00'),
  reference: 'order-1',
  allowed: ['take', 'wait', 'comment', 'attach', 'dismiss'],
  callbackId: 'cb',
  callback: {
    id: 'cb',
    psp: 'acmecards',
    pspAccount: '3DS',
    receivedAt: '2026-11-16T08:00:00.000Z',
    sourceIp: null,
    outcome: 'UNKNOWN',
    reference: 'order-1',
    pspRefId: 'ac-1',
    subject: 'payment',
    statusNo: 0,
    pspCode: '00',
    pspMessage: 'captured',
    amount: eur('12.00'),
    body: '{"reference":"order-1"}',
  },
  candidates: [
    {
      txId: exampleTransaction.id,
      merchantId: 100010001,
      created: '2026-11-16T07:59:00.000Z',
      statusNo: 303,
      userId: 'player-65',
      pspAmount: eur('12.00'),
      pspRefId: null,
      why: 'Same amount at the same PSP within a day',
    },
  ],
}

function open(address: string, sheet: CaseSheet, roles: Role[], more: FakeHandlers = {}) {
  signIn(roles)
  const done = { id: sheet.id, version: sheet.version + 1, state: 'ASSIGNED' as const }
  const api = fakeApi({
    'GET /case': () => ({ items: [sheet], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /case/options': () => ({
      psp: ['acmecards'],
      people: [{ id: 'p1', username: 'investigator', name: 'Jonas Falk' }],
    }),
    'GET /case/{id}': () => sheet,
    'GET /case/{id}/outcome': () => ({
      outcomes: [
        {
          outcome: 'SUCCESSFUL',
          statusNo: 0,
          takesTwo: true,
          asked: { by: 'colleague', isOwn: false, amount: eur('75.00'), reference: 'seen-1' },
          merchant: { call: 'transfer', amount: eur('75.00') },
          entries: [
            {
              eventType: 'DEPOSIT_SUCCESS',
              description: 'Card deposit received',
              lines: [
                { account: 'USER_FUNDS:100010001::EUR', debit: null, credit: eur('75.00') },
                { account: 'PSP_RECEIVABLE:100010001:acmecards:EUR', debit: eur('75.00'), credit: null },
              ],
            },
          ],
        },
        { outcome: 'FAILED', statusNo: 506, takesTwo: false, asked: null, merchant: null, entries: [] },
      ],
    }),
    'GET /transaction/{id}': () => exampleTransaction,
    'GET /transaction/{id}/timeline': () => ({ events: [] }),
    'GET /transaction/{id}/attempt': () => ({ attempts: [] }),
    'POST /case/{id}/take': () => done,
    'POST /case/{id}/resolve': () => done,
    'POST /case/{id}/attach': () => done,
    'POST /case/bulk': () => ({
      results: [{ id: sheet.id, ok: false, code: 'INVALID_STATE', message: 'Gone' }],
    }),
    'POST /transaction/{id}/{op}': () => ({
      id: 1,
      version: 2,
      statusNo: 400,
      childId: null,
      waitsForOther: false,
    }),
    ...more,
  })
  return { api, ...renderScreen(InvestigateScreen, `/investigate${address}`) }
}

const here = `?desk=cases&id=${caseId}`
const investigator: Role[] = ['INVESTIGATOR', 'TRANSACTION_DETAIL_VIEWER']

describe('the desk of investigators', () => {
  it('is opened, decided with evidence and left by keys alone', async () => {
    const { user, api } = open('?desk=cases', inconsistent, investigator)
    await findTable()
    await user.keyboard('o')
    await screen.findByText('Pending')
    await user.keyboard('s')
    const dialog = await screen.findByRole('dialog', { name: 'The payment was successful' })
    expect(await within(dialog).findByText('Card deposit received')).toBeTruthy()
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(
      /^colleague asked for this with .*75\.00.*, reference seen-1\. To confirm it, enter the same/,
    )
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(api.of('POST /case/{id}/resolve')).toHaveLength(0)
    await user.type(within(dialog).getByLabelText(/^Evidence/), 'Seen')
    await user.type(within(dialog).getByLabelText(/^Reference/), 'ac-1')
    await user.click(within(dialog).getByRole('combobox', { name: /^Reason/ }))
    await user.click(await screen.findByRole('option', { name: 'Bank statement' }))
    await user.click(within(dialog).getByLabelText(/^Evidence/))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(api.of('POST /case/{id}/resolve')).toHaveLength(1))
    expect(api.of('POST /case/{id}/resolve')[0]?.body).toEqual({
      version: 3,
      txStatusNo: 400,
      outcome: 'SUCCESSFUL',
      evidence: 'Seen',
      reference: 'ac-1',
      tagId: 'statement',
      sendToMerchant: true,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks who may what the PSP moved where that is in doubt, and shows what it would book', async () => {
    const doubt = { statusCode: 'ERR_AMOUNT_MISMATCH', txStatusNo: 407, amountInDoubt: true }
    const sheet = { ...inconsistent, ...doubt, pspReported: eur('67.50'), pspRefId: 'ac-1' }
    const { user, api } = open(here, sheet, investigator)
    await screen.findByText('Pending')
    await user.keyboard('s')
    const dialog = await screen.findByRole('dialog', { name: 'The payment was successful' })
    const amount = within(dialog).getByLabelText('Amount moved by the PSP')
    expect((amount as HTMLInputElement).value).toBe('67.50')
    await waitFor(() =>
      expect(api.of('GET /case/{id}/outcome').some(({ query }) => query.amount === '67.50')).toBe(true),
    )
    await user.clear(amount)
    await user.type(amount, '67.49')
    await user.type(within(dialog).getByLabelText(/^Evidence/), 'On the statement')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(api.of('POST /case/{id}/resolve')).toHaveLength(1))
    expect(api.of('POST /case/{id}/resolve')[0]?.body).toMatchObject({ amount: eur('67.49') })
  })

  it('says at the field of the reference that it is another payment’s', async () => {
    const why = 'acmecards made transaction 27 under this reference.'
    const { user } = open(here, inconsistent, investigator, {
      'POST /case/{id}/resolve': () => {
        throw invalid({ field: 'reference', code: 'INVALID', message: why })
      },
    })
    await screen.findByText('Pending')
    await user.keyboard('s')
    const dialog = await screen.findByRole('dialog', { name: 'The payment was successful' })
    await user.type(within(dialog).getByLabelText(/^Evidence/), 'Seen')
    const reference = within(dialog).getByLabelText(/^Reference/)
    await user.type(reference, 'ac-1')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await within(dialog).findByText(why)
    expect(reference.getAttribute('aria-invalid')).toBe('true')
  })

  it('takes a case with one key and tells what stood in the way', async () => {
    const { user, api } = open(here, inconsistent, investigator, {
      'POST /case/{id}/take': () => {
        throw new Refusal('INVALID_STATE', { message: 'Someone else works on it.' })
      },
    })
    await screen.findByRole('button', { name: /^Take/ })
    await user.keyboard('t')
    await screen.findByText('Someone else works on it.')
    expect(api.of('POST /case/{id}/take')[0]?.body).toEqual({ version: 3 })
    await user.keyboard('p')
    await waitFor(() => expect(api.of('POST /transaction/{id}/{op}')[0]?.params.op).toBe('check'))
  })

  it('takes evidence as a file, and says at once what it does not take', async () => {
    const statement = { id: 'f1', name: 'statement.pdf', kind: 'pdf' as const, sizeBytes: 20_480 }
    const files = [{ ...statement, author: 'investigator', at: '2026-11-16T08:00:00.000Z', erased: false }]
    const { user, api } = open(here, { ...inconsistent, files }, investigator, {
      'POST /case/{id}/file': () => ({ id: caseId, version: 4, state: 'OPEN' }),
    })
    await screen.findByText('statement.pdf')
    expect(screen.getByRole('button', { name: 'Download statement.pdf' })).toBeTruthy()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input as HTMLElement, new File(['<html>,</html>'], 'page.csv'))
    await screen.findByText('page.csv is not a PDF, PNG or CSV file.')
    expect(api.of('POST /case/{id}/file')).toHaveLength(0)
    await user.upload(input as HTMLElement, new File(['a,b\n1,2\n'], 'lines.csv'))
    await waitFor(() => expect(api.of('POST /case/{id}/file')).toHaveLength(1))
    expect(api.of('POST /case/{id}/file')[0]?.body).toEqual({
      name: 'lines.csv',
      content: btoa('a,b\n1,2\n'),
    })
    expect(screen.queryByText(/is not a PDF/)).toBeNull()
  })

  it('offers nobody what the server does not let them do', async () => {
    open(here, { ...inconsistent, allowed: ['comment'] }, ['OPERATOR_ADMIN'])
    await screen.findByLabelText('New comment')
    expect(screen.queryByRole('button', { name: /^(Take|Successful|Failed|Ask)/ })).toBeNull()
  })

  it('attaches a callback to the payment it fits', async () => {
    const { user, api } = open(`?desk=callbacks&id=${caseId}`, unknown, investigator)
    await screen.findByText(/Same amount at the same PSP/)
    expect(api.of('GET /case')[0]?.query).toMatchObject({ desk: 'callbacks' })
    const [, candidate] = screen.getAllByRole('button', { name: /^Attach/ })
    await user.click(candidate as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Attach to a transaction' })
    await user.type(within(dialog).getByLabelText(/^Why this transaction/), 'Fits')
    await user.click(within(dialog).getByRole('button', { name: 'Attach' }))
    await waitFor(() =>
      expect(api.of('POST /case/{id}/attach')[0]?.body).toEqual({
        version: 3,
        txId: exampleTransaction.id,
        text: 'Fits',
      }),
    )
  })

  it('shows which of many cases could not be taken', async () => {
    const { user, api } = open('?desk=cases', inconsistent, investigator)
    await findTable()
    await user.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement)
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    expect(within(bar).queryByRole('button', { name: 'Assign' })).toBeNull()
    await user.click(within(bar).getByRole('button', { name: 'Take' }))
    await within(bar).findByText(/Gone/)
    expect(api.of('POST /case/bulk')[0]?.body).toEqual({
      operation: 'take',
      ids: [{ id: caseId, version: 3 }],
    })
  })
})
