import { countryOf } from '@signalbox/model/reference/countries'

/** Names a list files under their noun, as a sentence says them. */
const inSentences: Readonly<Record<string, string>> = {
  COD: 'the Democratic Republic of the Congo',
  PRK: 'North Korea',
  KOR: 'South Korea',
  VGB: 'the British Virgin Islands',
  VIR: 'the US Virgin Islands',
  CAF: 'the Central African Republic',
  DOM: 'the Dominican Republic',
  IOT: 'the British Indian Ocean Territory',
  ATF: 'the French Southern Territories',
}

/** Countries are known by name; groups keep theirs, since what they hold may change without the rule. */
const groups: Readonly<Record<string, string>> = {
  EEA: 'the EEA',
  EU: 'the EU',
  SEPA: 'the SEPA area',
  HIGH_RISK: 'HIGH_RISK countries',
}

/** States made of parts, and islands in the plural, take an article. */
const takesArticle =
  /^(?:United |Bahamas$|Comoros$|Gambia$|Maldives$|Netherlands$|Philippines$|Seychelles$)|Islands$/

export function placeName(code: string): string {
  const known = groups[code] ?? inSentences[code]
  if (known) return known
  const name = countryOf(code)?.name
  if (!name) return code
  return takesArticle.test(name) && !name.startsWith('Åland') ? `the ${name}` : name
}
