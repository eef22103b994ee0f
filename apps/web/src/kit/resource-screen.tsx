import { Button } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import { useEffect, type ComponentType } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnceNeeded, usePrefetch } from '../ui/loadable.tsx'
import { ListPage } from './list/list-page.tsx'
import { inSentence, listingOf, type Listing, type Row } from './list/listing.ts'
import { useRecordActions, type OperationRules } from './record/record-actions.ts'
import { isCreating } from './record/record-dialogs.ts'
import type { RecordParts } from './record/record-form-body.tsx'
import { ImportDialog, RecordDrawer, RecordForm, recordParts } from './record/record-parts.ts'
import { useMay } from './session/session-store.ts'
import { useBulk } from './list/use-bulk.tsx'
import { useListPage, type ListPageModel } from './list/use-list-page.ts'
import { useReorder } from './list/use-reorder.ts'
import { useMarks, useRowMenu } from './list/use-row-menu.tsx'
import { useRecord } from './list/use-rows.ts'

type NameOf<E extends Entity> = Extract<keyof E['fields'], string>
type ByField<E extends Entity, T> = Readonly<Partial<Record<NameOf<E>, T>>>

/** A screen on one entity. Everything the entity already says is left out here. */
export interface ResourceScreen<E extends Entity> {
  readonly entity: E
  /** One line for the empty list: what would be here, and what for. */
  readonly purpose: string
  /** Columns shown at first, when they are not those the fields declare. */
  readonly columns?: readonly string[]
  readonly cells?: ByField<E, NonNullable<RecordParts['cells']>[string]>
  readonly form?: Pick<RecordParts, 'check' | 'startWith'> & {
    readonly editors?: ByField<E, NonNullable<RecordParts['editors']>[string]>
  }
  readonly operations?: OperationRules
  /** Above the fields of an open record. */
  readonly about?: RecordParts['about']
  readonly tabs?: RecordParts['tabs']
  /** Where several lists share a page: the name of this one in the address, null for the first. */
  readonly part?: Listing['part']
  /** What the screen puts around the list. */
  readonly around?: {
    /** Beside the title. */
    readonly Tools?: ListPart
    /** Dialogs and panels over the list. */
    readonly Overlay?: ListPart
    /** Other presentations of the same rows, by the name in the address. */
    readonly modes?: Readonly<Record<string, ListPart>>
  }
}

type ListPart = ComponentType<{ readonly list: ListPageModel }>

/** A link to a form fetches it together with the drawer around it, not after. */
function useFormAhead(needed: boolean): void {
  useEffect(() => {
    // If it cannot be had, the drawer asks again and tells.
    if (needed) RecordForm.preload().catch(() => undefined)
  }, [needed])
}

/** List, filters, form, detail, history, export, import and bulk of one entity. */
export function resourceScreen<E extends Entity>(screen: ResourceScreen<E>): ComponentType {
  const { entity, purpose, columns, cells, form, operations, about, tabs, around = {} } = screen
  const listing = { ...listingOf(entity), part: screen.part }
  // Field names are checked where a screen is declared; from here on any name may be looked up.
  const cellViews = cells as RecordParts['cells']
  const editors = form?.editors as RecordParts['editors']
  const refuseEdit = (row: Row) => operations?.refusal?.('edit', row) ?? null
  const { Tools, Overlay, modes = {} } = around
  const parts = [
    ...recordParts,
    ...(tabs ?? []).map(({ Content }) => Content),
    ...Object.values(editors ?? {}),
    Overlay,
    ...Object.values(modes),
  ]

  return function ResourceScreenPage() {
    const list = useListPage(listing, columns)
    const mayCreate = useMay(entity.access.create) && !operations?.without?.includes('create')
    const mayEdit = useMay(entity.access.edit) && !operations?.without?.includes('edit')
    const actions = useRecordActions(entity, operations)
    const { runner, bar, selection } = useBulk(entity, list, actions)
    const reorder = useReorder(entity, list)
    const marksOf = useMarks(entity)

    const rowMenu = useRowMenu(list, actions, { mayEdit, refuseEdit, action: runner.start })
    const { state, query, openedRow } = list
    const Mode = state.mode === null ? undefined : modes[state.mode]
    const drawerNeeded = useOnceNeeded(state.id !== null || isCreating(state))
    const overlayNeeded = useOnceNeeded(state.dialog !== null)
    // Asked for while the code that shows it may still be on its way.
    useRecord(entity.slug, state.id, openedRow)
    useFormAhead(drawerNeeded && state.dialog !== null)
    usePrefetch(parts, query.isSuccess)

    return (
      <ListPage
        list={{ ...list, rows: reorder.rows }}
        title={entity.plural}
        permission={entity.access.view}
        purpose={purpose}
        primary={
          mayCreate ? (
            <Button
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => list.openDialog('create', null)}
            >
              New {inSentence(entity.label)}
            </Button>
          ) : null
        }
        tools={
          <>
            {Tools ? <Tools list={list} /> : null}
            {entity.importable && mayEdit ? (
              <IconButton
                icon="upload"
                label="Import"
                bordered
                onClick={() => list.openDialog('import', null)}
              />
            ) : null}
          </>
        }
        instead={Mode ? <Mode list={list} /> : undefined}
        below={bar}
        cells={cellViews}
        marksOf={marksOf}
        selection={selection}
        onMove={reorder.onMove}
        actions={rowMenu}
      >
        {drawerNeeded ? (
          <RecordDrawer
            entity={entity}
            list={list}
            actions={actions}
            onAction={runner.start}
            mayEdit={mayEdit}
            refuseEdit={refuseEdit}
            cells={cellViews}
            editors={editors}
            check={form?.check}
            startWith={form?.startWith}
            about={about}
            tabs={tabs}
          />
        ) : null}
        {state.dialog === 'import' && entity.importable && mayEdit ? (
          <ImportDialog entity={entity} onClose={() => list.openDialog(null)} />
        ) : null}
        {Overlay && overlayNeeded ? <Overlay list={list} /> : null}
        {runner.dialog}
      </ListPage>
    )
  }
}
