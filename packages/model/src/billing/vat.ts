import { countryOf } from '../reference/countries.ts'

/** Members of the European Union, with the letters and the form of their VAT numbers as VIES takes them. */
const euNumbers: Readonly<Record<string, RegExp>> = {
  AUT: /^ATU\d{8}$/,
  BEL: /^BE[01]\d{9}$/,
  BGR: /^BG\d{9,10}$/,
  CYP: /^CY\d{8}[A-Z]$/,
  CZE: /^CZ\d{8,10}$/,
  DEU: /^DE\d{9}$/,
  DNK: /^DK\d{8}$/,
  ESP: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  EST: /^EE\d{9}$/,
  FIN: /^FI\d{8}$/,
  FRA: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GRC: /^EL\d{9}$/,
  HRV: /^HR\d{11}$/,
  HUN: /^HU\d{8}$/,
  IRL: /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  ITA: /^IT\d{11}$/,
  LTU: /^LT(?:\d{9}|\d{12})$/,
  LUX: /^LU\d{8}$/,
  LVA: /^LV\d{11}$/,
  MLT: /^MT\d{8}$/,
  NLD: /^NL\d{9}B\d{2}$/,
  POL: /^PL\d{10}$/,
  PRT: /^PT\d{9}$/,
  ROU: /^RO\d{2,10}$/,
  SVK: /^SK\d{10}$/,
  SVN: /^SI\d{8}$/,
  SWE: /^SE\d{10}01$/,
}

/** Neighbours whose numbers have a known form, too. */
const otherNumbers: Readonly<Record<string, RegExp>> = {
  GBR: /^GB(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  NOR: /^NO\d{9}MVA$/,
  CHE: /^CHE\d{9}(?:MWST|TVA|IVA)$/,
}

const anyNumber = /^[A-Z0-9]{4,20}$/

const isEuCountry = (country: string): boolean => Object.hasOwn(euNumbers, country)

/** As it is stored and compared: without blanks, dots and dashes, in capitals. */
export const plainVatNumber = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** What is wrong with a VAT number of this country; nothing when its form is right. */
export function vatNumberProblem(country: string, text: string): string | undefined {
  const form = euNumbers[country] ?? otherNumbers[country] ?? anyNumber
  if (form.test(plainVatNumber(text))) return undefined
  return `Must be a VAT number of ${countryOf(country)?.name ?? country}`
}

/** How an invoice is taxed: by the categories of EN 16931. */
export const vatCategories = {
  S: 'Domestic VAT',
  AE: 'Reverse charge',
  O: 'Outside the scope of VAT',
} as const
export type VatCategory = keyof typeof vatCategories

export interface VatTreatment {
  readonly category: VatCategory
  /** Percent, as a decimal text. */
  readonly rate: string
  /** The sentence the law wants on the invoice. */
  readonly note: string | null
}

interface Parties {
  readonly seller: { readonly country: string; readonly vatRate: string }
  readonly buyer: { readonly country: string; readonly vatNo: string | null }
}

const reverseCharge =
  'Reverse charge: VAT to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).'
const outside = 'Outside the scope of VAT.'

/** Domestic rate at home; in the EU the buyer with a valid number accounts for it; everybody else is outside its scope. */
export function vatTreatment({ seller, buyer }: Parties): VatTreatment {
  if (seller.country === buyer.country) return { category: 'S', rate: seller.vatRate, note: null }
  const isNumbered = buyer.vatNo !== null && vatNumberProblem(buyer.country, buyer.vatNo) === undefined
  if (isEuCountry(seller.country) && isEuCountry(buyer.country) && isNumbered)
    return { category: 'AE', rate: '0', note: reverseCharge }
  return { category: 'O', rate: '0', note: outside }
}
