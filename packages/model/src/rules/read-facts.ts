import { countryOf } from '../reference/countries.ts'
import { currencyOf } from '../reference/currencies.ts'
import { parseSignedMoney } from '../money/money-text.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { texts } from '../text/texts.ts'
import { checkBounds, checkOption, isBin, isPlainNumber } from './check-value.ts'
import type { FactDeclaration, Facts, FactType, FactValue } from './fact.ts'
import { factOf } from './facts.ts'
import { isAddressBlock } from './network-address.ts'
import { quoted } from './rule-problem.ts'

interface FactProblem {
  readonly fact: string
  readonly message: string
}

export type ReadFacts =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly problems: readonly FactProblem[] }

/** Stops the reading of one fact. */
class UnreadableFact extends Error {}

const refuse = (message: string): never => {
  throw new UnreadableFact(message)
}

const maxLength = 2_000
const maxEntries = 100
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function text(given: unknown): string {
  if (typeof given !== 'string') return refuse('Must be text')
  return given.length > maxLength ? refuse(`Longer than ${maxLength} characters`) : given
}

function textList(given: unknown): string | readonly string[] {
  if (!Array.isArray(given)) return text(given)
  return given.length > maxEntries ? refuse(`Has more than ${maxEntries} values`) : given.map(text)
}

function entries<T>(given: unknown, read: (value: unknown) => T): Record<string, T> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse('Must be an object')
  const members = Object.entries(given)
  if (members.length > maxEntries) return refuse(`Has more than ${maxEntries} entries`)
  return Object.fromEntries(members.map(([key, value]) => [key, read(value)]))
}

function country(given: unknown): string {
  const code = text(given)
  return countryOf(code) ? code : refuse(`${texts.unknownCountry} ${quoted(code)}`)
}

function currency(given: unknown): string {
  const code = text(given)
  return currencyOf(code) ? code : refuse(`${texts.unknownCurrency} ${quoted(code)}`)
}

function money(given: unknown): FactValue {
  const read = wireMoneySchema.safeParse(given)
  if (!read.success) return refuse('Must be an amount such as {"amount":"12.00","currency":"EUR"}')
  const code = currency(read.data.currency)
  return parseSignedMoney(read.data.amount, code) ?? refuse(texts.invalidAmount)
}

function number(given: unknown, fact: FactDeclaration): number {
  if (typeof given !== 'number' || !isPlainNumber(given)) return refuse('Must be a number')
  const wrong = checkBounds(given, fact)
  return wrong ? refuse(wrong.message) : given
}

function shapedText(given: unknown, { shape, options }: FactDeclaration): string {
  const value = text(given)
  if (shape === 'BIN' && !isBin(value)) return refuse(`${quoted(value)} is not a BIN of 6 to 11 digits`)
  if (shape === 'IP' && (value.includes('/') || !isAddressBlock(value)))
    return refuse(`${quoted(value)} is not an IP address`)
  const wrong = options && checkOption(options, value)
  return wrong ? refuse(wrong.message) : value
}

function listed(given: unknown, fact: FactDeclaration): FactValue {
  if (fact.shape === 'LOCATION') return sources(given, fact)
  const values = textList(given)
  for (const value of typeof values === 'string' ? [values] : values) shapedText(value, fact)
  return values
}

function sources(given: unknown, { options = {} }: FactDeclaration): FactValue {
  const known = entries(given, country)
  const unknown = Object.keys(known).find((source) => !Object.hasOwn(options, source))
  return unknown === undefined ? known : refuse(`${quoted(unknown)} is not a source of a country`)
}

const readers: Record<FactType, (given: unknown, fact: FactDeclaration) => FactValue> = {
  STRING: shapedText,
  TEXT: shapedText,
  NUMBER: number,
  BOOLEAN: (given) => (typeof given === 'boolean' ? given : refuse('Must be true or false')),
  LIST: listed,
  COUNTRY: country,
  CURRENCY: currency,
  STRING_MAP: (given) => entries(given, text),
  STRING_NUMBER_MAP: money,
  STRING_LIST_MAP: (given) => entries(given, textList),
}

function readInstant(given: unknown): string {
  const value = text(given)
  return instant.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : refuse(`${quoted(value)} is not an instant such as 2026-03-01T12:00:00Z`)
}

function readFact(key: string, given: unknown): FactValue {
  if (key === 'now') return readInstant(given)
  const fact = factOf(key)
  if (fact === undefined) return refuse('There is no such fact')
  if (fact.reads !== undefined) return refuse(`Looks at ${quoted(fact.reads)}; give that instead`)
  return readers[fact.type](given, fact)
}

/** What is known of a payment, as JSON tells it. Null is as good as not there; what nobody could compare is refused. */
export function readFacts(given: Readonly<Record<string, unknown>>): ReadFacts {
  const read: Record<string, FactValue> = {}
  const problems: FactProblem[] = []
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue
    try {
      read[key] = readFact(key, value)
    } catch (error) {
      if (!(error instanceof UnreadableFact)) throw error
      problems.push({ fact: key.slice(0, 80), message: error.message })
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, facts: read }
}
