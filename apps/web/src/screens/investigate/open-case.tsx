import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'
import { CaseActionDialog, type CaseActionInput } from './case-action-dialog.tsx'

/** Opens a case about any transaction, whatever the platform thinks of it. */
export function OpenCase({ list }: { readonly list: ListPageModel }) {
  const client = useQueryClient()
  const operationId = useOperationId()
  const [open, setOpen] = useState(false)
  const [running, setRunning] = useState(false)
  const run = async ({ txId, text }: CaseActionInput) => {
    setRunning(true)
    try {
      const { id } = await api('POST /case', {
        body: { txId, text },
        operationId: operationId(['open', txId, text]),
      })
      toast.success('The case was opened.')
      setOpen(false)
      list.openDialog(null, id)
    } catch (error) {
      reportFailure(error, { label: 'Case', done: 'opened' })
    }
    setRunning(false)
    void client.invalidateQueries({ queryKey: ['case'] })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a case</Button>
      {open ? (
        <CaseActionDialog
          task="open"
          running={running}
          onRun={(words) => void run(words)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
