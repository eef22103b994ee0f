import { countries } from '@signalbox/model/countries'

export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

const form = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Mod 97 over the digits, letters counting from 10, with country and check digits moved to the end. */
export function isIban(iban: string): boolean {
  if (!form.test(iban)) return false
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

const byAlpha2 = new Map(countries.map(({ code, flag }) => [flag.toUpperCase(), code]))

/** Where the bank is, as the first two letters say. */
export const ibanCountry = (iban: string): string | undefined => byAlpha2.get(iban.slice(0, 2))
