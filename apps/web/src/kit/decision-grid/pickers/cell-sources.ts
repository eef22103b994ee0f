import { createContext } from 'react'

export interface CatalogueItem {
  readonly value: string
  readonly label: string
}

/** What cells may pick from that is configuration: PSPs, accounts, templates. By name of the catalogue. */
export const CellSources = createContext<Readonly<Record<string, readonly CatalogueItem[]>>>({})
