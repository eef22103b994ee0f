import type { Permission } from '@signalbox/model/access/policy'
import type { ComponentType, ReactNode } from 'react'
import { useOnceNeeded, usePrefetch } from '../ui/loadable.tsx'
import { ListPage } from './list/list-page.tsx'
import type { Listing, Row } from './list/listing.ts'
import type { CellView } from './list/table-row.tsx'
import { useListPage, type ListPageModel } from './list/use-list-page.ts'

/** A screen that looks things up and changes nothing. */
export interface SearchScreen {
  readonly title: string
  readonly permission: Permission
  /** May look things up itself, such as the options of its filters; must keep its identity between drawings. */
  readonly useListing: () => Listing
  readonly purpose: string
  readonly cells?: Readonly<Record<string, CellView>>
  /** Draws the open row over the list. */
  readonly Detail: ComponentType<{ readonly list: ListPageModel; readonly row: Row | undefined }>
  readonly Tools?: ComponentType<{ readonly list: ListPageModel }>
  readonly Below?: ComponentType<{ readonly list: ListPageModel }>
}

/** List, filters, detail and export of something that is read only. */
export function searchScreen(screen: SearchScreen): ComponentType {
  const { title, permission, useListing, purpose, cells, Detail, Tools, Below } = screen
  const parts = [Detail]
  return function SearchScreenPage(): ReactNode {
    const listing = useListing()
    const list = useListPage(listing)
    const detailNeeded = useOnceNeeded(list.state.id !== null)
    usePrefetch(parts, list.query.isSuccess)
    return (
      <ListPage
        list={list}
        title={title}
        permission={permission}
        purpose={purpose}
        cells={cells}
        tools={Tools ? <Tools list={list} /> : null}
        below={Below ? <Below list={list} /> : null}
      >
        {detailNeeded ? <Detail list={list} row={list.openedRow} /> : null}
      </ListPage>
    )
  }
}
