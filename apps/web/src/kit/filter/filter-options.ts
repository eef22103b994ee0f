import { countries } from '@signalbox/model/reference/countries'
import { currencies } from '@signalbox/model/reference/currencies'
import type { FilterDeclaration } from '@signalbox/model/field/entity'
import type { MerchantNode, Metadata } from '@signalbox/model/access/session'
import { unknownValue } from '@signalbox/model/transaction-search/unknown-value'
import { useMemo } from 'react'
import { pspNameIn } from '../psp-names.ts'
import { useSession } from '../session/session-store.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

export const countryOptions: readonly Option[] = countries.map(({ code, name }) => ({
  value: code,
  label: name,
}))
export const currencyOptions: readonly Option[] = currencies.map(({ code, name }) => ({
  value: code,
  label: `${code} – ${name}`,
}))
export const merchantOptions = (merchants: readonly MerchantNode[]): Option[] =>
  merchants.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))

export const declaredOptions = (options: Readonly<Record<string, string>>): Option[] =>
  Object.entries(options).map(([value, label]) => ({ value, label }))

/** What a LIST or SELECT filter offers; null when it cannot be known beforehand and is typed. */
function filterOptions(
  filter: FilterDeclaration,
  merchants: readonly MerchantNode[],
): readonly Option[] | null {
  if (filter.options) return declaredOptions(filter.options)
  switch (filter.field?.kind) {
    case 'country':
    case 'countries':
      return countryOptions
    case 'currency':
    case 'currencies':
      return currencyOptions
    case 'merchant':
    case 'merchants':
      return merchantOptions(merchants)
    default:
      return null
  }
}

/** Those that occur, or the whole catalogue where that is not known. */
function pspOptions(psps: Metadata['enums']['psps'], occurring: readonly Option[] | null): readonly Option[] {
  const ids = occurring?.length ? occurring.map(({ value }) => value) : psps.map(({ psp }) => psp)
  return ids.map((value) => ({ value, label: pspNameIn(psps)(value) }))
}

export function useFilterOptions(filter: FilterDeclaration): readonly Option[] | null {
  const { merchants, enums } = useSession().metadata
  return useMemo(() => {
    const options = filterOptions(filter, merchants)
    const named = filter.field?.names === 'psp' ? pspOptions(enums.psps, options) : options
    return named && filter.also?.includes(unknownValue)
      ? [...named, { value: unknownValue, label: 'Not known' }]
      : named
  }, [filter, merchants, enums.psps])
}
