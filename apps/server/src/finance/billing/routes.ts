import { Readable } from 'node:stream'
import { invoiceCalls } from '@signalbox/model/calls/billing'
import { isIssued } from '@signalbox/model/billing/invoice-state'
import { toWire } from '@signalbox/model/money/money-schema'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { CreditDeps } from './credit.ts'
import { customers } from './customers.ts'
import { documentOf } from './documents.ts'
import { invoicesOf, type InvoiceResource } from './invoices.ts'
import type { DocumentFormat } from './invoice-store.ts'
import { legalEntities } from './legal-entities.ts'
import { priceLists } from './price-lists.ts'
import { linesOf, refuseState } from './records.ts'
import { generateDrafts } from './run-drafts.ts'
import { invoiceSheet } from './sheet.ts'
import { countedTransactions } from './usage-store.ts'

const contentTypes = { pdf: 'application/pdf', xml: 'application/xml; charset=utf-8' } as const

/** The document as it was when it was issued. Who took it away is in the log. */
async function sendDocument(resource: InvoiceResource, work: Work, id: string, format: DocumentFormat) {
  const record = await resource.store(work).get(id)
  if (!isIssued(record.state)) refuseState('It must be issued first.', record)
  const content = await documentOf(work.tx, record, format, work.now)
  work.audit({
    merchantId: record.merchantId,
    entityType: 'invoice',
    entityId: record.id,
    entityLabel: record.title,
    action: 'EXPORT',
    after: { format },
  })
  work.reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="${record.number ?? id}.${format}"`)
  return Readable.from([content], { objectMode: false })
}

interface LineQuery {
  readonly start: number
  readonly limit: number
  readonly line: string
}

/** The transactions of one line: as many as it says. */
async function transactionsOf(resource: InvoiceResource, work: Work, id: string, query: LineQuery) {
  const record = await resource.store(work).get(id)
  const line = linesOf(record).find(({ code }) => code === query.line)
  const { start, limit } = query
  if (!line?.filter) throw new Refusal('NOT_FOUND')
  const { rows, total } = await countedTransactions(work.tx, line.filter, { start, limit })
  const items = rows.map(({ amountMinor, currency, ...row }) => ({
    ...row,
    amount: toWire({ minor: BigInt(amountMinor), currency }),
  }))
  return { items, start, limit, total, totalCapped: false }
}

export function handlers(secrets: SecretBox, deps: CreditDeps): Handler[] {
  const invoices = invoicesOf(secrets, deps)
  const served = new Set<string>(Object.values(invoiceCalls).map(({ key }) => key))
  return [
    ...resourceHandlers(customers),
    ...resourceHandlers(legalEntities),
    ...resourceHandlers(priceLists),
    ...resourceHandlers(invoices).filter(({ endpoint }) => served.has(endpoint.key)),
    handle(invoiceCalls.generate, (work) => generateDrafts(work as Work, work.body.period)),
    handle(invoiceCalls.sheet, async (work) =>
      invoiceSheet(work as Work, await invoices.store(work as Work).get(work.params.id)),
    ),
    handle(invoiceCalls.transactions, (work) =>
      transactionsOf(invoices, work as Work, work.params.id, work.query),
    ),
    handle(invoiceCalls.document, (work) =>
      sendDocument(invoices, work as Work, work.params.id, work.query.format),
    ),
  ]
}
