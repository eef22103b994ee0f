import { Button } from '@mantine/core'
import { formatInstant } from '@signalbox/model/text/user-formats'
import { Icon } from '../../ui/icon.tsx'
import { ColumnChooser, ViewDialog } from './lazy-list-components.ts'
import { isOnlyOld } from './list-states.tsx'
import { useFormats } from '../session/session-store.ts'
import styles from './list-page.module.css'
import type { ListPageModel } from './use-list-page.ts'
import { useNewsText } from './use-live-rows.ts'
import type { ViewDialogTask } from './view-dialog.tsx'

/** Says that rows changed elsewhere, or that these are old because new ones did not come; a press loads them. */
function NewsPill({ list }: { readonly list: ListPageModel }) {
  const { query } = list
  const text = useNewsText(list.news)
  const formats = useFormats()
  const isOld = isOnlyOld(query)
  if (text === null && !isOld) return null
  const since = formatInstant(new Date(query.dataUpdatedAt).toISOString(), formats)
  const label = isOld ? `Refresh failed; showing rows from ${since}` : (text ?? '')
  return (
    <Button
      className={styles.news}
      size="compact-sm"
      radius="xl"
      color={isOld ? 'red' : undefined}
      variant={isOld ? 'light' : undefined}
      leftSection={<Icon name={isOld ? 'warning' : 'refresh'} size={14} />}
      loading={isOld && query.isFetching}
      title={label}
      onClick={() => void query.refetch()}
    >
      {label}
    </Button>
  )
}

/** Its place beside the title is there before it is: nothing is covered and nothing moves when it comes. */
export function NewsPlace({ list }: { readonly list: ListPageModel }) {
  return (
    <span className={styles.newsPlace} role="status" data-no-print>
      <NewsPill list={list} />
    </span>
  )
}

/** Dialogs about the list itself. */
export function ListDialogs({
  list,
  viewTask,
  onViewTask,
}: {
  readonly list: ListPageModel
  readonly viewTask: ViewDialogTask | null
  readonly onViewTask: (task: ViewDialogTask | null) => void
}) {
  const { columns } = list
  return (
    <>
      {list.state.dialog === 'columns' ? (
        <ColumnChooser
          columns={columns.all}
          shown={columns.names}
          onChange={columns.choose}
          onWidth={columns.resize}
          onReset={columns.reset}
          onClose={() => list.openDialog(null)}
        />
      ) : null}
      {viewTask ? (
        <ViewDialog
          page={list.page}
          task={viewTask}
          onClose={() => onViewTask(null)}
          onCreated={(view) => {
            onViewTask(null)
            list.views.open(view)
          }}
        />
      ) : null}
    </>
  )
}
