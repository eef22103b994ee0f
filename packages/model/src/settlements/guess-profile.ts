import { currencyOf } from '../reference/currencies.ts'
import {
  dateFormats,
  genericProfile,
  type AmountField,
  type DateFormat,
  type DecimalSign,
  type FileField,
  type FileSeparator,
  type ImportProfile,
  type SplitColumns,
} from './import-profile.ts'
import { readDay, readDecimal, readInstant } from './read-line.ts'
import { lineTypeNames, totalRow, type LineType } from './settlement-words.ts'

/** Words in a header that speak for a field, the best first. Letters and digits only, in lower case. */
const headerWords: readonly (readonly [FileField, readonly string[]])[] = [
  [
    'batchRef',
    ['batchref', 'batchnumber', 'batchid', 'settlementid', 'payoutid', 'batch', 'remittance', 'avrakning'],
  ],
  [
    'payoutDate',
    ['payoutdate', 'settlementdate', 'paymentdate', 'valuedate', 'auszahlungsdatum', 'utbetalningsdatum'],
  ],
  [
    'bookedAt',
    [
      'bookedat',
      'bookingdate',
      'transactiondate',
      'created',
      'booked',
      'buchungsdatum',
      'datum',
      'timestamp',
      'date',
    ],
  ],
  [
    'merchantRef',
    ['merchantref', 'merchantreference', 'orderid', 'ordernumber', 'yourreference', 'customref', 'reference'],
  ],
  [
    'pspRefId',
    ['pspref', 'pspreference', 'transactionid', 'paymentid', 'chargeid', 'acquirerref', 'txid', 'id'],
  ],
  ['type', ['recordtype', 'transactiontype', 'type', 'kind', 'category', 'typ', 'art']],
  [
    'grossCurrency',
    ['grosscurrency', 'transactioncurrency', 'originalcurrency', 'currency', 'ccy', 'wahrung', 'valuta'],
  ],
  ['netCurrency', ['netcurrency', 'settlementcurrency', 'payoutcurrency']],
  [
    'grossAmount',
    ['grossamount', 'gross', 'transactionamount', 'originalamount', 'amount', 'betrag', 'belopp', 'brutto'],
  ],
  ['netAmount', ['netamount', 'net', 'settlementamount', 'payoutamount', 'netto']],
  ['fxRate', ['fxrate', 'exchangerate', 'rate', 'kurs']],
  ['commission', ['commission', 'processingfee', 'fee', 'fees', 'gebuhr', 'avgift', 'disagio']],
  ['markup', ['markup', 'acquirermargin']],
  ['schemeFee', ['schemefee', 'schemefees']],
  ['interchange', ['interchange', 'interchangefee']],
  ['cardScheme', ['cardscheme', 'scheme', 'brand', 'paymentmethod']],
  ['cardUsage', ['cardusage', 'fundingtype', 'funding']],
  ['cardCategory', ['cardcategory', 'productclass']],
  ['interchangeDomain', ['interchangedomain', 'region']],
]

/** Ends of headers that say the amount stands in two columns. */
const creditEnds = ['credit', 'cr', 'haben', 'kredit', 'in']
const debitEnds = ['debit', 'dc', 'soll', 'debet', 'out']

const plain = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** How well a header fits a field: the whole word before its end or its beginning. */
function fitOf(header: string, words: readonly string[]): number {
  const word = plain(header)
  const exact = words.indexOf(word)
  if (exact >= 0) return 1_000 - exact
  const part = words.findIndex((each) => each.length > 2 && (word.endsWith(each) || word.startsWith(each)))
  return part < 0 ? 0 : 500 - part
}

