import type { CallMap } from '@signalbox/model/calls/index'
import { invoice } from '@signalbox/model/entities/invoice'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import InvoiceScreen from './invoice-screen.tsx'

withLayout()

type Sheet = CallMap['GET /invoice/{id}/sheet']['reply']

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const draft = fakeRecord(invoice, {
  id: 'invoice-1',
  version: 2,
  merchantId: 100010000,
  title: 'C-00042 2026-10',
  number: null,
  type: 'INVOICE',
  customerNumber: 'C-00042',
  customerName: 'Aurora Casino Ltd',
  period: '2026-10',
  periodFrom: '2026-10-01',
  gross: eur('120.00'),
  open: eur('120.00'),
  net: eur('120.00'),
  vat: eur('0.00'),
  paid: eur('0.00'),
  credited: eur('0.00'),
  currency: 'EUR',
  vatCategory: 'AE',
  vatRate: '0',
  dueDate: null,
  issueDate: null,
  state: 'DRAFT',
  reminderLevel: 0,
  writeOffBy: null,
  lines: [
    {
      code: 'DEPOSIT-100010001',
      description: 'Deposits, Northlight Sweden',
      qty: '1000',
      unitPrice: '0.12',
      net: '120.00',
      vatRate: '0',
      vat: '0.00',
      count: 1000,
      filter: { merchants: '100010001', method: 'DEPOSIT', completedAt: '2026-10-01..2026-11-01' },
    },
  ],
  generatedBy: 'petra',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  updatedBy: 'petra',
})

const sheet = (mayDecide: boolean): Sheet => ({
  seller: null,
  buyer: null,
  vatNote: 'Reverse charge',
  paymentReference: null,
  payments: [],
  creditNotes: [],
  creditOf: null,
  timeline: [],
  creditBalance: eur('0.00'),
  mayDecide,
})

const open = (mayDecide: boolean) => {
  signIn(['INVOICE_ADMIN'])
  const calls = fakeApi({
    'GET /invoice': () => ({ items: [draft], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /invoice/{id}': () => draft,
    'GET /invoice/{id}/sheet': () => sheet(mayDecide),
    'GET /invoice/{id}/transactions': () => ({
      items: [
        {
          id: 808122880000001,
          merchantId: 100010001,
          completedAt: '2026-10-02T10:00:00.000Z',
          method: 'DEPOSIT',
          psp: 'acmecards',
          amount: eur('25.00'),
        },
      ],
      start: 0,
      limit: 20,
      total: 1000,
      totalCapped: false,
    }),
  })
  return { ...calls, ...renderScreen(InvoiceScreen, '/admin/invoice?id=invoice-1') }
}

it('a draft is approved by somebody else than who wrote it', async () => {
  open(false)
  const paper = await screen.findByRole('article', { name: 'Invoice' })
  expect(paper.textContent).toContain('Numbered when it is issued')
  expect(paper.textContent).toContain('Reverse charge')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByText('Another person must approve it.')).toBeTruthy()
})

it('a line opens the payments it counts', async () => {
  const { user, of } = open(true)
  await screen.findByRole('article', { name: 'Invoice' })
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '1000 transactions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deposits, Northlight Sweden' })
  expect(await within(dialog).findByText('1000 transactions')).toBeTruthy()
  expect(of('GET /invoice/{id}/transactions')[0]).toMatchObject({ query: { line: 'DEPOSIT-100010001' } })
})
