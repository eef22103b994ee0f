import { formatNumber } from '@signalbox/model/text/user-formats'
import { isVatRounding, priceText } from '@signalbox/model/billing/invoice-line'
import { vatCategories } from '@signalbox/model/billing/vat'
import { countryOf } from '@signalbox/model/reference/countries'
import type { InvoiceDocument } from '../invoice-document.ts'
import { logoPicture } from '../logo.ts'
import { PageWriter } from './page-writer.ts'

const [left, width] = [48, 499]
const page = { left, right: left + width, top: 44, bottom: 742, width } as const
const quiet = '#5b6875'
const columns = { description: 48, qty: 322, price: 392, vat: 462, net: page.right } as const
const descriptionWidth = 206

const formats = { decimalSeparator: '.', groupSeparator: ' ' } as const
const figure = (text: string): string => formatNumber(text, formats)
const titleOf = ({ type }: InvoiceDocument): string => (type === 'CREDIT_NOTE' ? 'Credit note' : 'Invoice')
/** Where nothing is taxed, no line has VAT to show. */
const hasVat = ({ vatCategory, vatRate }: InvoiceDocument): boolean =>
  vatCategory === 'S' && Number(vatRate) > 0
const countryName = (code: string): string => countryOf(code)?.name ?? code

/** Logo or name at the left, what the paper is at the right. Gives the y below it. */
function header(writer: PageWriter, document: InvoiceDocument): number {
  const { seller, number } = document
  const logo = logoPicture(seller.logo)
  if (logo) writer.doc.image(logo, page.left, page.top, { fit: [150, 40] })
  else writer.paragraph(seller.name, page.left, page.top + 6, 260, { size: 14, weight: 'bold' })
  writer.text(titleOf(document), page.right, page.top, { size: 18, weight: 'bold', align: 'right' })
  writer.text(number, page.right, page.top + 24, { size: 10, colour: quiet, align: 'right' })
  writer.rule(page.top + 52, page.left, page.right)
  return page.top + 66
}

function addressBlock(
  writer: PageWriter,
  label: string,
  lines: readonly (string | null)[],
  x: number,
  y: number,
) {
  writer.text(label, x, y, { size: 8, colour: quiet })
  let at = y + 14
  lines.forEach((line, index) => {
    if (line === null || line === '') return
    at = writer.paragraph(line, x, at, 220, index === 0 ? { size: 10, weight: 'bold' } : {})
  })
  return at
}

const named = (label: string, value: string | null): string | null =>
  value === null || value === '' ? null : `${label} ${value}`

function parties(writer: PageWriter, { seller, buyer }: InvoiceDocument, y: number): number {
  const to = addressBlock(
    writer,
    'Bill to',
    [
      buyer.legalName,
      buyer.address,
      `${buyer.zip} ${buyer.city}`,
      countryName(buyer.country),
      named('VAT no.', buyer.vatNo),
      named('Reg. no.', buyer.orgNo),
    ],
    page.left,
    y,
  )
  const from = addressBlock(
    writer,
    'From',
    [
      seller.name,
      seller.address,
      `${seller.zip} ${seller.city}`,
      countryName(seller.country),
      named('VAT no.', seller.vatNo),
      named('Reg. no.', seller.orgNo),
    ],
    327,
    y,
  )
  return Math.max(to, from) + 14
}

/** Dates and references in a band. */
function facts(writer: PageWriter, document: InvoiceDocument, y: number): number {
  const { issueDate, dueDate, period, buyer, paymentReference, creditOf, type } = document
  const all: (readonly [string, string | null])[] = [
    ['Date', issueDate],
    ['Due', type === 'INVOICE' ? dueDate : null],
    ['Period', period],
    ['Customer no.', buyer.number],
    ['Your order', buyer.poNumber],
    ['Credits invoice', creditOf?.number ?? null],
    ['Payment reference', type === 'INVOICE' ? paymentReference : null],
  ]
  const shown = all.filter((entry): entry is readonly [string, string] => entry[1] !== null)
  const rows = Math.ceil(shown.length / 3)
  writer.doc.rect(page.left, y, page.width, rows * 32 + 8).fill('#f3f6f8')
  shown.forEach(([label, value], at) => {
    const [x, top] = [page.left + 12 + (at % 3) * 164, y + 9 + Math.floor(at / 3) * 32]
    writer.text(label, x, top, { size: 7.5, colour: quiet })
    writer.text(value, x, top + 11, { size: 9.5, weight: 'bold' })
  })
  return y + rows * 32 + 26
}

function tableHead(writer: PageWriter, document: InvoiceDocument, y: number): number {
  const style = { size: 8, weight: 'bold', colour: quiet } as const
  writer.text('Description', columns.description, y, style)
  writer.text('Quantity', columns.qty, y, { ...style, align: 'right' })
  writer.text('Price', columns.price, y, { ...style, align: 'right' })
  if (hasVat(document)) writer.text('VAT', columns.vat, y, { ...style, align: 'right' })
  writer.text(`Amount ${document.currency}`, columns.net, y, { ...style, align: 'right' })
  writer.rule(y + 14, page.left, page.right, '#9aa6b2')
  return y + 21
}

