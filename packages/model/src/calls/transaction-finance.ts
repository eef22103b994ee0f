import * as z from 'zod/mini'
import { endpoint, intParam } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { wireMoneySchema } from '../money/money-schema.ts'

const settlementLineOf = z.object({
  id: z.string(),
  lineNo: z.number(),
  type: z.string(),
  matchStatus: z.string(),
  differences: z.array(z.string()),
  gross: wireMoneySchema,
  fees: wireMoneySchema,
  net: wireMoneySchema,
  batchId: z.string(),
  batchRef: z.string(),
  batchState: z.string(),
  payoutDate: z.string(),
})
export type SettlementLineOfTransaction = z.infer<typeof settlementLineOf>

const invoiceLineOf = z.object({
  invoiceId: z.string(),
  title: z.string(),
  type: z.string(),
  state: z.string(),
  period: z.string(),
  code: z.string(),
  description: z.string(),
})
export type InvoiceLineOfTransaction = z.infer<typeof invoiceLineOf>

export const transactionFinanceCalls = {
  finance: endpoint('GET /transaction/{id}/finance', {
    summary: 'Its settlement and invoice lines, as far as the reader sees settlements and invoices',
    tag: 'Transactions',
    access: ['settlements.view', 'invoice.view'],
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }),
    reply: named(
      'TransactionFinance',
      z.object({
        settlementLines: z.array(settlementLineOf),
        invoiceLines: z.array(invoiceLineOf),
      }),
    ),
  }),
}
