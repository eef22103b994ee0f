import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import { operationNames, operations, type OperationName } from '@signalbox/model/payments/operations'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { live } from '../../kit/live.ts'
import { toastHistory } from '../../ui/toast.tsx'
import { exampleSheet } from '../approve/testing/example-sheet.ts'
import { treeOf } from './detail/related-tab.tsx'
import { legacyView } from '../../kit/legacy/legacy-view.tsx'
import { emptyDraft, inputOf, type OperationDraft } from './operations/operation-draft.ts'
import { operationTexts } from './operations/operation-texts.ts'
import { exampleTransaction } from './testing/example-transaction.ts'
import TransactionsScreen from './transactions-screen.tsx'

withLayout()

function answer(
  roles: Role[],
  change: Partial<TransactionDetail> = {},
  refund: () => TransactionRow = () => exampleTransaction,
  also: Parameters<typeof fakeApi>[0] = {},
) {
  signIn(roles)
  const transaction = { ...exampleTransaction, ...change }
  const options = { psp: ['acmecards'], initiatedPsp: [], pspAccount: [], pspService: [] }
  return fakeApi({
    'PUT /userdata': () => ({ settings: defaultSettings, views: [], version: 2 }),
    'GET /transaction': ({ query }) => ({
      items: [query.id === '5' ? refund() : transaction],
      start: 0,
      limit: 100,
      total: 1,
      totalCapped: false,
    }),
    'GET /transaction/options': () => ({ ...options, cardBrand: [], userCat: [], channelId: [], tags: [] }),
    'GET /transaction/{id}': () => transaction,
    'GET /transaction/{id}/user': () => ({
      firstSeen: null,
      lastSeen: null,
      capped: false,
      methods: [],
      accounts: 1,
      months: [],
    }),
    'GET /transaction/{id}/timeline': () => ({ events: [] }),
    'GET /transaction/{id}/reason': () => ({
      required: false,
      tags: { refund: [{ id: 'w', name: 'Wrong amount' }] },
      left: { capture: null, refund: { amount: '60.00', currency: 'EUR' } },
      corrections: [
        {
          type: 'ManualChargeback',
          most: { amount: '60.00', currency: 'EUR' },
          tags: [{ id: 'CB-2', name: 'Goods not received' }],
        },
        { type: 'ManualRequestForInfo', most: null, tags: [] },
      ],
      inDoubt: null,
      targets: [],
      lastTold: [{ kind: 'WEBHOOK', at: '2026-11-16T07:12:00.000Z' }],
    }),
    'POST /transaction/{id}/{op}': () => ({
      id: transaction.id,
      version: 10,
      statusNo: 0,
      childId: 5,
      waitsForOther: false,
    }),
    ...also,
  })
}

const open = (
  address: string,
  roles: Role[],
  change: Partial<TransactionDetail> = {},
  refund?: () => TransactionRow,
  also?: Parameters<typeof fakeApi>[0],
) => ({
  api: answer(roles, change, refund, also),
  ...renderScreen(TransactionsScreen, `/transactions${address}`),
})

const here = `?id=${exampleTransaction.id}`

const noReasons: OperationReasons = {
  required: false,
  tags: {},
  left: { capture: null, refund: null },
  corrections: [],
  inDoubt: null,
  targets: [],
  lastTold: [],
}

