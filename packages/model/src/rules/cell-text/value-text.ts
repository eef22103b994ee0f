import { countries, countryOf } from '../../reference/countries.ts'
import { optionOf } from '../check-value.ts'
import { countryGroupOf } from '../country-groups.ts'
import type { FactDeclaration } from '../fact.ts'

const countryNames = new Map(
  countries.flatMap(({ code, flag, name }) => [
    [name.toLowerCase(), code],
    [flag, code],
  ]),
)

/** By three letters, by two, by name, or a group of countries. */
function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (countryOf(code) || countryGroupOf(code)) return code
  return countryNames.get(text.toLowerCase()) ?? text
}

/** The option a text stands for: its code or its label, in any case. */
export function readOption(options: Readonly<Record<string, string>>, text: string): string {
  const wanted = text.toLowerCase()
  return (
    optionOf(options, text) ??
    Object.keys(options).find((option) => options[option]?.toLowerCase() === wanted) ??
    text
  )
}

/** What people write to what is stored. A text that means nothing stays as it is, for the check to name it. */
export function readValue(fact: FactDeclaration, text: string): string {
  if (fact.type === 'COUNTRY') return readCountry(text)
  if (fact.type === 'CURRENCY') return text.toUpperCase()
  if (fact.options) return readOption(fact.options, text)
  return fact.shape === 'BIC' || fact.shape === 'IBAN' || fact.shape === 'BIN'
    ? text.replace(/\s+/g, '')
    : text
}
