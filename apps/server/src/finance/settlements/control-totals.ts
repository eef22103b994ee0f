import { isTooLarge } from '@signalbox/model/money/money'
import { offSum } from '@signalbox/model/settlements/off-sum'
import type { LineType } from '@signalbox/model/settlements/settlement-words'
import type { SettlementLine, TotalLine } from '@signalbox/model/settlements/read-line'
import type { FileProblem, FileRow } from './read-file.ts'

const payments: readonly LineType[] = [
  ...(['SETTLED', 'REFUNDED', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'PAYOUT'] as const),
]

/** What the lines of a file come to, in the currency of the payout. */
export interface ControlTotals {
  readonly batchRef: string
  readonly payoutDate: string
  readonly currency: string
  readonly grossCreditMinor: bigint
  readonly grossDebitMinor: bigint
  readonly feeTotalMinor: bigint
  readonly adjustmentsMinor: bigint
  readonly netMinor: bigint
  readonly periodFrom: string
  readonly periodTo: string
}

export const feesOf = (line: SettlementLine): bigint =>
  line.commissionMinor + line.markupMinor + line.schemeFeeMinor + line.interchangeMinor

const mostProblems = 100
const mostShown = 20

/** Adds up a file while it is read. */
export class FileSummary {
  rows = 0
  problemCount = 0
  repeatedLines = 0
  /** Lines whose net is not their gross without their fees, and the first of them. */
  offLines = 0
  firstOffLine: number | null = null
  readonly problems: FileProblem[] = []
  readonly firstLines: SettlementLine[] = []
  totalRow: TotalLine | null = null
  #first: SettlementLine | undefined
  #sums = { credit: 0n, debit: 0n, fees: 0n, adjustments: 0n, net: 0n }
  #from = ''
  #to = ''
  readonly #seen = new Set<string>()

  add(row: FileRow): void {
    this.rows++
    if ('problems' in row) return this.#refuse(...row.problems)
    if ('total' in row) {
      this.totalRow = row.total
      return
    }
    this.#compare(row.no, row.line)
    const off = offSum({ ...row.line, feeMinor: feesOf(row.line) })
    this.#sum(row.line, off)
    if (off !== 0n) {
      this.offLines++
      this.firstOffLine ??= row.no
    }
    if (Object.values(this.#sums).some(isTooLarge))
      this.#refuse({ line: row.no, column: '', message: 'The lines add up to too much.' })
    if (this.firstLines.length < mostShown) this.firstLines.push(row.line)
  }

  #refuse(...problems: readonly FileProblem[]): void {
    this.problemCount += problems.length
    this.problems.push(...problems.slice(0, mostProblems - this.problems.length))
  }

  /** A file is one payout of one PSP in one currency. */
  #compare(no: number, line: SettlementLine): void {
    const first = (this.#first ??= line)
    const differs = (column: 'batchRef' | 'payoutDate' | 'netCurrency', what: string) => {
      if (line[column] !== first[column])
        this.#refuse({
          line: no,
          column,
          message: `A file holds one ${what}; the first line has ${first[column]}.`,
        })
    }
    differs('batchRef', 'batch')
    differs('payoutDate', 'payout date')
    differs('netCurrency', 'net currency')
    const key = [line.type, line.merchantRef, line.pspRefId, line.grossMinor, line.bookedAt].join(' ')
    if (this.#seen.has(key)) this.repeatedLines++
    this.#seen.add(key)
  }

  /**
   * The gross is what the lines say, not what net and fees come to: a PSP that keeps VAT on its fees pays out less. What is
   * off is shown with the adjustments, so that the totals still come to the net.
   */
  #sum(line: SettlementLine, off: bigint): void {
    const fees = feesOf(line)
    const sums = this.#sums
    sums.net += line.netMinor
    if (line.type === 'FEE') sums.fees -= line.netMinor
    else {
      sums.fees += fees
      const gross = line.netMinor + fees - off
      sums.adjustments += off
      if (!payments.includes(line.type)) sums.adjustments += gross
      else if (gross < 0n) sums.debit -= gross
      else sums.credit += gross
    }
    if (this.#from === '' || line.bookedAt < this.#from) this.#from = line.bookedAt
    if (line.bookedAt > this.#to) this.#to = line.bookedAt
  }

  get lines(): number {
    return this.rows - (this.totalRow ? 1 : 0)
  }

  totals(): ControlTotals | null {
    const first = this.#first
    if (!first) return null
    return {
      batchRef: first.batchRef,
      payoutDate: first.payoutDate,
      currency: first.netCurrency,
      grossCreditMinor: this.#sums.credit,
      grossDebitMinor: this.#sums.debit,
      feeTotalMinor: this.#sums.fees,
      adjustmentsMinor: this.#sums.adjustments,
      netMinor: this.#sums.net,
      periodFrom: this.#from,
      periodTo: this.#to,
    }
  }
}
