import type { Buyer, Seller } from '@signalbox/model/billing/parties'
import { amountText } from '@signalbox/model/money/money-text'
import { storedMoney } from '@signalbox/model/billing/invoice-line'
import type { Work } from '../../kit/handle.ts'
import { mailJob } from '../../kit/mail/mail-job.ts'
import type { MailAttachment } from '../../kit/mail/mail-message.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { partiesOf } from './billing-store.ts'
import { documentOf, hasEInvoice } from './documents.ts'
import { creditorReference } from './invoice-document.ts'
import { lockPayer } from './settle.ts'
import { refuseState, type Invoice } from './records.ts'

const contentTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const

async function attachments(work: Work, record: Invoice): Promise<MailAttachment[]> {
  const files: MailAttachment[] = []
  const formats = (await hasEInvoice(work.tx, record)) ? (['pdf', 'xml'] as const) : (['pdf'] as const)
  for (const format of formats) {
    const content = await documentOf(work.tx, record, format, work.now)
    const filename = `${record.number ?? record.id}.${format}`
    files.push({
      filename,
      contentType: contentTypes[format],
      content: content.toString('base64'),
      encoding: 'base64',
    })
  }
  return files
}

const viewOf = (record: Invoice, seller: Seller, buyer: Buyer, level: number) => ({
  invoice: {
    number: record.number ?? '',
    kind: record.type === 'CREDIT_NOTE' ? 'credit note' : 'invoice',
    period: record.period,
    gross: amountText(storedMoney(record.gross)),
    open: amountText(storedMoney(record.open)),
    dueDate: record.dueDate ?? '',
    level,
  },
  customer: { name: buyer.legalName, number: buyer.number },
  seller: { name: seller.name, email: seller.email, iban: seller.iban },
  reference: creditorReference(record.number ?? ''),
})

/** Puts a mail with PDF and, where there is one, XML into the queue; it leaves when the change is committed. */
export async function mailInvoice(
  work: Work,
  secrets: SecretBox,
  record: Invoice,
  { template, level }: { readonly template: 'Invoice' | 'InvoiceReminder'; readonly level: number },
): Promise<void> {
  const { seller, buyer } = await partiesOf(work.tx, record)
  if (!seller || !buyer) return refuseState('It must be issued first.', record)
  const customer = await lockPayer(work, record)
  const request = {
    to: customer.billingEmail,
    template,
    merchantId: record.merchantId,
    locale: customer.language,
    view: viewOf(record, seller, buyer, level),
    attachments: await attachments(work, record),
  }
  work.enqueue(mailJob(secrets, request, work.newId()))
}
