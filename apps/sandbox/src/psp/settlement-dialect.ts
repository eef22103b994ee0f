import { decimalText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { netOf, type SettlementLine } from './settlement-lines.ts'

/** How the providers write their files; no two of them alike. */
export const dialects = ['generic', 'comma', 'decimal-comma', 'debit-credit'] as const
export type Dialect = (typeof dialects)[number]

const dialectOfPsp: Readonly<Record<string, Dialect>> = {
  borealpay: 'comma',
  nordbank: 'decimal-comma',
  kestrelcard: 'debit-credit',
  walletx: 'comma',
}
export const dialectOf = (psp: string): Dialect => dialectOfPsp[psp] ?? 'generic'

interface Batch {
  readonly batchRef: string
  readonly payoutDate: string
  /** Net of all lines, where the file says it in a line of its own. */
  readonly total?: Money
}

interface Cells {
  readonly header: readonly string[]
  readonly separator: string
  line(batch: Batch, line: SettlementLine): readonly string[]
  total?(batch: Batch, total: Money): readonly string[]
}

const feeOf = (line: SettlementLine): Money => ({ minor: line.fee, currency: netOf(line).currency })
const rateOf = ({ fxRate }: SettlementLine): string => fxRate ?? '1.000000'

/** `03.02.2026`, `03/02/2026` */
const dayFirst = (day: string, between: string): string => day.slice(0, 10).split('-').reverse().join(between)
const timeOf = (at: string): string => at.slice(11, 19)
const withComma = (text: string): string => text.replace('.', ',')

const words: Readonly<Record<string, string>> = {
  SETTLED: 'Sale',
  REFUNDED: 'Refund',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSED: 'Chargeback reversed',
  PAYOUT: 'Payout',
  ADJUSTMENT: 'Adjustment',
}
const germanWords: Readonly<Record<string, string>> = {
  SETTLED: 'Zahlung',
  REFUNDED: 'Erstattung',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSED: 'Chargeback cancelled',
  PAYOUT: 'Auszahlung',
  ADJUSTMENT: 'Korrektur',
}

const generic: Cells = {
  separator: ';',
  header: [
    ...[
      'batchRef',
      'payoutDate',
      'type',
      'pspRefId',
      'merchantRef',
      'bookedAt',
      'grossCurrency',
      'grossAmount',
    ],
    ...['fxRate', 'netCurrency', 'netAmount', 'commission', 'markup', 'schemeFee', 'interchange'],
    ...['cardScheme', 'cardUsage', 'cardCategory', 'interchangeDomain'],
  ],
  line: ({ batchRef, payoutDate }, line) => [
    ...[batchRef, payoutDate, line.type, line.pspRefId, line.merchantRef, line.at],
    ...[line.gross.currency, decimalText(line.gross), rateOf(line), netOf(line).currency],
    ...[decimalText(netOf(line)), decimalText(feeOf(line)), '0', '0', '0', '', '', '', ''],
  ],
}

const comma: Cells = {
  separator: ',',
  header: [
    ...['Settlement ID', 'Settlement Date', 'Transaction Type', 'Transaction ID', 'Merchant Reference'],
    ...['Transaction Date', 'Currency', 'Gross', 'Exchange Rate', 'Settlement Currency', 'Fee', 'Net'],
  ],
  line: ({ batchRef, payoutDate }, line) => [
    ...[batchRef, dayFirst(payoutDate, '/'), words[line.type] ?? line.type, line.pspRefId, line.merchantRef],
    ...[`${dayFirst(line.at, '/')} ${timeOf(line.at)}`, line.gross.currency, decimalText(line.gross)],
    ...[rateOf(line), netOf(line).currency, decimalText(feeOf(line)), decimalText(netOf(line))],
  ],
}

const decimalComma: Cells = {
  separator: ';',
  header: [
    ...['Batch', 'Auszahlungsdatum', 'Art', 'Transaction ID', 'Order ID', 'Buchungsdatum', 'Währung'],
    ...['Brutto', 'Kurs', 'Payout Currency', 'Gebühr', 'Netto'],
  ],
  line: ({ batchRef, payoutDate }, line) => [
    ...[batchRef, dayFirst(payoutDate, '.'), germanWords[line.type] ?? line.type, line.pspRefId],
    ...[line.merchantRef, `${dayFirst(line.at, '.')} ${timeOf(line.at)}`, line.gross.currency],
    ...[withComma(decimalText(line.gross)), withComma(rateOf(line)), netOf(line).currency],
    ...[withComma(decimalText(feeOf(line))), withComma(decimalText(netOf(line)))],
  ],
  total: ({ batchRef, payoutDate }, total) => [
    ...[batchRef, dayFirst(payoutDate, '.'), 'Summe', '', '', dayFirst(payoutDate, '.'), total.currency],
    ...['', '', total.currency, '', withComma(decimalText(total))],
  ],
}

/** Money in to the left, money out to the right, neither with a sign. */
const split = ({ minor, currency }: Money): readonly string[] =>
  minor < 0n ? ['', decimalText({ minor: -minor, currency })] : [decimalText({ minor, currency }), '']

const debitCredit: Cells = {
  separator: ',',
  header: [
    ...[
      'Batch Number',
      'Payout Date',
      'Record Type',
      'Payment ID',
      'Your Reference',
      'Booking Date',
      'Currency',
    ],
    ...['Gross Credit', 'Gross Debit', 'Exchange Rate', 'Net Currency', 'Commission'],
    ...['Net Credit', 'Net Debit'],
  ],
  line: ({ batchRef, payoutDate }, line) => [
    ...[batchRef, payoutDate, words[line.type] ?? line.type, line.pspRefId, line.merchantRef, line.at],
    ...[
      line.gross.currency,
      ...split(line.gross),
      rateOf(line),
      netOf(line).currency,
      decimalText(feeOf(line)),
      ...split(netOf(line)),
    ],
  ],
  total: ({ batchRef, payoutDate }, total) => [
    ...[batchRef, payoutDate, 'Total', '', '', payoutDate, total.currency, '', '', ''],
    ...[total.currency, '', ...split(total)],
  ],
}

const cells: Readonly<Record<Dialect, Cells>> = {
  generic,
  comma,
  'decimal-comma': decimalComma,
  'debit-credit': debitCredit,
}

/** Our types by the words of a dialect, the line with the total among them. */
export function typeWordsOf(dialect: Dialect): Readonly<Record<string, string>> {
  if (dialect === 'generic') return Object.fromEntries(Object.keys(words).map((type) => [type, type]))
  const [own, total] = dialect === 'decimal-comma' ? [germanWords, 'Summe'] : [words, 'Total']
  return { ...Object.fromEntries(Object.entries(own).map(([type, word]) => [word, type])), [total]: 'TOTAL' }
}

/** The file of a batch, as this provider writes it. */
export function fileOf(dialect: Dialect, batch: Batch, lines: readonly SettlementLine[]): string {
  const { header, separator, line, total } = cells[dialect]
  const rows = lines.map((each) => line(batch, each))
  const last = total && batch.total ? [total(batch, batch.total)] : []
  return [header, ...rows, ...last, []].map((row) => row.join(separator)).join('\n')
}
