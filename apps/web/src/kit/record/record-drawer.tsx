import { Button, Tabs } from '@mantine/core'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Entity } from '@signalbox/model/field/entity'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActionMenu } from '../action/action-menu.tsx'
import { ApiError } from '../api.ts'
import { inSentence, titleOf, type Row } from '../list/listing.ts'
import type { ListPageModel } from '../list/use-list-page.ts'
import { recordKey, useRecord } from '../list/use-rows.ts'
import { live } from '../live.ts'
import { subjectOf, useSession } from '../session/session-store.ts'
import type { RecordAction } from './record-actions.ts'
import { RecordDetails } from './record-details.tsx'
import { isCreating, revertedTo, revertTo } from './record-dialogs.ts'
import { FormBody, RevertForm, type RecordExtensionProps, type RecordTab } from './record-form-body.tsx'
import { RecordHistory } from './record-history.tsx'
import { recordLoading } from './record-loading.tsx'
import { RecordSteps } from './record-steps.tsx'

export interface RecordDrawerProps extends RecordExtensionProps {
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

interface RecordTabsProps extends RecordDrawerProps {
  readonly id: string
  readonly record: Row
  readonly mayChange: boolean
}

function RecordTabs({ id, record, mayChange, ...props }: RecordTabsProps) {
  const { entity, list, about: About } = props
  const tabs = useTabs(props.tabs)
  const operate = (name: string) => {
    const action = props.actions.find((each) => each.name === name)
    return action && action.refusal(record) === null ? () => props.onAction(action, record) : undefined
  }
  const tab =
    ['history', ...tabs.map(({ name }) => name)].find((name) => name === list.state.tab) ?? 'details'
  return (
    <Tabs value={tab} onChange={(next) => list.openTab(next === 'details' ? null : next)} keepMounted={false}>
      <Tabs.List mb={20}>
        <Tabs.Tab px={12} value="details">
          Details
        </Tabs.Tab>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab px={12} key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
        <Tabs.Tab px={12} value="history">
          History
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">
        {About ? <About record={record} list={list} operate={operate} /> : null}
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

interface HeaderProps extends Pick<RecordDrawerProps, 'list' | 'actions' | 'onAction'> {
  readonly record: Row | undefined
  readonly mayChange: boolean
}

function HeaderButtons({ list, actions, onAction, record, mayChange }: HeaderProps) {
  return (
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
        <ActionMenu label="More actions" row={record} entries={[]} actions={actions} onAction={onAction} />
      ) : null}
      <RecordSteps list={list} />
    </>
  )
}

interface ContentProps extends RecordDrawerProps {
  readonly id: string
  readonly query: ReturnType<typeof useRecord>
  readonly mayChange: boolean
  readonly editing: boolean
}

/** The details of a record, or the form to change it. */
function Content({ id, query, mayChange, editing, ...props }: ContentProps) {
  const record = query.data
  const reverting = revertedTo(props.list.state.dialog)
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  if (!record) return recordLoading
  // A form works on the record itself, never on the row that stands in for it.
  if (editing && query.isPlaceholderData) return recordLoading
  if (editing && reverting !== null)
    return <RevertForm {...props} id={id} version={reverting} record={record} />
  if (editing) return <FormBody {...props} record={record} />
  return <RecordTabs {...props} id={id} record={record} mayChange={mayChange} />
}

function titleFor({ entity, list }: RecordDrawerProps, record: Row | undefined, editing: boolean): string {
  const title = record ? titleOf(list.listing, record) : entity.label
  if (!editing) return title
  const reverting = revertedTo(list.state.dialog)
  return reverting === null ? `Edit ${title}` : `Back to version ${reverting} of ${title}`
}

/** One record over its list, with its own address: details, history, the form, and everything one can do to it. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { entity, list, actions, onAction, mayEdit, refuseEdit } = props
  const { state, openedRow } = list
  const { id, dialog } = state
  const creating = isCreating(state)
  const query = useRecord(entity.slug, id, list.listing.rowsAreShort ? undefined : openedRow)
  const record = query.data
  useLiveRecord(entity.slug, id)

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
  const mayChange = mayEdit && (!record || refuseEdit(record) === null)
  const editing = mayChange && (dialog === 'edit' || revertedTo(dialog) !== null)
  const content = <Content {...props} id={id} query={query} mayChange={mayChange} editing={editing} />
  return (
    <Drawer
      opened
      onClose={list.close}
      closeOnClickOutside={!editing}
      title={titleFor(props, record, editing)}
      headerExtra={
        editing ? null : (
          <HeaderButtons
            list={list}
            actions={actions}
            onAction={onAction}
            record={record}
            mayChange={mayChange}
          />
        )
      }
    >
      {editing ? (
        content
      ) : (
        <div tabIndex={-1} data-autofocus>
          {content}
        </div>
      )}
    </Drawer>
  )
}
