import { isTooLarge } from '../money/money.ts'
import { parseSignedMoney } from '../money/money-text.ts'
import { currencyOf } from '../reference/currencies.ts'
import { holdsCardNumber } from '../text/card-number-in-text.ts'
import type { AmountField, DateFormat, DecimalSign, FileField, ImportProfile } from './import-profile.ts'
import { totalRow, type LineType } from './settlement-words.ts'

/** A line as it is understood. Amounts are minor units; money that leaves us is negative. */
export interface SettlementLine {
  readonly batchRef: string
  readonly payoutDate: string
  readonly type: LineType
  readonly pspRefId: string | null
  readonly merchantRef: string | null
  readonly bookedAt: string
  readonly grossCurrency: string
  readonly grossMinor: bigint
  /** Units of the net currency for one of the gross currency. */
  readonly fxRate: string
  readonly netCurrency: string
  readonly netMinor: bigint
  readonly commissionMinor: bigint
  readonly markupMinor: bigint
  readonly schemeFeeMinor: bigint
  readonly interchangeMinor: bigint
  readonly cardScheme: string | null
  readonly cardUsage: string | null
  readonly cardCategory: string | null
  readonly interchangeDomain: string | null
}

/** The row that says what all others come to. */
export interface TotalLine {
  readonly totalMinor: bigint
  readonly currency: string
}

export interface LineProblem {
  readonly column: string
  readonly message: string
}

export type ReadLine =
  | { readonly line: SettlementLine }
  | { readonly total: TotalLine }
  | { readonly problems: readonly LineProblem[] }

const longestText = 200

const datePatterns: Record<DateFormat, { readonly pattern: RegExp; readonly order: readonly number[] }> = {
  ISO: { pattern: /^(\d{4})-(\d\d)-(\d\d)/, order: [1, 2, 3] },
  DMY_DOTS: { pattern: /^(\d\d?)\.(\d\d?)\.(\d{4})/, order: [3, 2, 1] },
  DMY_SLASHES: { pattern: /^(\d\d?)\/(\d\d?)\/(\d{4})/, order: [3, 2, 1] },
  MDY_SLASHES: { pattern: /^(\d\d?)\/(\d\d?)\/(\d{4})/, order: [3, 1, 2] },
  YMD_COMPACT: { pattern: /^(\d{4})(\d\d)(\d\d)/, order: [1, 2, 3] },
}
const timeOfDay = /^[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?\d*)?(Z|[+-]\d\d:?\d\d)?$/

/** The day a text names, and what follows it. */
function dayOf(text: string, format: DateFormat): { day: string; rest: string } | undefined {
  const { pattern, order } = datePatterns[format]
  const match = pattern.exec(text)
  if (!match) return undefined
  const [year = '', month = '', date = ''] = order.map((index) => match[index] ?? '')
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const parsed = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
  return isReal && year >= '2000' && year < '2100' ? { day, rest: text.slice(match[0].length) } : undefined
}

export const readDay = (text: string, format: DateFormat): string | undefined => {
  const found = dayOf(text.trim(), format)
  return found && (found.rest === '' || timeOfDay.test(found.rest)) ? found.day : undefined
}