describe('the list of transactions', () => {
  it('says what it leaves out by itself, until somebody looks for something', async () => {
    const { user, api } = open('', ['TRANSACTION_VIEWER'])
    await findTable()
    expect(screen.getByRole('button', { name: 'Created: today' })).toBeTruthy()
    expect(api.of('GET /transaction')[0]?.query).not.toHaveProperty('created')
    await user.type(screen.getByRole('searchbox'), '4111 1111 1111 1111{Enter}')
    await waitFor(() => expect(api.of('GET /transaction').at(-1)?.query.keyword).toBe('411111******1111'))
    expect(screen.queryByRole('button', { name: 'Created: today' })).toBeNull()
  })

  it('offers the export only to those who may', async () => {
    open('', ['TRANSACTION_VIEWER'])
    await findTable()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})

describe('the legacy view', () => {
  it('shows every column, opens the menu of a row with the right button, and leads back', async () => {
    answer(['TRANSACTION_VIEWER'])
    const { user, history } = renderScreen(
      legacyView(TransactionsScreen, '/transactions'),
      '/legacy/transactions?state=FAILED',
    )
    const table = await findTable()
    expect(within(table).getAllByRole('columnheader').length).toBeGreaterThan(40)
    const cell = await screen.findByRole('link', { name: String(exampleTransaction.id) })
    await user.pointer({ keys: '[MouseRight]', target: cell })
    expect(await screen.findByRole('menuitem', { name: 'Copy reference' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'switch to the new view' }))
    await waitFor(() => expect(history.location.href).toBe('/transactions?state=FAILED'))
  })
})

describe('an open transaction', () => {
  it('says in words what its status means, and how its amounts came about', async () => {
    open(here, ['TRANSACTION_VIEWER'])
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText(/An IP blocking rule was hit/)).toBeTruthy()
    const totals = within(drawer.getByRole('table', { name: 'Running totals' }))
    expect(totals.getByRole('row', { name: 'Left to refund 70.00 EUR' })).toBeTruthy()
    expect(drawer.queryByRole('tab', { name: 'Calls' })).toBeNull()
    expect(drawer.getByText('Front API · demo-client')).toBeTruthy()
  })

  it('that was voided says so, instead of that it waits for its capture', async () => {
    open(here, ['TRANSACTION_VIEWER'], {
      state: 'SUCCESSFUL',
      statusCodeNo: 3,
      capturedAmount: { amount: '0.00', currency: 'EUR' },
      voidedAmount: { amount: '100.00', currency: 'EUR' },
    })
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('Voided', { selector: '[data-tone]' })).toBeTruthy()
    expect(drawer.getByText(/was voided; nothing can be captured/)).toBeTruthy()
  })

  it('does what the server allows, after saying to what, whose and with which effect', async () => {
    const { user, api } = open(here, ['INVESTIGATOR'], { allowedOps: ['refund'], state: 'SUCCESSFUL' })
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
    expect(dialog.getByText('user_123')).toBeTruthy()
    expect(dialog.getByText(/The PSP refunds the user/)).toBeTruthy()
    // Ten are on their way back already, which only the server knows.
    const amount = await dialog.findByDisplayValue('60.00')
    await user.clear(amount)
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    await user.type(amount, '12.50')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]).toMatchObject({
        params: { op: 'refund' },
        body: { version: 9, amount: { amount: '12.50', currency: 'EUR' } },
      }),
    )
  })

  it.each([
    ['SUCCESSFUL', 0, 'success', `Transaction ${exampleTransaction.id} was refunded.`],
    ['FAILED', 506, 'error', `The refund of transaction ${exampleTransaction.id} failed.`],
    ['CANCELLED', 600, 'error', `The refund of transaction ${exampleTransaction.id} was cancelled.`],
    ['INCONSISTENT', 400, 'warning', `The refund of transaction ${exampleTransaction.id} is inconsistent.`],
    [
      'WAITING_APPROVAL',
      350,
      'warning',
      `The refund of transaction ${exampleTransaction.id} is waiting for approval.`,
    ],
  ] as const)(
    'reports a refund that ends %s as what it is, and not before',
    async (state, no, kind, text) => {
      const refund: TransactionRow = { ...exampleTransaction, id: 5, state: 'PROCESSING', statusCodeNo: 200 }
      const { user, api } = open(
        here,
        ['INVESTIGATOR'],
        { allowedOps: ['refund'], state: 'SUCCESSFUL' },
        () => refund,
      )
      await user.click(await screen.findByRole('button', { name: 'Refund' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
      await dialog.findByDisplayValue('60.00')
      await user.click(dialog.getByRole('button', { name: 'Refund' }))
      await waitFor(() => expect(api.of('GET /transaction').some(({ query }) => query.id === '5')).toBe(true))
      expect(toastHistory.current()[0]).toMatchObject({ kind: 'info' })
      Object.assign(refund, { state, statusCodeNo: no })
      live.emit({ topic: 'transaction', key: '5' })
      await waitFor(() => expect(toastHistory.current()[0]).toMatchObject({ kind, text }))
    },
  )

  it('offers the PSPs a payment can be sent to by the names people know', async () => {
    const targets = [{ psp: 'acmecards', pspAccount: '3DS' }]
    const { user } = open(here, ['INVESTIGATOR_ADMIN'], { allowedOps: ['reprocess'] }, undefined, {
      'GET /transaction/{id}/reason': () => ({ ...noReasons, targets }),
    })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reprocess' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reprocess' }))
    await user.click(await dialog.findByRole('combobox', { name: 'PSP' }))
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual([
      'Acme Cards · 3DS',
    ])
  })

  /** A payment of which somebody else refunds a part while the dialog is open. */
  function changedMeanwhile(readReasons: (reply: OperationReasons) => Promise<OperationReasons>) {
    let version = 9
    const left = () => ({ amount: version === 9 ? '60.00' : '25.00', currency: 'EUR' })
    return open(here, ['INVESTIGATOR'], { allowedOps: ['refund'] }, undefined, {
      'GET /transaction/{id}': () => ({ ...exampleTransaction, allowedOps: ['refund'], version }),
      'GET /transaction/{id}/reason': () => {
        const reply = { ...noReasons, left: { capture: null, refund: left() } }
        return version === 9 ? reply : readReasons(reply)
      },
      'POST /transaction/{id}/{op}': ({ body }) => {
        if ((body as { version: number }).version === 9) {
          version = 10
          throw new Refusal('VERSION_CONFLICT', {
            current: { id: exampleTransaction.id, version, statusNo: 0, state: 'SUCCESSFUL' },
          })
        }
        return { id: exampleTransaction.id, version: 11, statusNo: 0, childId: 5, waitsForOther: false }
      },
    })
  }
  const refundAll = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
    await dialog.findByDisplayValue('60.00')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    return { dialog, verb: dialog.getByRole<HTMLButtonElement>('button', { name: 'Refund' }) }
  }

  it('shows what is left now before it can be confirmed again, and sends what is shown', async () => {
    let goOn = () => undefined as void
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const { user, api } = changedMeanwhile(async (reply) => {
      await held
      return reply
    })
    const { dialog, verb } = await refundAll(user)
    await waitFor(() => expect(api.of('GET /transaction/{id}/reason').length).toBeGreaterThan(1))
    expect(verb.disabled).toBe(true)
    fireEvent.submit(dialog.getByDisplayValue('60.00'))
    expect(api.of('POST /transaction/{id}/{op}')).toHaveLength(1)
    goOn()
    expect(await dialog.findByDisplayValue('25.00')).toBeTruthy()
    expect(await screen.findByText(/changed while you had it open/)).toBeTruthy()
    expect(screen.queryByText(/someone else/i)).toBeNull()
    await waitFor(() => expect(verb.disabled).toBe(false))
    await user.click(verb)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund' })).toBeNull())
    expect(api.of('POST /transaction/{id}/{op}').map(({ body }) => body)).toEqual([
      { version: 9, amount: { amount: '60.00', currency: 'EUR' } },
      { version: 10, amount: { amount: '25.00', currency: 'EUR' } },
    ])
  })

  it('cannot be confirmed while what is left now could not be read, and says so', async () => {
    let isDown = true
    const { user, api } = changedMeanwhile((reply) => {
      if (isDown) throw new Refusal('INTERNAL')
      return Promise.resolve(reply)
    })
    const { dialog, verb } = await refundAll(user)
    expect(await dialog.findByText('The latest state of this transaction could not be loaded.')).toBeTruthy()
    expect(verb.disabled).toBe(true)
    fireEvent.submit(dialog.getByDisplayValue('60.00'))
    expect(api.of('POST /transaction/{id}/{op}')).toHaveLength(1)
    isDown = false
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByDisplayValue('25.00')).toBeTruthy()
    await waitFor(() => expect(verb.disabled).toBe(false))
    expect(dialog.queryByText(/could not be loaded/)).toBeNull()
  })

  it('reads again what speaks against an approval after the payment changed', async () => {
    let redFlags: string[] = []
    const waiting: Partial<TransactionDetail> = {
      allowedOps: ['approve'],
      state: 'WAITING_APPROVAL',
      statusCodeNo: 350,
    }
    const { user } = open(here, ['FIRST_APPROVER', 'TRANSACTION_VIEWER'], waiting, undefined, {
      'GET /approval/{id}': () => ({ ...exampleSheet, id: exampleTransaction.id, redFlags }),
      'POST /transaction/{id}/{op}': () => {
        redFlags = ['The identity is unknown.']
        throw new Refusal('VERSION_CONFLICT', { current: { id: exampleTransaction.id, version: 10 } })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve' }))
    const verb = dialog.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
    await waitFor(() => expect(verb.disabled).toBe(false))
    await user.click(verb)
    expect(await dialog.findByText('The identity is unknown.')).toBeTruthy()
  })

  it('asks for what a correction needs, and for no more', async () => {
    const { user, api } = open(here, ['INVESTIGATOR'], { allowedOps: ['correction'] })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Correct the books' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct the books' }))
    const what = dialog.getByRole('combobox', { name: /What happened/ })
    await waitFor(() => expect(dialog.queryByRole('textbox', { name: /Amount/ })).toBeNull())
    await user.click(what)
    await user.click(await screen.findByRole('option', { name: 'Chargeback' }))
    expect(dialog.getByText(/The user keeps the deposit/)).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Info/ }), 'Letter')
    await user.click(dialog.getByRole('button', { name: 'Correct the books' }))
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    const notified = dialog.getByRole('textbox', { name: /Notified on/ })
    expect(notified.getAttribute('aria-required')).toBe('true')
    await user.type(notified, '2026-02-30')
    await user.click(dialog.getByRole('button', { name: 'Correct the books' }))
    expect(dialog.getByText('Invalid date')).toBeTruthy()
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    await user.clear(notified)
    await user.type(notified, '2026-02-01')
    await user.click(dialog.getByRole('button', { name: 'Correct the books' }))
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]).toMatchObject({
        params: { op: 'correction' },
        body: {
          version: 9,
          info: 'Letter',
          correction: 'ManualChargeback',
          notificationDate: '2026-02-01',
          amount: { amount: '60.00', currency: 'EUR' },
        },
      }),
    )
  })

  it('is repeated with an amount somebody types', async () => {
    const { user, api } = open(here, ['MERCHANT_SUPPORT'], { allowedOps: ['repeat'] })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Repeat' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Repeat' }))
    const amount = dialog.getByRole('textbox', { name: /Amount/ })
    expect((amount as HTMLInputElement).value).toBe('')
    await user.type(amount, '5.00')
    await user.click(dialog.getByRole('button', { name: 'Repeat' }))
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]?.body).toEqual({
        version: 9,
        amount: { amount: '5.00', currency: 'EUR' },
      }),
    )
  })

  it('is tagged with what was changed', async () => {
    const { user, api } = open(here, ['MERCHANT_SUPPORT'], { allowedOps: ['tag'], tags: ['watch', 'old'] })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Tag' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag' }))
    await user.type(dialog.getByRole('combobox', { name: /Tags/ }), '{Backspace}new{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Tag' }))
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]?.body).toEqual({
        version: 9,
        addTags: ['new'],
        removeTags: ['old'],
      }),
    )
  })
})

