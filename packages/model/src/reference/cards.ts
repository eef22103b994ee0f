/** What a range of card numbers may tell of its cards. */
export const cardBrands = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  DISCOVER: 'Discover',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  MAESTRO: 'Maestro',
  DANKORT: 'Dankort',
  OTHER: 'Other',
} as const
export type CardBrand = keyof typeof cardBrands

export const cardTypes = {
  CREDIT: 'Credit',
  DEBIT: 'Debit',
  PREPAID: 'Prepaid',
  CHARGE: 'Charge',
  UNKNOWN: 'Unknown',
} as const
export type CardType = keyof typeof cardTypes

export const cardCategories = {
  CONSUMER: 'Consumer',
  COMMERCIAL: 'Commercial',
  BUSINESS: 'Business',
  CORPORATE: 'Corporate',
  PURCHASING: 'Purchasing',
} as const

/** Where a range comes from, in the order in which they are believed. */
export const iinSources = {
  MANUAL: 'Manual',
  SCHEME: 'Card scheme',
  BINDB: 'BIN database',
  IMPORT: 'Imported file',
} as const
export type IinSource = keyof typeof iinSources
