import { Button, Tabs } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import { mayAccess } from '@signalbox/model/access/policy'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActionMenu } from '../action/action-menu.tsx'
import { ApiError } from '../api.ts'
import { live } from '../live.ts'
import { inSentence, titleOf, type Row } from '../list/listing.ts'
import type { RecordAction } from './record-actions.ts'
import { RecordDetails } from './record-details.tsx'
import { isCreating, revertedTo, revertTo } from './record-dialogs.ts'
import { FormBody, RevertForm, type RecordParts, type RecordTab } from './record-form-body.tsx'
import { RecordHistory } from './record-history.tsx'
import { recordLoading } from './record-loading.tsx'
import { RecordSteps } from './record-steps.tsx'
import { subjectOf, useSession } from '../session/session-store.ts'
import type { ListPageModel } from '../list/use-list-page.ts'
import { recordKey, useRecord } from '../list/use-rows.ts'

export interface RecordDrawerProps extends RecordParts {
  readonly entity: Entity
  readonly list: ListPageModel
  readonly actions: readonly RecordAction[]
  readonly onAction: (action: RecordAction, row: Row) => void
  readonly mayEdit: boolean
  /** Why a record cannot be edited in its present state; null when it can. */
  readonly refuseEdit: (row: Row) => string | null
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

const noTabs: readonly RecordTab[] = []

function useTabs(tabs = noTabs): readonly RecordTab[] {
  const subject = subjectOf(useSession())
  return tabs.filter(({ access }) => mayAccess(access, subject))
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
  const { entity, list, actions, onAction, mayEdit, refuseEdit, about: About } = props
  const { state, listing, openedRow } = list
  const { id, dialog } = state
  const creating = isCreating(state)
  const query = useRecord(entity.slug, id, openedRow)
  const record = query.data
  useLiveRecord(entity.slug, id)
  const tabs = useTabs(props.tabs)

  if (id === null) {
    return (
      <Drawer
        opened={creating}
        onClose={list.close}
        title={`New ${inSentence(entity.label)}`}
        closeOnClickOutside={false}
      >
        {creating ? <FormBody {...props} record={null} /> : null}
      </Drawer>
    )
  }
  const reverting = revertedTo(dialog)
  const mayChange = mayEdit && (!record || refuseEdit(record) === null)
  const editing = mayChange && (dialog === 'edit' || reverting !== null)
  const title = record ? titleOf(listing, record) : entity.label
  const heading = editing
    ? reverting === null
      ? `Edit ${title}`
      : `Back to version ${reverting} of ${title}`
    : title
  const tab = ['history', ...tabs.map(({ name }) => name)].find((name) => name === state.tab) ?? 'details'

  const content = () => {
    if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
    if (!record) return recordLoading
    // A form works on the record itself, never on the row that stands in for it.
    if (editing && query.isPlaceholderData) return recordLoading
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
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          {About ? <About record={record} list={list} /> : null}
          <RecordDetails entity={entity} list={list} record={record} cells={props.cells} />
        </Tabs.Panel>
        {tabs.map(({ name, Content }) => (
          <Tabs.Panel key={name} value={name}>
            <Content record={record} list={list} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history">
          <RecordHistory
            entity={entity}
            id={id}
            onRevert={mayChange ? (version) => list.openDialog(revertTo(version)) : undefined}
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
            {mayChange && record ? (
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