describe('several payments that are approved at once', () => {
  const waiting: Partial<TransactionDetail> = {
    allowedOps: ['approve'],
    state: 'WAITING_APPROVAL',
    statusCodeNo: 350,
  }
  const second = { ...exampleTransaction, ...waiting, id: exampleTransaction.id + 1 }
  const page = <T,>(items: T[]) => ({ items, start: 0, limit: 100, total: 2, totalCapped: false })
  const flagged = (redFlags: string[]) => ({
    'GET /transaction': () => page([{ ...exampleTransaction, ...waiting }, second]),
    'GET /approval': ({ query }: { query: Record<string, string> }) =>
      page(query.queue === 'first' ? [{ ...exampleSheet, id: second.id, redFlags }] : []),
    'POST /transaction/bulk': () => ({ results: [] }),
  })
  const approveAll = async (redFlags: string[]) => {
    const opened = open('', ['FIRST_APPROVER', 'TRANSACTION_VIEWER'], waiting, undefined, flagged(redFlags))
    await findTable()
    await opened.user.click(screen.getByRole('checkbox', { name: /all/i }))
    await opened.user.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve: 2 transactions' }))
    return { ...opened, dialog }
  }

  it('are approved with one reason, where the evidence of one of them is red', async () => {
    const { user, api, dialog } = await approveAll(['The identity is unknown.'])
    expect(await dialog.findByText(/The identity is unknown/)).toBeTruthy()
    expect(api.of('GET /approval')[0]?.query.id).toBe(`${exampleTransaction.id},${second.id}`)
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText('This field is required')).toBeTruthy()
    expect(api.of('POST /transaction/bulk')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /Info/ }), 'Passports seen')
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(api.of('POST /transaction/bulk')[0]?.body).toMatchObject({
        operation: 'approve',
        params: { info: 'Passports seen' },
      }),
    )
  })

  it('are approved without one where nothing speaks against them', async () => {
    const { user, api, dialog } = await approveAll([])
    await waitFor(() => expect(api.of('GET /approval').length).toBeGreaterThan(0))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Approve' }).hasAttribute('disabled')).toBe(false),
    )
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(api.of('POST /transaction/bulk')).toHaveLength(1))
  })
})

