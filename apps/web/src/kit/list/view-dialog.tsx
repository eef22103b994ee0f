import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { SavedView } from '@signalbox/model/access/session'
import { texts } from '@signalbox/model/text/texts'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { changeView, createView } from './saved-views.ts'

/** Saving what the list shows under a name, or giving a view another name. */
export type ViewDialogTask =
  | { readonly kind: 'create'; readonly query: string; readonly columns: readonly string[] }
  | { readonly kind: 'rename'; readonly view: SavedView }

export interface ViewDialogProps {
  readonly page: string
  readonly task: ViewDialogTask
  readonly onClose: () => void
  readonly onCreated: (view: SavedView) => void
}

const longestName = 60

const problemOf = (name: string): string | undefined => {
  if (name.trim() === '') return texts.required
  return name.length > longestName ? texts.tooLong : undefined
}

/** The view while it is named, and saved. */
function useViewForm({ page, task, onClose, onCreated }: ViewDialogProps) {
  const [name, setName] = useState(task.kind === 'rename' ? task.view.name : '')
  const [shared, setShared] = useState(false)
  const [withColumns, setWithColumns] = useState(true)
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const problem = problemOf(name)

  const save = async () => {
    setTried(true)
    if (problem !== undefined || saving) return
    setSaving(true)
    if (task.kind === 'rename') {
      if (await changeView(task.view, { name: name.trim() })) onClose()
    } else {
      const columns = withColumns ? [...task.columns] : null
      const view = await createView({ page, name: name.trim(), query: task.query, columns, shared })
      if (view) onCreated(view)
    }
    setSaving(false)
  }
  return {
    name,
    setName,
    shared,
    setShared,
    withColumns,
    setWithColumns,
    problem: tried ? problem : undefined,
    saving,
    save,
  }
}

export function ViewDialog(props: ViewDialogProps) {
  const { task, onClose } = props
  const formId = useId()
  const { name, setName, shared, setShared, withColumns, setWithColumns, problem, saving, save } =
    useViewForm(props)

  return (
    <Dialog
      opened
      onClose={onClose}
      title={task.kind === 'rename' ? 'Rename view' : 'Save view'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            {task.kind === 'rename' ? 'Rename' : 'Save view'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap={14}>
          <TextInput
            label="Name"
            value={name}
            required
            data-autofocus
            autoComplete="off"
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {task.kind === 'create' ? (
            <>
              <Checkbox
                label="Save the current columns too"
                checked={withColumns}
                onChange={(event) => setWithColumns(event.currentTarget.checked)}
              />
              <Checkbox
                label="Share with colleagues"
                description="Anyone who shares a merchant with you can open it"
                checked={shared}
                onChange={(event) => setShared(event.currentTarget.checked)}
              />
            </>
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
