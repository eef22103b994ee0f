import { Button, Select, Stack, Textarea } from '@mantine/core'
import type { MerchantNode } from '@signalbox/model/access/session'
import { texts } from '@signalbox/model/text/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { merchantOptions } from '../../../kit/filter/filter-options.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useRecord } from '../../../kit/list/use-rows.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useFreshMerchants } from './use-fresh-merchants.ts'

/** A merchant cannot be its own parent, nor below anything below it. */
export function possibleParents(merchants: readonly MerchantNode[], id: number): MerchantNode[] {
  const isBelow = (node: MerchantNode | undefined): boolean =>
    node !== undefined && (node.id === id || isBelow(merchants.find((other) => other.id === node.parentId)))
  const current = merchants.find((node) => node.id === id)?.parentId
  return merchants.filter((node) => node.id !== current && !isBelow(node))
}

interface MoveFormProps {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly onClose: () => void
}

/** Where the merchant moves to, as it is filled in, sent, and answered. */
function useMove({ id, name, version, onClose }: MoveFormProps) {
  const operationId = useOperationId()
  const queryClient = useQueryClient()
  const [parentId, setParentId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)

  const move = async () => {
    const missing = {
      ...(parentId === null && { parentId: texts.required }),
      ...(note.trim() === '' ? { note: texts.required } : note.trim().length < 3 && { note: texts.tooShort }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0 || saving) return
    setSaving(true)
    const body = { parentId: Number(parentId), version, note: note.trim() }
    try {
      const call = { params: { id }, body, operationId: operationId(body) }
      const { waits } = await api('POST /merchant/{id}/move', call)
      toast.success(waits ? `${name}: a second person must confirm the move.` : `${name} was moved.`)
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.body.fields : undefined
      if (fields) setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      else reportFailure(error, { label: 'Merchant', done: 'moved' })
    }
    setSaving(false)
    void queryClient.invalidateQueries({ queryKey: ['merchant'] })
    void queryClient.invalidateQueries({ queryKey: ['pending-grant'] })
  }
  return { parentId, setParentId, note, setNote, problems, saving, move }
}

function MoveForm(props: MoveFormProps) {
  const { id, name, onClose } = props
  const formId = useId()
  const { merchants } = useSession().metadata
  const { parentId, setParentId, note, setNote, problems, saving, move } = useMove(props)

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Move ${name}`}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            Move
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <Stack gap={14}>
          <Select
            label="New parent"
            description="All merchants below move too. Ids do not change. Settings are inherited from the new parent, and its approvers can decide here too."
            withAsterisk
            searchable
            data={merchantOptions(possibleParents(merchants, Number(id)))}
            value={parentId}
            error={problems.parentId}
            onChange={setParentId}
            data-autofocus
          />
          <Textarea
            label="Note about the change"
            withAsterisk
            maxLength={500}
            autosize
            value={note}
            error={problems.note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

export function MoveDialog({ list }: { readonly list: ListPageModel }) {
  const mayOperate = useMay('merchant.operate')
  const { id, dialog } = list.state
  const { data: record } = useRecord('merchant', id, list.openedRow)
  useFreshMerchants(list.rows)
  if (dialog !== 'move' || id === null || !record || !mayOperate) return null
  return (
    <MoveForm
      key={id}
      id={id}
      name={String(record.name)}
      version={Number(record.version)}
      onClose={() => list.openDialog(null)}
    />
  )
}