// The bar of selected rows says what was accepted; it follows no payments.
it('no operation on several payments begins another payment', () => {
  expect(operationNames.filter((name) => operationTexts[name].child && operations[name].bulk)).toEqual([])
})

it('puts what followed right below what it followed from', () => {
  const item = (id: number, originTxId: number | null) => ({
    id,
    originTxId,
    txType: 'Refund',
    method: 'REFUND',
    state: 'SUCCESSFUL',
    statusCodeNo: 0,
    amount: { amount: '1.00', currency: 'EUR' },
    created: '2026-11-16T07:12:00.000Z',
    psp: null,
  })
  const tree = treeOf([item(1, null), item(2, 1), item(3, 1), item(4, 2)])
  expect(tree.map(({ item: { id }, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 1],
    [4, 2],
    [3, 1],
  ])
})

describe('what an operation is told', () => {
  const reasons: OperationReasons = {
    required: false,
    tags: {},
    left: { capture: null, refund: null },
    inDoubt: { asked: { amount: '75.00', currency: 'EUR' }, reported: { amount: '67.50', currency: 'EUR' } },
    targets: [{ psp: 'acmecards', pspAccount: '3DS/2' }],
    corrections: [],
    lastTold: [
      { kind: 'TRANSFER', at: '2026-11-16T08:00:00.000Z' },
      { kind: 'WEBHOOK', at: '2026-11-16T08:00:00.000Z' },
    ],
  }
  const told = (name: OperationName, change: Partial<OperationDraft> = {}) =>
    inputOf({ name, rows: [exampleTransaction], reasons, draft: { ...emptyDraft, ...change } })

  it('is the PSP that was chosen, the message that was chosen, and the amount that moved', () => {
    expect(told('reprocess')).toEqual({})
    expect(told('reprocess', { target: 'acmecards/3DS/2' })).toEqual({
      psp: 'acmecards',
      pspAccount: '3DS/2',
    })
    expect(told('resend')).toEqual({})
    expect(told('resend', { kind: 'TRANSFER' })).toEqual({ kind: 'TRANSFER' })
    expect(told('force-successful').amount).toEqual({ amount: '67.50', currency: 'EUR' })
    // Without it the server takes what the PSP reported, so what was asked for is said as well.
    const asAsked = { amount: { amount: '75.00', currency: 'EUR' } }
    expect(told('force-successful', asAsked)).toMatchObject(asAsked)
  })

  // Whatever is left when it arrives may be more than anybody saw.
  it.each(['refund', 'capture'] as const)(
    'is the amount that is shown, also where a %s is of all',
    (name) => {
      const all = { amount: '60.00', currency: 'EUR' }
      const known = { ...reasons, left: { capture: all, refund: all } }
      expect(inputOf({ name, rows: [exampleTransaction], reasons: known, draft: emptyDraft })).toEqual({
        amount: all,
      })
    },
  )
})
