import { Button, Group, TextInput } from '@mantine/core'
import { whyNotProduct, type ProductState } from '@signalbox/model/store/store-state'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError, newOperationId } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

interface AboutProps {
  readonly record: Row
  readonly list: ListPageModel
}

function CloneDialog({ record, list, onClose }: AboutProps & { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [operationId] = useState(newOperationId)
  const [sku, setSku] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const clone = async () => {
    setBusy(true)
    try {
      const params = { id: String(record.id) }
      const made = await api('POST /product/{id}/clone', { params, body: { sku: sku.trim() }, operationId })
      await queryClient.invalidateQueries({ queryKey: ['product'] })
      toast.success(`Product ${made.sku} created as a draft.`)
      onClose()
      list.change((state) => ({ ...state, id: made.id }))
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblem(fields[0]?.message)
      if (fields.length === 0) reportFailure(error, { label: 'Product', done: 'cloned' })
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Clone ${String(record.name)}`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void clone()}>
            Clone
          </Button>
        </>
      }
    >
      <TextInput
        label="SKU of the new product"
        withAsterisk
        maxLength={32}
        data-autofocus
        value={sku}
        error={problem}
        onChange={(event) => setSku(event.currentTarget.value.toUpperCase())}
      />
    </Dialog>
  )
}

interface OpenProps extends AboutProps {
  readonly operate?: (name: string) => (() => void) | undefined
}

/** What leads on, and another product after this one. */
export function ProductAbout({ record, list, operate }: OpenProps) {
  const isReady = whyNotProduct('activate', record.state as ProductState) === undefined
  const activate = isReady ? operate?.('activate') : undefined
  const mayEdit = useMay('store.edit')
  const [cloning, setCloning] = useState(false)
  if (!mayEdit) return null
  return (
    <Group mb={16} gap={8}>
      {activate ? (
        <Button size="compact-md" variant="light" onClick={activate}>
          Activate
        </Button>
      ) : null}
      <Button size="compact-md" variant="default" onClick={() => setCloning(true)}>
        Clone
      </Button>
      {cloning ? <CloneDialog record={record} list={list} onClose={() => setCloning(false)} /> : null}
    </Group>
  )
}
