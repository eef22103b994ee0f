import * as z from 'zod/mini'
import { countries } from '../reference/countries.ts'
import { currencies } from '../reference/currencies.ts'
import { isInstantText } from '../text/calendar-day.ts'
import type { FilterDeclaration } from './entity.ts'
import type { Kind } from './field.ts'

const longest = 4000

const codes = (known: readonly { readonly code: string }[]) => new Set(known.map(({ code }) => code))
const [knownCountries, knownCurrencies] = [codes(countries), codes(currencies)]
const isMerchant = (text: string): boolean => /^\d{1,9}$/.test(text)

/** Of some kinds everybody knows what there is. */
const byKind: Partial<Record<Kind, (text: string) => boolean>> = {
  country: (text) => knownCountries.has(text),
  countries: (text) => knownCountries.has(text),
  currency: (text) => knownCurrencies.has(text),
  currencies: (text) => knownCurrencies.has(text),
  merchants: isMerchant,
}

function isKnown({ options, also = [], field }: FilterDeclaration, value: string): boolean {
  if (also.includes(value)) return true
  if (options) return Object.hasOwn(options, value)
  return field === undefined || (byKind[field.kind]?.(value) ?? true)
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Two instants with `..` between them, either of which may be missing. */
function isRange(text: string): boolean {
  const sides = text.split('..')
  return sides.length === 2 && sides.every((side) => side === '' || isInstantText(side))
}

const checks: Record<FilterDeclaration['kind'], (filter: FilterDeclaration, text: string) => boolean> = {
  KEYWORD: () => true,
  LIST: (filter, text) => partsOf(text).every((part) => isKnown(filter, part)),
  SELECT: (filter, text) => partsOf(text).every((part) => isKnown(filter, part)),
  TOGGLE: (_filter, text) => text === 'true' || text === 'false',
  DATE: ({ also = [] }, text) => isRange(text) || also.includes(text),
}

const whatIsKnown = ({ options }: FilterDeclaration): string => {
  const known = Object.keys(options ?? {})
  return known.length > 0 && known.length <= 10 ? `one of ${known.join(', ')}` : 'something that exists'
}

const wanted: Record<FilterDeclaration['kind'], (filter: FilterDeclaration) => string> = {
  KEYWORD: () => '',
  LIST: whatIsKnown,
  SELECT: whatIsKnown,
  TOGGLE: () => 'true or false',
  DATE: () => 'two dates with .. between them',
}

/** A filter as a text. A value that nothing can have is refused: a list that is empty because of it would mislead. */
function filterSchema(filter: FilterDeclaration) {
  const { kind, label, max = longest } = filter
  return z.optional(
    z.string().check(
      z.maxLength(max),
      z.refine((text) => text === '' || checks[kind](filter, text), `${label}: ${wanted[kind](filter)}`),
    ),
  )
}

/** Filters arrive as texts: lists comma separated, toggles `true`/`false`, dates `from..to`. */
export const filterShape = <const Name extends string>(
  filters: readonly (FilterDeclaration & { readonly name: Name })[],
) =>
  Object.fromEntries(filters.map((filter) => [filter.name, filterSchema(filter)])) as Record<
    Name,
    ReturnType<typeof filterSchema>
  >
