import * as z from 'zod/mini'
import { periodPattern } from '../billing/billing-period.ts'
import { buyerSchema, sellerSchema } from '../billing/parties.ts'
import { customer } from '../entities/customer.ts'
import { invoice } from '../entities/invoice.ts'
import { legalEntity } from '../entities/legal-entity.ts'
import { priceList } from '../entities/price-list.ts'
import { endpoint, idParams, pageOf, pageQuery } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { wireMoneySchema } from '../money/money-schema.ts'

export const customerCalls = { ...resourceEndpoints(customer), ...operationEndpoints(customer) }

export const legalEntityCalls = { ...resourceEndpoints(legalEntity), ...operationEndpoints(legalEntity) }

export const priceListCalls = resourceEndpoints(priceList)

// Invoices come about by the monthly run and by credit notes.
const { create: _none, ...invoiceResource } = resourceEndpoints(invoice)

const periodSchema = z.string().check(z.regex(periodPattern, 'Must be a month such as 2026-10'))

const runSchema = named(
  'InvoiceRun',
  z.object({
    period: z.string(),
    created: z.number(),
    /** Customers that have an invoice of the month already. */
    existing: z.number(),
    /** Customers that used nothing, or with whom nothing was agreed yet. */
    empty: z.number(),
    problems: z.array(z.object({ customer: z.string(), message: z.string() })),
  }),
)
export type InvoiceRun = z.infer<typeof runSchema>

const paymentSchema = z.object({
  id: z.string(),
  kind: z.enum(['PAYMENT', 'BALANCE', 'RELEASED']),
  /** What came in. */
  amount: wireMoneySchema,
  /** What of it went to this invoice. */
  applied: wireMoneySchema,
  paidOn: z.string(),
  reference: z.nullable(z.string()),
  by: z.string(),
  at: z.string(),
})
export type InvoicePayment = z.infer<typeof paymentSchema>

const sheetSchema = named(
  'InvoiceSheet',
  z.object({
    seller: z.nullable(sellerSchema),
    buyer: z.nullable(buyerSchema),
    vatNote: z.nullable(z.string()),
    paymentReference: z.nullable(z.string()),
    payments: z.array(paymentSchema),
    creditNotes: z.array(
      z.object({ id: z.string(), number: z.nullable(z.string()), gross: wireMoneySchema }),
    ),
    creditOf: z.nullable(z.object({ id: z.string(), number: z.nullable(z.string()) })),
    timeline: z.array(
      z.object({ at: z.string(), action: z.string(), by: z.string(), note: z.nullable(z.string()) }),
    ),
    creditBalance: wireMoneySchema,
    /** Whether the reader is somebody else than those who wrote the draft, or asked for the write-off or the credit. */
    mayDecide: z.boolean(),
  }),
)
export type InvoiceSheet = z.infer<typeof sheetSchema>

const countedSchema = z.object({
  id: z.number(),
  merchantId: z.number(),
  completedAt: z.string(),
  method: z.string(),
  psp: z.nullable(z.string()),
  amount: wireMoneySchema,
})

const tag = invoice.plural

export const invoiceCalls = {
  ...invoiceResource,
  ...operationEndpoints(invoice),
  bulk: bulkEndpoint(invoice),
  generate: endpoint('POST /invoice/generate', {
    summary: 'Draft the invoices of a month; customers that have one are left alone',
    tag,
    access: 'invoice.edit',
    body: z.strictObject({ period: periodSchema }),
    reply: runSchema,
    heavy: true,
  }),
  sheet: endpoint('GET /invoice/{id}/sheet', {
    summary: 'An invoice as a document: parties, payments, credit notes and what happened to it',
    tag,
    access: 'invoice.view',
    params: idParams,
    reply: sheetSchema,
  }),
  transactions: endpoint('GET /invoice/{id}/transactions', {
    summary: 'The transactions that a line counts',
    tag,
    access: 'invoice.view',
    params: idParams,
    query: z.object({ ...pageQuery, line: z.string().check(z.minLength(1), z.maxLength(40)) }),
    reply: pageOf(countedSchema),
  }),
  document: endpoint('GET /invoice/{id}/document', {
    summary: 'An issued invoice as PDF or as UBL 2.1 XML',
    tag,
    access: 'invoice.view',
    params: idParams,
    query: z.object({ format: z._default(z.enum(['pdf', 'xml']), 'pdf') }),
    reply: 'stream',
  }),
}
