import type { UserSettings } from '@signalbox/model/access/session'
import type { CallMap } from '@signalbox/model/calls/index'
import { invoice } from '@signalbox/model/entities/invoice'
import { cleanup, screen, within } from '@testing-library/react'
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

const seller: NonNullable<Sheet['seller']> = {
  name: 'Signalbox Billing AB',
  address: 'Kungsgatan 1',
  zip: '111 43',
  city: 'Stockholm',
  country: 'SWE',
  orgNo: '556000-0000',
  vatNo: 'SE556000000001',
  iban: 'SE4550000000058398257466',
  bic: 'ESSESESS',
  email: 'billing@example.com',
  phone: null,
  logo: null,
}

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

const open = (
  mayDecide: boolean,
  record = draft,
  more: Parameters<typeof fakeApi>[0] = {},
  settings: Partial<UserSettings> = {},
) => {
  signIn(['INVOICE_ADMIN'], settings)
  const calls = fakeApi({
    'GET /invoice': () => ({ items: [record], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /invoice/{id}': () => record,
    'GET /invoice/{id}/sheet': () => sheet(mayDecide),
    'GET /invoice/{id}/transactions': ({ query }) => ({
      items: Array.from({ length: Number(query.limit) }, (_, index) => ({
        id: 808122880000001 + Number(query.start) + index,
        merchantId: 100010001,
        completedAt: '2026-10-02T10:00:00.000Z',
        method: 'DEPOSIT',
        psp: 'acmecards',
        amount: eur('25.00'),
      })),
      start: Number(query.start),
      limit: Number(query.limit),
      total: 1000,
      totalCapped: false,
    }),
    ...more,
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

const issued = {
  ...draft,
  number: 'SB-2026-00001',
  title: 'SB-2026-00001',
  state: 'SENT' as const,
  issueDate: '2026-11-02',
  dueDate: '2999-12-02',
}
const waiting = {
  ...issued,
  creditBy: 'petra',
  creditAt: '2026-11-03T09:30:00.000Z',
  creditNet: eur('80.00'),
  creditGross: eur('100.00'),
  creditReason: 'Billed twice',
}

it('a credit that waits says who asked for how much, and is decided by somebody else', async () => {
  const { user, of } = open(true, waiting, {
    'POST /invoice/{id}/confirm-credit': () => ({ ...waiting, creditBy: null, version: 3 }),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(
    /petra requested a credit of 100\.00 EUR \(80\.00 EUR without VAT\) on .*2026.*: Billed twice$/,
  )
  expect(screen.getByRole('button', { name: 'Refuse credit' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Confirm credit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm credit: invoice' })
  expect(dialog.textContent).toContain('Credit: 100.00 EUR')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm credit' }))
  await screen.findByText('SB-2026-00001 was credited.')
  expect(of('POST /invoice/{id}/confirm-credit')).toHaveLength(1)
})

it('a credit is not confirmed by whoever asked for it', async () => {
  open(false, waiting)
  expect(await screen.findByText('Another person must confirm the credit.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm credit' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Refuse credit' })).toBeTruthy()
})

it('a payment is registered for an amount that its dialog names', async () => {
  const { user } = open(true, issued)
  await user.click(await screen.findByRole('button', { name: 'Register payment' }))
  const dialog = await screen.findByRole('dialog', { name: 'Register payment: invoice' })
  expect(dialog.textContent).toContain('Open: 120.00 EUR')
})

it('where to pay is said as long as something is open', async () => {
  const paying = () => ({ ...sheet(false), seller, paymentReference: 'RF18 0001' })
  open(false, issued, { 'GET /invoice/{id}/sheet': paying })
  expect(await screen.findByText(/To be paid to .*, reference RF18 0001/)).toBeTruthy()
  cleanup()
  open(false, { ...issued, state: 'CREDITED', open: eur('0.00') }, { 'GET /invoice/{id}/sheet': paying })
  await screen.findByRole('article', { name: 'Invoice' })
  expect(screen.queryByText(/To be paid to/)).toBeNull()
})

const taxed = {
  ...draft,
  net: eur('0.30'),
  vat: eur('0.08'),
  gross: eur('0.38'),
  open: eur('0.38'),
  vatCategory: 'S' as const,
  vatRate: '25',
  lines: [
    ...['A', 'B', 'C'].map((code) => ({
      ...{ code, description: `Fee ${code}`, qty: '1', unitPrice: '0.1', net: '0.10', vatRate: '25' },
      ...{ vat: '0.03', count: null, filter: null },
    })),
    {
      ...{ code: 'VAT-ROUNDING', description: 'Rounding of VAT', qty: '1', unitPrice: '0', net: '0.00' },
      ...{ vatRate: '25', vat: '-0.01', count: null, filter: null },
    },
  ],
}

it('the VAT of the lines and of its rounding stand below each other, and the rounding is not edited', async () => {
  const { user } = open(true, taxed)
  const table = await screen.findByRole('region', { name: 'Lines of the invoice' })
  const cells = (name: string) =>
    within(within(table).getByRole('row', { name: new RegExp(`^${name} `) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(within(table).getByRole('columnheader', { name: 'VAT 25 %' })).toBeTruthy()
  expect(cells('Fee A')).toEqual(['1', '0.10', '0.03', '0.10'])
  expect(cells('Rounding of VAT')).toEqual(['–', '–', '-0.01', '0.00'])
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByRole('group', { name: 'Line 3' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Line 4' })).toBeNull()
})

it('an invoice names its customer and what it credits, not their ids', async () => {
  const note = {
    ...issued,
    type: 'CREDIT_NOTE' as const,
    customerId: 'id-of-customer',
    creditOf: 'id-of-invoice',
  }
  open(true, note)
  const credited = await screen.findByRole('link', { name: 'The credited invoice' })
  expect(credited.getAttribute('href')).toContain('id-of-invoice')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).not.toMatch(/id-of-(?:customer|invoice)/)
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

it('the payments of a line come a page at a time, of the size that is chosen', async () => {
  const { user, of } = open(true, draft, {}, { pageSize: 10 })
  await user.click(await screen.findByRole('button', { name: '1000 transactions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deposits, Northlight Sweden' }))
  const asked = () => of('GET /invoice/{id}/transactions').at(-1)?.query
  await dialog.findByText('1–10 of 1,000')
  expect(asked()).toMatchObject({ start: '0', limit: '10' })
  await user.click(dialog.getByRole('button', { name: 'Next page' }))
  await dialog.findByText('11–20 of 1,000')
  expect(asked()).toMatchObject({ start: '10', limit: '10' })
  await user.click(dialog.getByRole('button', { name: 'Rows per page 10' }))
  await user.click(await screen.findByRole('menuitemradio', { name: '20' }))
  await dialog.findByText('1–20 of 1,000')
  expect(asked()).toMatchObject({ start: '0', limit: '20' })
})
