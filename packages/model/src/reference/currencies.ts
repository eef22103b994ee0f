export interface Currency {
  readonly code: string
  /** How many decimals the smallest unit has. */
  readonly exponent: number
  readonly name: string
}

// Active ISO 4217 codes, then the crypto currencies we carry. Two decimals unless a digit says otherwise. Metals, test
// codes and the like are left out: they have no smallest unit, so no amount could be written in them.
const table = `
AED United Arab Emirates Dirham
AFN Afghan Afghani
ALL Albanian Lek
AMD Armenian Dram
AOA Angolan Kwanza
ARS Argentine Peso
AUD Australian Dollar
AWG Aruban Florin
AZN Azerbaijani Manat
BAM Bosnia and Herzegovina Convertible Mark
BBD Barbadian Dollar
BDT Bangladeshi Taka
BHD3Bahraini Dinar
BIF0Burundian Franc
BMD Bermudian Dollar
BND Brunei Dollar
BOB Bolivian Boliviano
BOV Bolivian Mvdol
BRL Brazilian Real
BSD Bahamian Dollar
BTN Bhutanese Ngultrum
BWP Botswana Pula
BYN Belarusian Ruble
BZD Belize Dollar
CAD Canadian Dollar
CDF Congolese Franc
CHE WIR Euro
CHF Swiss Franc
CHW WIR Franc
CLF4Chilean Unidad de Fomento
CLP0Chilean Peso
CNY Chinese Yuan
COP Colombian Peso
COU Colombian Unidad de Valor Real
CRC Costa Rican Colón
CUP Cuban Peso
CVE Cabo Verdean Escudo
CZK Czech Koruna
DJF0Djiboutian Franc
DKK Danish Krone
DOP Dominican Peso
DZD Algerian Dinar
EGP Egyptian Pound
ERN Eritrean Nakfa
ETB Ethiopian Birr
EUR Euro
FJD Fijian Dollar
FKP Falkland Islands Pound
GBP Pound Sterling
GEL Georgian Lari
GHS Ghanaian Cedi
GIP Gibraltar Pound
GMD Gambian Dalasi
GNF0Guinean Franc
GTQ Guatemalan Quetzal
GYD Guyanese Dollar
HKD Hong Kong Dollar
HNL Honduran Lempira
HTG Haitian Gourde
HUF Hungarian Forint
IDR Indonesian Rupiah
ILS Israeli New Shekel
INR Indian Rupee
IQD3Iraqi Dinar
IRR Iranian Rial
ISK0Icelandic Króna
JMD Jamaican Dollar
JOD3Jordanian Dinar
JPY0Japanese Yen
KES Kenyan Shilling
KGS Kyrgyzstani Som
KHR Cambodian Riel
KMF0Comorian Franc
KPW North Korean Won
KRW0South Korean Won
KWD3Kuwaiti Dinar
KYD Cayman Islands Dollar
KZT Kazakhstani Tenge
LAK Lao Kip
LBP Lebanese Pound
LKR Sri Lankan Rupee
LRD Liberian Dollar
LSL Lesotho Loti
LYD3Libyan Dinar
MAD Moroccan Dirham
MDL Moldovan Leu
MGA Malagasy Ariary
MKD Macedonian Denar
MMK Myanmar Kyat
MNT Mongolian Tögrög
MOP Macanese Pataca
MRU Mauritanian Ouguiya
MUR Mauritian Rupee
MVR Maldivian Rufiyaa
MWK Malawian Kwacha
MXN Mexican Peso
MXV Mexican Unidad de Inversión
MYR Malaysian Ringgit
MZN Mozambican Metical
NAD Namibian Dollar
NGN Nigerian Naira
NIO Nicaraguan Córdoba
NOK Norwegian Krone
NPR Nepalese Rupee
NZD New Zealand Dollar
OMR3Omani Rial
PAB Panamanian Balboa
PEN Peruvian Sol
PGK Papua New Guinean Kina
PHP Philippine Peso
PKR Pakistani Rupee
PLN Polish Złoty
PYG0Paraguayan Guaraní
QAR Qatari Riyal
RON Romanian Leu
RSD Serbian Dinar
RUB Russian Ruble
RWF0Rwandan Franc
SAR Saudi Riyal
SBD Solomon Islands Dollar
SCR Seychellois Rupee
SDG Sudanese Pound
SEK Swedish Krona
SGD Singapore Dollar
SHP Saint Helena Pound
SLE Sierra Leonean Leone
SOS Somali Shilling
SRD Surinamese Dollar
SSP South Sudanese Pound
STN São Tomé and Príncipe Dobra
SVC Salvadoran Colón
SYP Syrian Pound
SZL Swazi Lilangeni
THB Thai Baht
TJS Tajikistani Somoni
TMT Turkmenistani Manat
TND3Tunisian Dinar
TOP Tongan Paʻanga
TRY Turkish Lira
TTD Trinidad and Tobago Dollar
TWD New Taiwan Dollar
TZS Tanzanian Shilling
UAH Ukrainian Hryvnia
UGX0Ugandan Shilling
USD US Dollar
USN US Dollar (Next Day)
UYI0Uruguay Peso en Unidades Indexadas
UYU Uruguayan Peso
UYW4Uruguayan Unidad Previsional
UZS Uzbekistani Som
VED Venezuelan Digital Bolívar
VES Venezuelan Bolívar
VND0Vietnamese Đồng
VUV0Vanuatu Vatu
WST Samoan Tālā
XAD Arab Accounting Dinar
XAF0Central African CFA Franc
XCD East Caribbean Dollar
XCG Caribbean Guilder
XOF0West African CFA Franc
XPF0CFP Franc
YER Yemeni Rial
ZAR South African Rand
ZMW Zambian Kwacha
ZWG Zimbabwe Gold
BTC8Bitcoin
ETH8Ether
LTC8Litecoin
USDC6USD Coin
USDT6Tether
`

function parseLine(line: string): Currency {
  const [, code = '', exponent = '', name = ''] = /^([A-Z]+)(\d| )(.+)$/.exec(line) ?? []
  return { code, exponent: exponent === ' ' ? 2 : Number(exponent), name }
}

export const currencies: readonly Currency[] = table.trim().split('\n').map(parseLine)

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

export const currencyOf = (code: string): Currency | undefined => byCode.get(code)

/** Throws on an unknown code: guessing the decimals of an amount would misstate it a hundredfold. */
export function exponentOf(code: string): number {
  const currency = byCode.get(code)
  if (!currency) throw new RangeError(`Unknown currency ${code}`)
  return currency.exponent
}