/** Room for at least this much is wanted; else the next page begins with header and table head. */
const withRoom = (
  writer: PageWriter,
  document: InvoiceDocument,
  y: number,
  needed: number,
  table: boolean,
): number => {
  if (y + needed <= page.bottom) return y
  writer.doc.addPage()
  const top = header(writer, document)
  return table ? tableHead(writer, document, top) : top
}

function table(writer: PageWriter, document: InvoiceDocument, from: number): number {
  let y = tableHead(writer, document, from)
  for (const line of document.lines) {
    const { description, qty, unitPrice, net, vat } = line
    const height = writer.wrap(description, descriptionWidth).length * 12.6 + 8
    y = withRoom(writer, document, y, height, true)
    writer.paragraph(description, columns.description, y, descriptionWidth)
    if (!isVatRounding(line)) {
      writer.text(figure(qty), columns.qty, y, { align: 'right' })
      writer.text(figure(priceText(unitPrice, document.currency)), columns.price, y, { align: 'right' })
    }
    if (hasVat(document)) writer.text(figure(vat), columns.vat, y, { align: 'right' })
    writer.text(figure(net), columns.net, y, { align: 'right' })
    y += height
    writer.rule(y - 4, page.left, page.right, '#e8ecf0')
  }
  return y + 6
}

function totals(writer: PageWriter, document: InvoiceDocument, from: number): number {
  const { net, vat, gross, currency, vatCategory, vatRate } = document
  let y = withRoom(writer, document, from, 90, false)
  const row = (label: string, amount: string, bold = false) => {
    const style = bold ? ({ size: 12, weight: 'bold' } as const) : {}
    writer.text(label, 340, y, style)
    writer.text(`${figure(amount)} ${currency}`, page.right, y, { ...style, align: 'right' })
    y += bold ? 22 : 16
  }
  row('Net', net)
  row(vatCategory === 'S' ? `VAT ${figure(vatRate)} %` : vatCategories[vatCategory], vat)
  writer.rule(y - 1, 340, page.right, '#9aa6b2')
  y += 6
  row(document.type === 'CREDIT_NOTE' ? 'Credited' : 'To pay', gross, true)
  return y + 4
}

/** How it is paid, and what the law wants said. */
function payment(writer: PageWriter, document: InvoiceDocument, from: number): void {
  const { seller, type, dueDate, paymentReference, vatNote, paymentTermsDays } = document
  let y = withRoom(writer, document, from, 110, false)
  if (vatNote !== null) y = writer.paragraph(vatNote, page.left, y, page.width) + 8
  if (type === 'CREDIT_NOTE') return
  writer.text('How to pay', page.left, y, { size: 10, weight: 'bold' })
  y += 17
  const rows: (readonly [string, string | null])[] = [
    ['IBAN', seller.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', seller.bic],
    ['Account holder', seller.name],
    ['Reference', paymentReference],
    ['Terms', `${paymentTermsDays} days net, due ${dueDate}`],
  ]
  for (const [label, value] of rows) {
    if (value === null) continue
    writer.text(label, page.left, y, { colour: quiet })
    y = writer.paragraph(value, page.left + 90, y, 380) + 1
  }
}

function footers(writer: PageWriter, { seller, number }: InvoiceDocument): void {
  const { start, count } = writer.doc.bufferedPageRange()
  const words = [
    seller.name,
    named('Reg. no.', seller.orgNo),
    named('VAT no.', seller.vatNo),
    seller.email,
    seller.phone,
  ]
  const text = words.filter((word) => word !== null && word !== '').join(' · ')
  for (let at = start; at < start + count; at++) {
    writer.doc.switchToPage(at)
    writer.rule(778, page.left, page.right)
    writer.paragraph(text, page.left, 786, 400, { size: 7.5, colour: quiet })
    const place = `${number} · Page ${at + 1} of ${count}`
    writer.text(place, page.right, 786, { size: 7.5, colour: quiet, align: 'right' })
  }
}

/** The invoice as the customer gets it. The same document is always the same file: its date is that of the invoice. */
export async function renderPdf(document: InvoiceDocument): Promise<Buffer> {
  const { number, seller, issueDate } = document
  const writer = new PageWriter({
    Title: `${titleOf(document)} ${number}`,
    Author: seller.name,
    CreationDate: new Date(`${issueDate}T00:00:00Z`),
  })
  writer.doc.addPage()
  let y = header(writer, document)
  y = parties(writer, document, y)
  y = facts(writer, document, y)
  y = table(writer, document, y)
  y = totals(writer, document, y)
  payment(writer, document, y + 6)
  footers(writer, document)
  return writer.finish()
}
