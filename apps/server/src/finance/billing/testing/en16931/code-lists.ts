const codes = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** ISO 3166-1, with the two codes Peppol adds to it. */
export const countries = codes(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW 1A XI`)

/** What a VAT number may begin with (BR-CO-09): fewer than there are countries, and Greece in its own letters. */
export const vatPrefixes = new Set(
  [...countries, 'EL'].filter((code) => !['1A', 'BQ', 'CW', 'RE', 'SS', 'SX'].includes(code)),
)

/** ISO 4217, what is in use of it. */
export const currencies = codes(`
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW
UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`)

/** Electronic addresses that Peppol routes by. */
export const peppolAddresses = codes(`
0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0193 0195 0196 0198 0199
0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 9910 9913 9914 9915 9918 9919 9920 9922 9923
9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947
9948 9949 9950 9951 9952 9953 9957 9959`)

/** Those of EN 16931, with email among them. */
export const addresses = new Set([...peppolAddresses, 'AN', 'AQ', 'AS', 'AU', 'EM'])

/** Registers of ISO 6523 go from 0002 to 0244. */
export const isRegister = (code: string): boolean =>
  /^\d{4}$/.test(code) && Number(code) >= 2 && Number(code) <= 244

export const invoiceTypes = codes(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780',
)
export const creditNoteTypes = codes('81 83 381 396 532')
export const paymentMeans = codes('1 2 10 20 30 31 42 48 49 50 54 55 57 58 59 68 93 94 95 96 97 ZZZ')
export const vatCategories = codes('AE E G K L M O S Z')
export const exemptionReasons = codes(`
VATEX-EU-79-C VATEX-EU-132 VATEX-EU-143 VATEX-EU-148 VATEX-EU-151 VATEX-EU-309 VATEX-EU-AE VATEX-EU-D VATEX-EU-F
VATEX-EU-G VATEX-EU-I VATEX-EU-IC VATEX-EU-J VATEX-EU-O`)
/** Units of UN/ECE Recommendations 20 and 21: those a service may be counted in. */
export const units = codes('C62 DAY EA H87 HUR MON XPP')