/** What stands between cells: whatever splits the header into the most, and every row into as many. */
export function guessSeparator(firstLine: string): FileSeparator {
  const counts = ([';', ',', '\t', '|'] as const).map((sign) => [sign, firstLine.split(sign).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** Values of one column, without empty ones. */
const valuesOf = (rows: readonly (readonly string[])[], index: number): string[] =>
  rows.map((row) => (row[index] ?? '').trim()).filter((value) => value !== '')

/** More columns fit one sign than the other; a lone comma with three digits behind says nothing. */
function guessDecimalSign(values: readonly string[]): DecimalSign {
  const votes = (sign: DecimalSign) =>
    values.filter((value) => new RegExp(`\\d\\${sign}\\d{1,2}$`).test(value.replaceAll(/[^\d.,-]/g, '')))
      .length
  return votes(',') > votes('.') ? ',' : '.'
}

const dateNames = Object.keys(dateFormats) as DateFormat[]

/** The first format that reads all values; days beyond 12 tell the order of day and month. */
const guessDateFormat = (values: readonly string[]): DateFormat | undefined =>
  values.length === 0
    ? undefined
    : dateNames.find((format) =>
        values.every((value) => readInstant(value, format) ?? readDay(value, format)),
      )

/** Words PSPs use for our types. Longer ones come before those they contain. */
const knownTypes: readonly (readonly [RegExp, LineType | typeof totalRow])[] = [
  [/charge.?back.*(rev|won|cancel)|dispute.*(won|reversed)|representment/, 'CHARGEBACK_REVERSED'],
  [/charge.?back|dispute/, 'CHARGEBACK'],
  [/refund|erstattung|retur|gutschrift/, 'REFUNDED'],
  [/reserve.*(release|return)|release.*reserve/, 'RESERVE_RELEASE'],
  [/reserve|holdback|deposit.?hold/, 'RESERVE_HOLD'],
  [/payout|withdraw|credit.?transfer|auszahlung|utbetalning/, 'PAYOUT'],
  [/fee|gebuhr|avgift|invoice/, 'FEE'],
  [/total|summe|sum\b|trailer/, totalRow],
  [/settled|sale|capture|payment|charge|purchase|zahlung|kop/, 'SETTLED'],
  [/adjust|correction|misc|korrektur|return/, 'ADJUSTMENT'],
]

const guessType = (word: string): LineType | typeof totalRow | undefined => {
  const own = [...lineTypeNames, totalRow].find((name) => name === word.toUpperCase())
  if (own) return own as LineType
  const text = word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
  return knownTypes.find(([pattern]) => pattern.test(text))?.[1]
}

/** What the values must be for a header to count. */
const valueChecks: Readonly<
  Partial<Record<FileField, (values: readonly string[], sign: DecimalSign) => boolean>>
> = {
  payoutDate: (values) => guessDateFormat(values) !== undefined,
  bookedAt: (values) => guessDateFormat(values) !== undefined,
  grossCurrency: (values) => values.every((value) => currencyOf(value.toUpperCase())),
  netCurrency: (values) => values.every((value) => currencyOf(value.toUpperCase())),
}
const figures: readonly FileField[] = [
  ...(['grossAmount', 'netAmount', 'fxRate', 'commission', 'markup', 'schemeFee', 'interchange'] as const),
]

function fitsValues(name: FileField, values: readonly string[], sign: DecimalSign): boolean {
  if (figures.includes(name)) return values.every((value) => readDecimal(value, sign) !== undefined)
  return valueChecks[name]?.(values, sign) ?? true
}

interface Columns {
  readonly columns: Partial<Record<FileField, string>>
  readonly splitColumns: Partial<Record<AmountField, SplitColumns>>
}

/** Pairs such as `Gross credit` and `Gross debit`. */
function splitsIn(header: readonly string[]): Columns['splitColumns'] {
  const ending = (ends: readonly string[], stem: string) =>
    header.find((name) => ends.some((end) => end.length > 1 && plain(name) === stem + end))
  const pairOf = (stems: readonly string[]): SplitColumns | undefined => {
    for (const stem of stems) {
      const [credit, debit] = [ending(creditEnds, stem), ending(debitEnds, stem)]
      if (credit !== undefined && debit !== undefined) return { credit, debit }
    }
    return undefined
  }
  const [gross, net] = [pairOf(['gross', 'grossamount', 'amount', '']), pairOf(['net', 'netamount'])]
  return { ...(gross && { grossAmount: gross }), ...(net && { netAmount: net }) }
}

/** Each field takes the header that fits best and nobody fits better. */
function assign(header: readonly string[], rows: readonly (readonly string[])[], sign: DecimalSign): Columns {
  const splitColumns = splitsIn(header)
  const taken = new Set(Object.values(splitColumns).flatMap(({ credit, debit }) => [credit, debit]))
  const fits = headerWords
    .flatMap(([name, words]) =>
      header.map((column, index) => ({ name, column, index, fit: fitOf(column, words) })),
    )
    .filter(({ fit, name, index }) => fit > 0 && fitsValues(name, valuesOf(rows, index), sign))
    .sort((a, b) => b.fit - a.fit)
  const columns: Partial<Record<FileField, string>> = {}
  for (const { name, column } of fits) {
    if (columns[name] !== undefined || taken.has(column) || name in splitColumns) continue
    columns[name] = column
    taken.add(column)
  }
  return { columns, splitColumns }
}

/** What a column without a telling header can only be, by its values. */
function assignByValues(
  { columns, splitColumns }: Columns,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Columns {
  const taken = new Set([
    ...Object.values(columns),
    ...Object.values(splitColumns).flatMap(({ credit, debit }) => [credit, debit]),
  ])
  const found = { ...columns }
  const byValues: readonly (readonly [FileField, (values: readonly string[]) => boolean])[] = [
    ['merchantRef', (values) => values.some((value) => /^\d{1,9}A\d+$/.test(value))],
    ['grossCurrency', (values) => values.every((value) => value.length === 3 && currencyOf(value))],
    ['type', (values) => values.every((value) => guessType(value) !== undefined)],
    ['bookedAt', (values) => guessDateFormat(values) !== undefined],
    ['payoutDate', (values) => guessDateFormat(values) !== undefined && new Set(values).size === 1],
  ]
  for (const [name, fits] of byValues) {
    if (found[name] !== undefined) continue
    const index = header.findIndex((column, at) => {
      const values = valuesOf(rows, at)
      return !taken.has(column) && values.length > 0 && fits(values)
    })
    const column = header[index]
    if (column === undefined) continue
    found[name] = column
    taken.add(column)
  }
  return { columns: found, splitColumns }
}

/** How a file nobody knows is probably read: by the words of its header and by what stands below them. */
export function guessProfile(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  separator: FileSeparator,
): ImportProfile {
  const looksLikeFigures = header
    .map((_name, index) => valuesOf(rows, index))
    .filter(
      (values) => values.length > 0 && values.every((value) => /^[-+(]?[\d.,' \u00a0]+\)?-?$/.test(value)),
    )
    .flat()
  const decimalSign = guessDecimalSign(looksLikeFigures)
  const { columns, splitColumns } = assignByValues(assign(header, rows, decimalSign), header, rows)
  const cells = (name: FileField) => valuesOf(rows, header.indexOf(columns[name] ?? ''))
  const dateFormat = guessDateFormat([...cells('bookedAt'), ...cells('payoutDate')]) ?? 'ISO'
  const words = [...new Set(cells('type'))]
  const typeWords = Object.fromEntries(
    words.flatMap((word) => {
      const type = guessType(word)
      return type ? [[word, type]] : []
    }),
  )
  const isOwn = words.length > 0 && words.every((word) => word in genericProfile.typeWords)
  const amounts = cells('grossAmount')
  return {
    separator,
    decimalSign,
    dateFormat,
    columns,
    splitColumns,
    typeWords: isOwn ? genericProfile.typeWords : typeWords,
    unsignedAmounts:
      amounts.length > 0 &&
      amounts.every((value) => !/^[-(]|-$/.test(value)) &&
      Object.values(typeWords).some(
        (type) => type === 'REFUNDED' || type === 'CHARGEBACK' || type === 'PAYOUT',
      ),
  }
}
