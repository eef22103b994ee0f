import { lineTypeNames, totalRow, type LineType } from './settlement-words.ts'

/** What a line can say. The names are the headers of the generic file. */
export const fileFields = {
  batchRef: 'Batch reference',
  payoutDate: 'Payout date',
  type: 'Type',
  pspRefId: 'PSP reference',
  merchantRef: 'Our reference',
  bookedAt: 'Booked',
  grossCurrency: 'Gross currency',
  grossAmount: 'Gross amount',
  fxRate: 'Exchange rate',
  netCurrency: 'Net currency',
  netAmount: 'Net amount',
  commission: 'Commission',
  markup: 'Markup',
  schemeFee: 'Scheme fee',
  interchange: 'Interchange',
  cardScheme: 'Card scheme',
  cardUsage: 'Card usage',
  cardCategory: 'Card category',
  interchangeDomain: 'Interchange domain',
} as const
export type FileField = keyof typeof fileFields
export const fileFieldNames = Object.keys(fileFields) as FileField[]

/** An amount that stands in two columns, money in and money out. */
export interface SplitColumns {
  readonly credit: string
  readonly debit: string
}

export const amountFields = ['grossAmount', 'netAmount'] as const satisfies readonly FileField[]
export type AmountField = (typeof amountFields)[number]

export const separators = { ';': 'Semicolon', ',': 'Comma', '\t': 'Tab', '|': 'Bar' } as const
export type FileSeparator = keyof typeof separators
export const decimalSigns = { '.': 'Point', ',': 'Comma' } as const
export type DecimalSign = keyof typeof decimalSigns
export const dateFormats = {
  ISO: '2026-02-03',
  DMY_DOTS: '03.02.2026',
  DMY_SLASHES: '03/02/2026',
  MDY_SLASHES: '02/03/2026',
  YMD_COMPACT: '20260203',
} as const
export type DateFormat = keyof typeof dateFormats

/** How the files of a PSP are read. */
export interface ImportProfile {
  readonly separator: FileSeparator
  readonly decimalSign: DecimalSign
  readonly dateFormat: DateFormat
  /** The header of each field, as it stands in the file. */
  readonly columns: Readonly<Partial<Record<FileField, string>>>
  /** Amounts whose file has a column for each direction. */
  readonly splitColumns: Readonly<Partial<Record<AmountField, SplitColumns>>>
  /** What the PSP calls our types, in any case of letters. */
  readonly typeWords: Readonly<Record<string, LineType | typeof totalRow>>
  /** Where the PSP sends positive amounts for money that goes out, the type tells the direction. */
  readonly unsignedAmounts: boolean
}

/** The words of the generic file are our own. */
const ownWords = Object.fromEntries([...lineTypeNames, totalRow].map((name) => [name, name])) as Readonly<
  Record<string, LineType | typeof totalRow>
>

export const genericProfileName = 'GENERIC'

/** What people call the way a file was read. */
export const profileLabel = (name: string): string => (name === genericProfileName ? 'Generic header' : name)

/** The file of §6.2, which needs no profile. */
export const genericProfile: ImportProfile = {
  separator: ';',
  decimalSign: '.',
  dateFormat: 'ISO',
  columns: Object.fromEntries(fileFieldNames.map((name) => [name, name])),
  splitColumns: {},
  typeWords: ownWords,
  unsignedAmounts: false,
}

/** Without these no line can be read. A currency or an amount that is left out is that of the other side. */
const needed: readonly FileField[] = ['batchRef', 'payoutDate', 'type', 'bookedAt', 'grossCurrency']

const has = (profile: ImportProfile, name: FileField): boolean =>
  profile.columns[name] !== undefined ||
  (name in profile.splitColumns && profile.splitColumns[name as AmountField] !== undefined)

/** What a profile still lacks, by field. */
export function missingFields(profile: ImportProfile): FileField[] {
  const missing = needed.filter((name) => !has(profile, name))
  const amount = amountFields.some((name) => has(profile, name)) ? [] : (['grossAmount'] as const)
  const reference = has(profile, 'merchantRef') || has(profile, 'pspRefId') ? [] : (['merchantRef'] as const)
  return [...missing, ...amount, ...reference]
}

/** All headers a profile reads. */
export const headersOf = ({ columns, splitColumns }: ImportProfile): string[] => [
  ...Object.values(columns),
  ...Object.values(splitColumns).flatMap(({ credit, debit }) => [credit, debit]),
]
