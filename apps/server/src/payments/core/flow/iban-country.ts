import { countries } from '@signalbox/model/reference/countries'

const byAlpha2 = new Map(countries.map(({ code, flag }) => [flag.toUpperCase(), code]))

/** Where the bank is, as the first two letters say. */
export const ibanCountry = (iban: string): string | undefined => byAlpha2.get(iban.slice(0, 2))
