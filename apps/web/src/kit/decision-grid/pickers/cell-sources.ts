import { createContext } from 'react'

export interface CatalogueItem {
  readonly value: string
  readonly label: string
  /** Of a PSP: the kinds of payments it takes. */
  readonly txTypes?: readonly string[] | undefined
  /** Of a PSP: the currencies it takes, none for all. */
  readonly currencies?: readonly string[] | undefined
  /** Of a PSP: the currencies that forex rules may convert on the way to it. */
  readonly converts?: readonly string[] | undefined
  /** Of an account: the PSPs that have one of this name. */
  readonly psps?: readonly string[] | undefined
}

/** What cells may pick from that is configuration: PSPs, accounts, templates. By name of the catalogue. */
export const CellSources = createContext<Readonly<Record<string, readonly CatalogueItem[]>>>({})
