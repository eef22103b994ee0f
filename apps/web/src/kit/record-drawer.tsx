import { Button, Tabs } from '@mantine/core'
import type { Entity } from '@signalbox/model/entity'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Drawer } from '../ui/drawer.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { ActionMenu } from './action-menu.tsx'
import { ApiError } from './api.ts'
import type { FieldEditProps } from './field-edit.tsx'
import { live } from './live.ts'
import { titleOf, type Row } from './listing.ts'
import type { RecordAction } from './record-actions.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordHistory, useHistoryEntries } from './record-history.tsx'
import { RecordSteps } from './record-steps.tsx'
import type { CellView } from './table-row.tsx'
import type { ListPageModel } from './use-list-page.ts'
import type { RecordCheck } from './use-record-form.ts'
import { recordKey, useRecord } from './use-rows.ts'

// The form brings the checks of every field kind; lists open without waiting for them.
const RecordForm = lazy(async () => ({ default: (await import('./record-form.tsx')).RecordForm }))

/** What a screen adds to the form and the drawer of its entity. */
export interface RecordParts {
  readonly editors?: Readonly<Record<string, ComponentType<FieldEditProps>>>
  readonly check?: RecordCheck
  readonly cells?: Readonly<Record<string, CellView>>
  /** Above the fields in the drawer: what the fields alone do not say. */
  readonly about?: ComponentType<{ readonly record: Row; readonly list: ListPageModel }>
  /** What a new record starts with; `create:100010000` in the address passes on what stands after the colon. */
  readonly startWith?: (seed: string | null) => Readonly<Record<string, unknown>>
}

export interface RecordDrawerProps extends RecordParts {
  readonly entity: Entity
  readonly list: ListPageModel
  readonly actions: readonly RecordAction[]
  readonly onAction: (action: RecordAction, row: Row) => void
  readonly mayEdit: boolean
}

const revertPrefix = 'revert-'
const seedPrefix = 'create:'
const seedOf = (dialog: string | null): string | null =>
  dialog?.startsWith(seedPrefix) ? dialog.slice(seedPrefix.length) : null
const loading = (
  <Skeleton>
    <SkeletonLines lines={8} />
  </Skeleton>
)

function RevertForm({
  id,
  version,
  ...props
}: FormBodyProps & { readonly id: string; readonly version: number }) {
  const history = useHistoryEntries(props.entity, id)
  if (history.isPending) return loading
  const entry = history.data?.items.find((item) => item.version === version)
  if (!entry) return <EmptyState icon="history" title={`There is no version ${version} to go back to`} />
  return <FormBody {...props} startWith={() => entry.record} fixedOnly />
}

interface FormBodyProps extends RecordParts {
  readonly entity: Entity
  readonly list: ListPageModel
  readonly record: Row | null
  /** Take over only what may still be changed, as when going back to an older version. */
  readonly fixedOnly?: boolean
}

function FormBody({ entity, list, record, editors, check, startWith, fixedOnly = false }: FormBodyProps) {
  const given = startWith?.(seedOf(list.state.dialog))
  const names = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name]
    return given && name in given && !field?.readOnly && !(fixedOnly && field?.createOnly)
  })
  const start = given && Object.fromEntries(names.map((name) => [name, given[name]]))
  const leave = () => (record ? list.openDialog(null) : list.close())
  return (
    <Suspense fallback={loading}>
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
    </Suspense>
  )
}

/** The record shown follows changes made by others; a form does not, it compares when it is saved. */
function useLiveRecord(slug: string, id: string | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (id === null) return undefined
    return live.on(slug, ({ key }) => {
      if (key === undefined || key === id)
        void queryClient.invalidateQueries({ queryKey: recordKey(slug, id) })
    })
  }, [slug, id, queryClient])
}

function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState icon="search" title="Not found">
        It was deleted, or it belongs to another merchant.
      </EmptyState>
    )
  }
  const body = error instanceof ApiError ? error.body : undefined
  return <ErrorPanel title={body?.message ?? error.message} requestId={body?.errorId} onRetry={onRetry} />
}

/** One record over its list, with its own address: details, history, the form, and everything one can do to it. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { entity, list, actions, onAction, mayEdit, about: About } = props
  const { state, listing, openedRow } = list
  const { id, dialog } = state
  const creating = id === null && (dialog === 'create' || seedOf(dialog) !== null)
  const query = useRecord(entity.slug, id, openedRow)
  const record = query.data
  useLiveRecord(entity.slug, id)

  if (id === null) {
    return (
      <Drawer
        opened={creating}
        onClose={list.close}
        title={`New ${entity.label.toLowerCase()}`}
        closeOnClickOutside={false}
      >
        {creating ? <FormBody {...props} record={null} /> : null}
      </Drawer>
    )
  }
  const reverting = dialog?.startsWith(revertPrefix) ? Number(dialog.slice(revertPrefix.length)) : null
  const editing = mayEdit && (dialog === 'edit' || reverting !== null)
  const title = record ? titleOf(listing, record) : entity.label
  const heading = editing
    ? reverting === null
      ? `Edit ${title}`
      : `Back to version ${reverting} of ${title}`
    : title
  const tab = state.tab === 'history' ? 'history' : 'details'

  const content = () => {
    if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
    if (!record) return loading
    // A form works on the record itself, never on the row that stands in for it.
    if (editing && query.isPlaceholderData) return loading
    if (editing && reverting !== null)
      return <RevertForm {...props} id={id} version={reverting} record={record} />
    if (editing) return <FormBody {...props} record={record} />
    return (
      <Tabs
        value={tab}
        onChange={(next) => list.openTab(next === 'details' ? null : next)}
        keepMounted={false}
      >
        <Tabs.List mb={20}>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          {About ? <About record={record} list={list} /> : null}
          <RecordDetails entity={entity} list={list} record={record} cells={props.cells} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <RecordHistory
            entity={entity}
            id={id}
            onRevert={mayEdit ? (version) => list.openDialog(`${revertPrefix}${version}`) : undefined}
          />
        </Tabs.Panel>
      </Tabs>
    )
  }

  return (
    <Drawer
      opened
      onClose={list.close}
      closeOnClickOutside={!editing}
      title={heading}
      headerExtra={
        editing ? null : (
          <>
            {mayEdit && record ? (
              <Button
                size="compact-md"
                leftSection={<Icon name="edit" size={16} />}
                onClick={() => list.openDialog('edit')}
              >
                {record.inherited === true ? 'Override' : 'Edit'}
              </Button>
            ) : null}
            {record && actions.length > 0 ? (
              <ActionMenu
                label="More actions"
                row={record}
                entries={[]}
                actions={actions}
                onAction={onAction}
              />
            ) : null}
            <RecordSteps list={list} />
          </>
        )
      }
    >
      {editing ? (
        content()
      ) : (
        <div tabIndex={-1} data-autofocus>
          {content()}
        </div>
      )}
    </Drawer>
  )
}
