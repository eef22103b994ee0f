import { createHash } from 'node:crypto'
import { daysBetween } from '@signalbox/model/billing/billing-period'
import type { Tx } from '../../kit/database.ts'
import { partiesOf } from './billing-store.ts'
import { creditorReference, type InvoiceDocument } from './invoice-document.ts'
import { lacksVatNumber } from './issue.ts'
import { findDocument, findInvoice, insertDocument, type DocumentFormat } from './invoice-store.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { linesOf, refuseState, type Invoice } from './records.ts'
import { writeUbl } from './ubl/write-ubl.ts'

/** What an issued invoice says: all of it was frozen when it got its number. */
async function frozenDocument(tx: Tx, record: Invoice): Promise<InvoiceDocument> {
  const { seller, buyer, vatNote } = await partiesOf(tx, record)
  const { merchantId, number, issueDate, dueDate } = record
  if (!seller || !buyer || number === null || issueDate === null)
    return refuseState('It must be issued first.', record)
  const credited = record.creditOf && (await findInvoice(tx, { merchantId, id: record.creditOf }))
  return {
    type: record.type,
    number,
    issueDate,
    dueDate: dueDate ?? issueDate,
    period: record.period,
    currency: record.currency,
    lines: linesOf(record),
    net: record.net.amount,
    vat: record.vat.amount,
    gross: record.gross.amount,
    vatCategory: record.vatCategory,
    vatRate: record.vatRate,
    vatNote,
    seller,
    buyer,
    paymentTermsDays: daysBetween(issueDate, dueDate ?? issueDate),
    paymentReference: creditorReference(number),
    creditOf:
      credited && credited.number !== null
        ? { number: credited.number, issueDate: credited.issueDate ?? issueDate }
        : null,
  }
}

/** Whether the standard can say what the document says; credit notes are issued without the number it asks for, too. */
export async function hasEInvoice(tx: Tx, record: Invoice): Promise<boolean> {
  const { seller } = await partiesOf(tx, record)
  return seller === null || !lacksVatNumber(seller, record)
}

function requireEInvoice({ seller, number }: InvoiceDocument, record: Invoice): void {
  if (!lacksVatNumber(seller, record)) return
  const reason = `${seller.name} had no VAT number when it was issued`
  refuseState(`There is no e-invoice of ${number}: ${reason}. Use the PDF.`, record)
}

const write = async (document: InvoiceDocument, format: DocumentFormat): Promise<Buffer> =>
  format === 'pdf' ? renderPdf(document) : Buffer.from(writeUbl(document), 'utf8')

/**
 * The document as it leaves. It is written when it is first wanted, so that nobody waits for a number meanwhile, and kept
 * for good: what a customer got once, everybody gets ever after.
 */
export async function documentOf(
  tx: Tx,
  record: Invoice,
  format: DocumentFormat,
  now: Date,
): Promise<Buffer> {
  const kept = await findDocument(tx, record, format)
  if (kept) return kept
  const document = await frozenDocument(tx, record)
  if (format === 'xml') requireEInvoice(document, record)
  const content = await write(document, format)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { merchantId, id } = record
  await insertDocument(tx, { merchantId, id, format, content, sha256 }, now)
  // Somebody who wanted it at the same time may have been first.
  return (await findDocument(tx, record, format)) ?? content
}