/** Times without a zone are UTC. */
export function readInstant(text: string, format: DateFormat): string | undefined {
  const found = dayOf(text.trim(), format)
  if (!found) return undefined
  if (found.rest === '') return `${found.day}T00:00:00.000Z`
  const time = timeOfDay.exec(found.rest)
  if (!time) return undefined
  const [, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = time
  const at = new Date(`${found.day}T${hours}:${minutes}:${seconds}${fraction}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** `1.234,50`, `1 234,50`, `-12,5`, `(12,50)` as `1234.50`, `-12.5` and `-12.50`; undefined for anything else. */
export function readDecimal(text: string, decimalSign: DecimalSign): string | undefined {
  let given = text.trim().replaceAll(/[\u00a0\u202f ']/g, '')
  const inBrackets = /^\((.+)\)$/.exec(given)
  if (inBrackets) given = `-${inBrackets[1]}`
  if (given.endsWith('-')) given = `-${given.slice(0, -1)}`
  const group = decimalSign === '.' ? ',' : '.'
  const [whole = '', decimals, ...more] = given.split(decimalSign)
  if (more.length > 0 || (decimals !== undefined && !/^\d+$/.test(decimals))) return undefined
  if (!/^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole) && !/^[+-]?\d+$/.test(whole)) return undefined
  if (whole.includes(decimalSign)) return undefined
  const digits = whole.replaceAll(group, '').replace(/^\+/, '')
  const [, sign = '', plain = ''] = /^(-?)0*(\d+)$/.exec(digits) ?? []
  return `${sign}${plain}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Zeros beyond the decimals of the currency say nothing; other digits there would be lost. */
function minorOf(text: string, currency: string, decimalSign: DecimalSign): bigint | undefined {
  const decimal = readDecimal(text, decimalSign)
  const exponent = currencyOf(currency)?.exponent
  if (decimal === undefined || exponent === undefined) return undefined
  const [whole = '', decimals = ''] = decimal.split('.')
  const kept = decimals.slice(0, exponent)
  if (/[1-9]/.test(decimals.slice(exponent))) return undefined
  const minor = parseSignedMoney(kept === '' ? whole : `${whole}.${kept}`, currency)?.minor
  return minor === undefined || isTooLarge(minor) ? undefined : minor
}

/** Money that goes out, where a file leaves the sign to the type. */
const outgoing: readonly LineType[] = ['REFUNDED', 'CHARGEBACK', 'PAYOUT', 'FEE', 'RESERVE_HOLD']

export type RowValues = Readonly<Record<string, string | undefined>>

/** Digits enough for a card. What is shorter is not looked at more closely. */
const manyDigits = /(?:\d[ .-]?){14}/

export const mayHoldCard = (cell: string): boolean => manyDigits.test(cell) && holdsCardNumber(cell)

/** One row while it is read: what it says, and what is wrong with it. */
class Row {
  readonly problems: LineProblem[] = []
  readonly #profile: ImportProfile
  readonly #values: RowValues

  constructor(profile: ImportProfile, values: RowValues) {
    this.#profile = profile
    this.#values = values
  }

  cell(name: FileField): string {
    return this.#at(this.#profile.columns[name])
  }

  #at(header: string | undefined): string {
    return header === undefined ? '' : (this.#values[header] ?? '').trim()
  }

  problem(name: FileField, message: string): undefined {
    const split = this.#profile.splitColumns[name as AmountField]
    this.problems.push({ column: this.#profile.columns[name] ?? split?.credit ?? name, message })
    return undefined
  }

  /** A formula is no reference: it is kept as the text it is, and exports write it as one. */
  text(name: FileField): string | null {
    const given = this.cell(name)
    if (given.length > longestText) this.problem(name, `At most ${longestText} characters`)
    return given === '' ? null : given
  }

  currency(name: FileField): string | undefined {
    const given = this.cell(name).toUpperCase()
    if (given === '') return undefined
    return currencyOf(given) ? given : this.problem(name, 'Unknown currency')
  }

  has(name: AmountField): boolean {
    const split = this.#profile.splitColumns[name]
    return split ? this.#at(split.credit) + this.#at(split.debit) !== '' : this.cell(name) !== ''
  }

  /** An amount in one column, or in one for each direction. */
  amount(name: FileField, currency: string): bigint | undefined {
    const read = (given: string): bigint | undefined =>
      minorOf(given, currency, this.#profile.decimalSign) ??
      this.problem(name, given === '' ? 'Must not be empty' : this.#notAnAmount(given, currency))
    const split = this.#profile.splitColumns[name as AmountField]
    if (!split) return read(this.cell(name))
    const [credit, debit] = [this.#at(split.credit), this.#at(split.debit)]
    if (credit === '' && debit === '') return this.problem(name, 'Must not be empty')
    const [inward, outward] = [credit === '' ? 0n : read(credit), debit === '' ? 0n : read(debit)]
    if (inward === undefined || outward === undefined) return undefined
    return inward - (outward < 0n ? -outward : outward)
  }

  /** Names the decimal sign of the profile where the file seems to have the other. */
  #notAnAmount(given: string, currency: string): string {
    const isPoint = this.#profile.decimalSign === '.'
    const other = isPoint ? ',' : '.'
    // With three digits behind it the sign may stand between thousands.
    const isOther = /\D\d{1,2}$/.test(given) && minorOf(given, currency, other) !== undefined
    return `Not an amount in ${currency}${isOther ? ` with a decimal ${isPoint ? 'point' : 'comma'}` : ''}`
  }

  fee(name: FileField, currency: string): bigint {
    return this.cell(name) === '' ? 0n : (this.amount(name, currency) ?? 0n)
  }

  rate(): string | undefined {
    const given = this.cell('fxRate')
    if (given === '') return '1'
    const rate = readDecimal(given, this.#profile.decimalSign)
    const isRate = rate !== undefined && Number(rate) > 0 && rate.length <= 30
    return isRate ? rate : this.problem('fxRate', 'Must be more than zero')
  }
}

/** Both amounts; the one a file leaves out follows from the other where they are in one currency. */
function amountsOf(
  row: Row,
  currencies: { gross: string; net: string },
  feeMinor: bigint,
  isNegated: boolean,
) {
  const isSame = currencies.gross === currencies.net
  const signed = (minor: bigint | undefined) =>
    minor !== undefined && isNegated && minor > 0n ? -minor : minor
  const given = {
    gross: row.has('grossAmount') ? signed(row.amount('grossAmount', currencies.gross)) : undefined,
    net: row.has('netAmount') ? signed(row.amount('netAmount', currencies.net)) : undefined,
  }
  if (row.problems.length > 0) return undefined
  const { gross = isSame && given.net !== undefined ? given.net + feeMinor : undefined } = given
  const { net = isSame && given.gross !== undefined ? given.gross - feeMinor : undefined } = given
  if (gross === undefined) row.problem('grossAmount', 'Must not be empty')
  if (net === undefined) row.problem('netAmount', 'Must not be empty')
  return gross === undefined || net === undefined ? undefined : { gross, net }
}

function currenciesOf(row: Row): { gross: string; net: string } | undefined {
  const [given, settled] = [row.currency('grossCurrency'), row.currency('netCurrency')]
  if (row.problems.length > 0) return undefined
  const [gross, net] = [given ?? settled, settled ?? given]
  if (gross === undefined || net === undefined) return row.problem('grossCurrency', 'Must not be empty')
  return { gross, net }
}

/** The row that says what all others come to. */
function readTotal(row: Row): ReadLine {
  const currency = row.currency('netCurrency') ?? row.currency('grossCurrency')
  if (currency === undefined) row.problem('netCurrency', 'Must not be empty')
  const name = row.has('netAmount') ? 'netAmount' : 'grossAmount'
  const totalMinor = currency === undefined ? undefined : row.amount(name, currency)
  return totalMinor === undefined || currency === undefined
    ? { problems: row.problems }
    : { total: { totalMinor, currency } }
}

function readPayment(row: Row, type: LineType, { dateFormat, unsignedAmounts }: ImportProfile): ReadLine {
  const currencies = currenciesOf(row)
  const fees = {
    commissionMinor: currencies ? row.fee('commission', currencies.net) : 0n,
    markupMinor: currencies ? row.fee('markup', currencies.net) : 0n,
    schemeFeeMinor: currencies ? row.fee('schemeFee', currencies.net) : 0n,
    interchangeMinor: currencies ? row.fee('interchange', currencies.net) : 0n,
  }
  const feeMinor = Object.values(fees).reduce((sum, minor) => sum + minor, 0n)
  const isNegated = unsignedAmounts && outgoing.includes(type)
  const amounts = currencies && amountsOf(row, currencies, feeMinor, isNegated)
  const batchRef = row.text('batchRef') ?? row.problem('batchRef', 'Must not be empty')
  const payoutDate =
    readDay(row.cell('payoutDate'), dateFormat) ?? row.problem('payoutDate', 'Not a date of this format')
  const bookedAt =
    readInstant(row.cell('bookedAt'), dateFormat) ?? row.problem('bookedAt', 'Not a date of this format')
  const fxRate = row.rate()
  const texts = {
    pspRefId: row.text('pspRefId'),
    merchantRef: row.text('merchantRef'),
    cardScheme: row.text('cardScheme'),
    cardUsage: row.text('cardUsage'),
    cardCategory: row.text('cardCategory'),
    interchangeDomain: row.text('interchangeDomain'),
  }
  if (row.problems.length > 0 || !currencies || !amounts || !batchRef || !payoutDate || !bookedAt || !fxRate)
    return { problems: row.problems }
  return {
    line: {
      batchRef,
      payoutDate,
      type,
      bookedAt,
      grossCurrency: currencies.gross,
      grossMinor: amounts.gross,
      fxRate,
      netCurrency: currencies.net,
      netMinor: amounts.net,
      ...fees,
      ...texts,
    },
  }
}

/** What one row of a file says, or what is wrong with it. */
export function lineReader(profile: ImportProfile): (values: RowValues) => ReadLine {
  const words = new Map(Object.entries(profile.typeWords).map(([word, type]) => [word.toLowerCase(), type]))
  return (values) => {
    const row = new Row(profile, values)
    const word = row.cell('type')
    const type = words.get(word.toLowerCase())
    if (type === totalRow) return readTotal(row)
    if (type) return readPayment(row, type, profile)
    row.problem('type', word === '' ? 'Must not be empty' : `Unknown type ${word.slice(0, 40)}`)
    return { problems: row.problems }
  }
}
