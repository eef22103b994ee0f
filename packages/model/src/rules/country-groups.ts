export interface CountryGroup {
  readonly code: string
  readonly name: string
  /** When the list was last brought up to date. A version of a ruleset is compiled with the lists of its time. */
  readonly version: string
  readonly countries: readonly string[]
}

const list = (codes: string): readonly string[] => codes.trim().split(/\s+/)

const eu = list(`
  AUT BEL BGR CYP CZE DEU DNK ESP EST FIN FRA GRC HRV HUN IRL ITA LTU LUX LVA MLT NLD POL PRT ROU SVK SVN SWE
`)
const eea = [...eu, 'ISL', 'LIE', 'NOR']

/** In a country cell the code of a group stands for all its countries. Member states only, unless a list says more. */
export const countryGroups: readonly CountryGroup[] = [
  { code: 'EEA', name: 'European Economic Area', version: '2025-10', countries: eea },
  { code: 'EU', name: 'European Union', version: '2025-10', countries: eu },
  {
    code: 'SEPA',
    name: 'Single Euro Payments Area',
    version: '2025-10',
    // With the territories whose banks take part under a country code of their own.
    countries: [
      ...eea,
      ...list('ALB AND CHE GBR MCO MDA MKD MNE SMR SRB VAT'),
      ...list('ALA BLM GGY GIB GLP GUF IMN JEY MAF MTQ MYT REU SPM'),
    ],
  },
  {
    code: 'HIGH_RISK',
    name: 'High-risk third countries of the European Union',
    version: '2025-08',
    countries: list(`
      AFG AGO BFA CIV CMR COD DZA HTI IRN KEN LAO LBN MCO MLI MMR MOZ NAM NGA NPL PRK SSD SYR TTO TZA VEN VNM VUT
      YEM ZAF
    `),
  },
]

const byCode = new Map(countryGroups.map((group) => [group.code, group]))

export const countryGroupOf = (code: string): CountryGroup | undefined => byCode.get(code)

/** Countries and groups to countries, each once. What is neither is left as it is. */
export const expandCountries = (values: readonly string[]): readonly string[] => [
  ...new Set(values.flatMap((value) => byCode.get(value)?.countries ?? [value])),
]
