import { Button } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import { useEffect, useMemo, type ComponentType } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnceNeeded, usePrefetch } from '../ui/loadable.tsx'
import { ListPage } from './list/list-page.tsx'
import { inSentence, type Listing, type Row } from './list/listing.ts'
import type { ImportRules } from './import/use-import.ts'
import { createInlineEdits } from './inline/inline-edits.ts'
import type { RowMarks } from './list/table-row.tsx'
import { useBulk } from './list/use-bulk.tsx'
import { useListPage, type ListPageModel } from './list/use-list-page.ts'
import { useReorder } from './list/use-reorder.ts'
import { useMarks, useRowMenu } from './list/use-row-menu.tsx'
import { useRecord } from './list/use-rows.ts'
import { ImportDialog, RecordDrawer, RecordForm } from './record/lazy-record-components.ts'
import { useRecordActions, type OperationRules } from './record/record-actions.ts'
import { isCreating } from './record/record-dialogs.ts'
import type { InlineEditing } from './inline/inline-cell.tsx'
import type { RecordExtensionProps } from './record/record-form-body.tsx'
import { useIsLegacy } from './legacy/legacy-choice.ts'
import { useMay } from './session/session-store.ts'

export type ListPart = ComponentType<{ readonly list: ListPageModel }>

/** What a screen declares about its entity, with everything that follows from it. */
export interface Resource {
  readonly entity: Entity
  readonly listing: Listing
  readonly purpose: string
  readonly columns: readonly string[] | undefined
  readonly operations: OperationRules | undefined
  /** Why a record cannot be edited in its present state; null when it can. */
  readonly refuseEdit: (row: Row) => string | null
  readonly record: RecordExtensionProps
  readonly around: {
    readonly Tools: ListPart | undefined
    readonly Overlay: ListPart | undefined
    readonly modes: Readonly<Record<string, ListPart>>
    readonly pages: Readonly<Record<string, ListPart>>
    /** Between the rows and their pages. */
    readonly Below: ListPart | undefined
  }
  /** Cells that are changed in the list. */
  readonly inline: InlineEditing | undefined
  readonly imports: ImportRules | undefined
  readonly lazyComponents: Parameters<typeof usePrefetch>[0]
}

/** A link to a form fetches it together with the drawer around it, not after. */
function usePreloadedForm(needed: boolean): void {
  useEffect(() => {
    // If it cannot be had, the drawer asks again and tells.
    if (needed) RecordForm.preload().catch(() => undefined)
  }, [needed])
}

/** Rows with cells that are not saved stand out. */
function useInlineMarks(
  marksOf: ((row: Row) => RowMarks) | undefined,
  inline: InlineEditing | undefined,
): ((row: Row) => RowMarks) | undefined {
  const { edits } = (inline?.edits ?? noEdits).use()
  return useMemo(
    () =>
      edits.size === 0
        ? marksOf
        : (row: Row) => ({
            ...marksOf?.(row),
            ...(edits.has(String(row.id)) && { tint: 'orange' as const }),
          }),
    [marksOf, edits],
  )
}

const noEdits = createInlineEdits()

/** F2 begins with the first cell that can be changed. */
const editRow = (inline: InlineEditing | undefined): ((row: Row, column?: string) => void) | undefined => {
  const [first] = inline?.names ?? []
  if (!inline || first === undefined) return undefined
  return (row, column) => {
    const at = column !== undefined && inline.names.includes(column) ? column : first
    if (inline.mayEdit(row)) inline.edits.start(row, at)
  }
}

/** In the classic grid every row that can be edited is, in its cells where the screen has that, else in its form. */
const editInForm =
  ({ refuseEdit, listing }: Resource, list: ListPageModel) =>
  (row: Row): void => {
    if (refuseEdit(row) === null) list.openDialog('edit', listing.keyOf(row))
  }

