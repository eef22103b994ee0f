import { Button, Textarea } from '@mantine/core'
import { templateKinds, type FullTemplate } from '@signalbox/model/template-language/template'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { noteProblem } from './save-dialog.tsx'
import styles from './save-dialog.module.css'
import { isAboutTemplates } from './use-templates.ts'

export interface DeleteDialogProps {
  readonly template: FullTemplate
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Removes an own template. Where an ancestor has one of the same name, that one counts again. */
export function DeleteDialog({ template, onClose, onDeleted }: DeleteDialogProps) {
  const { id, type, templateType, locale, version, overrides } = template
  const merchantName = useMerchantName()
  const queryClient = useQueryClient()
  const operationId = useOperationId()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const restores = typeof overrides === 'number'
  const missing = noteProblem(note)
  const remove = async () => {
    setTried(true)
    if (missing !== null) return
    setRunning(true)
    const query = { version, note: note.trim() }
    try {
      await api('DELETE /template/{id}', { params: { id }, query, operationId: operationId(query) })
      toast.success(restores ? 'The inherited template applies again.' : `${templateType} was deleted.`)
      onDeleted()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutTemplates(queryKey) })
    } catch (error) {
      reportFailure(error, { label: templateKinds[type].label, done: 'deleted', configuration: true })
      setRunning(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={restores ? 'Restore the inherited template?' : 'Delete this template?'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={running} onClick={() => void remove()}>
            {restores ? 'Restore inherited' : 'Delete'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div>
          {restores
            ? `${templateType} (${locale}) of ${merchantName(overrides)} applies again. Your version is kept in the history.`
            : `${templateType} (${locale}) is no longer used. It is kept in the history.`}
        </div>
        <Textarea
          label="Note"
          description="Reason (shown in the history)"
          required
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          error={tried ? missing : null}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
      </div>
    </Dialog>
  )
}
