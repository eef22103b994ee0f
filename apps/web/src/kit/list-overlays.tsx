import { Button } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import { ColumnChooser, ViewDialog } from './list-parts.ts'
import styles from './list-page.module.css'
import type { ListPageModel } from './use-list-page.ts'
import { useNewsText } from './use-live-rows.ts'
import type { ViewDialogTask } from './view-dialog.tsx'

/** Says that rows changed elsewhere; a press shows them. */
export function NewsPill({ list }: { readonly list: ListPageModel }) {
  const text = useNewsText(list.news)
  if (text === null) return null
  return (
    <Button
      className={styles.news}
      size="compact-sm"
      radius="xl"
      leftSection={<Icon name="refresh" size={14} />}
      onClick={() => void list.query.refetch()}
    >
      {text}
    </Button>
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