/** The list, what a person may do with its rows, and what is open over it. */
function useResource(resource: Resource) {
  const { entity, listing, columns, operations, refuseEdit, lazyComponents, inline, imports } = resource
  const list = useListPage(listing, columns)
  const mayCreate = useMay(entity.access.create) && !operations?.without?.includes('create')
  const mayEdit = useMay(entity.access.edit) && !operations?.without?.includes('edit')
  const mayBring = useMay(imports?.access ?? entity.access.exchange ?? entity.access.edit)
  const mayImport = mayBring && (imports !== undefined || entity.importable === true)
  const actions = useRecordActions(entity, operations)
  const { runner, bar, selection } = useBulk(entity, list, actions)
  const reorder = useReorder(entity, list)
  const marksOf = useInlineMarks(useMarks(entity), inline)
  const rowMenu = useRowMenu(list, actions, { mayEdit, refuseEdit, action: runner.start })
  const { state, query, openedRow } = list
  const drawerNeeded = useOnceNeeded(state.id !== null || isCreating(state))
  const overlayNeeded = useOnceNeeded(state.dialog !== null)
  // Asked for while the code that shows it may still be on its way.
  useRecord(entity.slug, state.id, listing.rowsAreShort ? undefined : openedRow)
  usePreloadedForm(drawerNeeded && state.dialog !== null)
  usePrefetch(lazyComponents, query.isSuccess)
  return {
    list,
    mayCreate,
    mayEdit,
    mayImport,
    actions,
    runner,
    bar,
    selection,
    reorder,
    marksOf,
    rowMenu,
    drawerNeeded,
    overlayNeeded,
  }
}

type ResourceModel = ReturnType<typeof useResource>

interface PartProps {
  readonly resource: Resource
  readonly model: ResourceModel
}

function PrimaryButton({ resource: { entity }, model: { list } }: PartProps) {
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => list.openDialog('create', null)}>
      New {inSentence(entity.label)}
    </Button>
  )
}

function ToolButtons({ resource, model: { list, mayImport } }: PartProps) {
  const { Tools } = resource.around
  return (
    <>
      {Tools ? <Tools list={list} /> : null}
      {mayImport ? (
        <IconButton icon="upload" label="Import" bordered onClick={() => list.openDialog('import', null)} />
      ) : null}
    </>
  )
}

function Overlays({ resource, model }: PartProps) {
  const { entity, record, refuseEdit, around } = resource
  const { list, actions, runner, mayEdit, mayImport, drawerNeeded, overlayNeeded } = model
  const { Overlay } = around
  return (
    <>
      {drawerNeeded ? (
        <RecordDrawer
          {...record}
          entity={entity}
          list={list}
          actions={actions}
          onAction={runner.start}
          mayEdit={mayEdit}
          refuseEdit={refuseEdit}
        />
      ) : null}
      {list.state.dialog === 'import' && mayImport ? (
        <ImportDialog entity={entity} rules={resource.imports} onClose={() => list.openDialog(null)} />
      ) : null}
      {Overlay && overlayNeeded ? <Overlay list={list} /> : null}
      {runner.dialog}
    </>
  )
}

export function ResourcePage({ resource }: { readonly resource: Resource }) {
  const { entity, purpose, record, around } = resource
  const model = useResource(resource)
  const { list, reorder } = model
  const { mode } = list.state
  const editedInForm = useIsLegacy() ? editInForm(resource, list) : undefined
  const Other = mode === null ? undefined : around.pages[mode]
  const Mode = mode === null ? undefined : (Other ?? around.modes[mode])
  return (
    <ListPage
      list={{ ...list, rows: reorder.rows }}
      title={entity.plural}
      permission={entity.access.view}
      purpose={purpose}
      primary={model.mayCreate ? <PrimaryButton resource={resource} model={model} /> : null}
      tools={<ToolButtons resource={resource} model={model} />}
      instead={Mode ? <Mode list={list} /> : undefined}
      withoutRows={Other !== undefined}
      below={
        <>
          {model.bar}
          {around.Below ? <around.Below list={list} /> : null}
        </>
      }
      cells={record.cells}
      marksOf={model.marksOf}
      selection={model.selection}
      onMove={reorder.onMove}
      onEditRow={model.mayEdit ? (editRow(resource.inline) ?? editedInForm) : undefined}
      actions={model.rowMenu}
    >
      <Overlays resource={resource} model={model} />
    </ListPage>
  )
}
