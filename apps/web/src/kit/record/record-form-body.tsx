import type { Entity } from '@signalbox/model/field/entity'
import type { Access } from '@signalbox/model/access/policy'
import type { ComponentType } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FieldEditProps } from '../field/field-input.ts'
import { titleOf, type Row } from '../list/listing.ts'
import { seedOf } from './record-dialogs.ts'
import { useHistoryEntries } from './record-history.tsx'
import { recordLoading } from './record-loading.tsx'
import { RecordForm } from './lazy-record-components.ts'
import type { CellView } from '../list/table-row.tsx'
import type { ListPageModel } from '../list/use-list-page.ts'
import type { RecordCheck } from './use-record-form.ts'

/** A side of a record that its fields do not show. */
export interface RecordTab {
  /** In the address. */
  readonly name: string
  readonly label: string
  readonly access: Access
  readonly Content: ComponentType<{ readonly record: Row; readonly list: ListPageModel }>
}

/** What a screen adds to the form and the drawer of its entity. */
export interface RecordExtensionProps {
  readonly editors?: Readonly<Record<string, ComponentType<FieldEditProps>>>
  readonly check?: RecordCheck
  readonly cells?: Readonly<Record<string, CellView>>
  /** Above the fields in the drawer: what the fields alone do not say. */
  readonly about?: ComponentType<{
    readonly record: Row
    readonly list: ListPageModel
    /** Begins an operation of the record; nothing for one that the person may not do. */
    readonly operate?: (name: string) => (() => void) | undefined
  }>
  /** Between the details and the history. */
  readonly tabs?: readonly RecordTab[]
  /** What a new record starts with; `create:100010000` in the address passes on what stands after the colon. */
  readonly startWith?: (seed: string | null) => Readonly<Record<string, unknown>>
}

/** The content of an older version in the form of the newest. */
export function RevertForm({
  id,
  version,
  ...props
}: FormBodyProps & { readonly id: string; readonly version: number }) {
  const history = useHistoryEntries(props.entity, id)
  if (history.isPending) return recordLoading
  const entry = history.data?.items.find((item) => item.version === version)
  if (!entry) return <EmptyState icon="history" title={`There is no version ${version} to go back to`} />
  return <FormBody {...props} startWith={() => entry.record} fixedOnly />
}

interface FormBodyProps extends RecordExtensionProps {
  readonly entity: Entity
  readonly list: ListPageModel
  readonly record: Row | null
  /** Take over only what may still be changed, as when going back to an older version. */
  readonly fixedOnly?: boolean
}

/** The form of a record, or of a new one. */
export function FormBody({
  entity,
  list,
  record,
  editors,
  check,
  startWith,
  fixedOnly = false,
}: FormBodyProps) {
  const given = startWith?.(seedOf(list.state.dialog))
  const names = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name]
    return given && name in given && !field?.readOnly && !(fixedOnly && field?.createOnly)
  })
  const start = given && Object.fromEntries(names.map((name) => [name, given[name]]))
  const leave = () => (record ? list.openDialog(null) : list.close())
  return (
    <RecordForm
      entity={entity}
      record={record}
      startWith={record === null || fixedOnly ? start : undefined}
      editors={editors}
      check={check}
      onCancel={leave}
      onUnchanged={() => {
        toast.info('Nothing was changed.')
        leave()
      }}
      onSaved={(saved) => {
        toast.success(`${titleOf(list.listing, saved)} was ${record ? 'saved' : 'created'}.`)
        list.openDialog(null, String(saved.id))
      }}
    />
  )
}
