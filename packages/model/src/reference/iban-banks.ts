import { isIban, plainIban } from './account-number.ts'
import { countries } from './countries.ts'
import { fitsCountry } from './iban-structures.ts'

/**
 * Where an IBAN says which bank it is of, per country: characters of the bank, then of its branch, from the IBAN registry
 * of ISO 13616. A dot is a national check character that stands before them.
 */
const registry = `
  AD 4/4   AE 3     AL 3/5   AT 5     AZ 4     BA 3/3   BE 3     BG 4/4   BH 4     BI 5/5   BR 8/5   BY 4     CH 5
  CR 4     CY 3/5   CZ 4     DE 8     DJ 5/5   DK 4     DO 4     EE 2     EG 4/4   ES 4/4   FI 3     FK 2     FO 4
  FR 5/5   GB 4/6   GE 2     GI 4     GL 4     GR 3/4   GT 4     HN 4     HR 7     HU 3/4   IE 4/6   IL 3/3   IQ 4/3
  IS 2/2   IT .5/5  JO 4/4   KW 4     KZ 3     LB 4     LC 4     LI 5     LT 5     LU 3     LV 4     LY 3/3   MC 5/5
  MD 2     ME 3     MK 3     MN 4     MR 5/5   MT 4/5   MU 6/2   NI 4     NL 4     NO 4     OM 3     PK 4     PL 8
  PS 4     PT 4     QA 4     RO 4     RS 3     RU 9/5   SA 2     SC 6/2   SD 2     SE 3     SI 5     SK 4     SM .5/5
  SO 4/3   ST 4/4   SV 4     TL 3     TN 2/3   TR 5     UA 6     VA 3     VG 4     XK 2/2   YE 4/4`

interface BankPlace {
  readonly from: number
  readonly bank: number
  readonly branch: number
}

const places: ReadonlyMap<string, BankPlace> = new Map(
  [...registry.matchAll(/([A-Z]{2}) (\.?)(\d)(?:\/(\d))?/g)].map(
    ([, country = '', dot = '', bank = '', branch = '0']) => [
      country,
      { from: dot.length, bank: Number(bank), branch: Number(branch) },
    ],
  ),
)

/** What an IBAN says by itself. */
export interface ReadIban {
  readonly iban: string
  /** Two letters, as in the IBAN; null: no country has such IBANs. */
  readonly country: string | null
  /** Three letters, as everything else here names countries. */
  readonly countryCode: string | null
  readonly countryName: string | null
  readonly hasRightShape: boolean
  readonly hasRightCheckDigits: boolean
  readonly bankCode: string | null
  readonly branchCode: string | null
  /** What payments to the bank are cleared by, where the IBAN says it. */
  readonly clearingNumber: string | null
  /** Where letters name the bank, the first four of its BIC; the whole BIC of Swedish banks that are known. */
  readonly bicPrefix: string | null
}

/** Banks of Swedish IBANs, as their association lists them: most payouts go to one of these. */
const swedishBics: ReadonlyMap<string, string> = new Map([
  ['120', 'DABASESX'],
  ['230', 'AABASESS'],
  ['300', 'NDEASESS'],
  ['500', 'ESSESESS'],
  ['600', 'HANDSESS'],
  ['800', 'SWEDSESS'],
  ['902', 'ELLFSESS'],
  ['915', 'SKIASESS'],
  ['927', 'IBCASES1'],
])

const namedByLetters = /^[A-Z]{4}/
const prefixLength = 4

function bicPrefixOf(country: string, bankCode: string): string | null {
  if (country === 'SE') return swedishBics.get(bankCode) ?? null
  return namedByLetters.test(bankCode) ? bankCode.slice(0, prefixLength) : null
}

/** Where letters name the bank, the figures after them are what payments are cleared by. */
function clearingNumberOf(country: string, bankCode: string, branchCode: string | null): string | null {
  // Clearing numbers of Sweden have four or five digits; the three of the IBAN are another code.
  if (country === 'SE') return null
  return namedByLetters.test(bankCode) ? branchCode : bankCode
}

/** Takes an IBAN apart, as far as it is one; null while there is too little of it to say anything. */
export function readIban(text: string): ReadIban | null {
  const iban = plainIban(text)
  const code = iban.slice(0, 2)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]/.test(iban)) return null
  const place = places.get(code)
  const known = countries.find(({ flag }) => flag.toUpperCase() === code)
  const account = iban.slice(4)
  const hasRightShape = fitsCountry(code, account)
  const isTold = place !== undefined && hasRightShape
  const bankEnd = (place?.from ?? 0) + (place?.bank ?? 0)
  const bankCode = isTold ? account.slice(place.from, bankEnd) : null
  const branchCode = isTold && place.branch > 0 ? account.slice(bankEnd, bankEnd + place.branch) : null
  return {
    iban,
    country: place ? code : null,
    countryCode: place ? (known?.code ?? null) : null,
    countryName: place ? (known?.name ?? code) : null,
    hasRightShape,
    hasRightCheckDigits: hasRightShape && isIban(iban),
    bankCode,
    branchCode,
    clearingNumber: bankCode === null ? null : clearingNumberOf(code, bankCode, branchCode),
    bicPrefix: bankCode === null ? null : bicPrefixOf(code, bankCode),
  }
}

export const bankPlaceCountries: readonly string[] = [...places.keys()]
