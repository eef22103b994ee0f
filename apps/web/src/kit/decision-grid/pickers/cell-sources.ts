import { createContext } from 'react'

export interface CatalogueItem {
  readonly value: string
  readonly label: string
  /** Of a PSP: the kinds of payments it takes. */
  readonly txTypes?: readonly string[] | undefined
}

/** What cells may pick from that is configuration: PSPs, accounts, templates. By name of the catalogue. */
export const CellSources = createContext<Readonly<Record<string, readonly CatalogueItem[]>>>({})
