import { Button, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'

function CloneDialog({
  record,
  onCloned,
  onClose,
}: {
  readonly record: Row
  readonly onCloned: (id: string) => void
  readonly onClose: () => void
}) {
  const [values, setValues] = useState({ psp: '', name: '', note: '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const clone = async () => {
    setBusy(true)
    try {
      const made = await api('POST /psp/{id}/clone', { params: { id: String(record.id) }, body: values })
      toast.success(`${made.name} was created as a draft.`)
      onCloned(made.id)
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, { label: 'PSP', done: 'cloned' })
    }
    setBusy(false)
  }
  const input = (name: keyof typeof values, label: string, help?: string) => (
    <TextInput
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      value={values[name]}
      error={problems[name]}
      data-autofocus={name === 'name' || undefined}
      onChange={(event) => {
        const { value } = event.currentTarget
        setValues((last) => ({ ...last, [name]: value }))
      }}
    />
  )
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
      <Stack gap={16}>
        {input('name', 'Name')}
        {input('psp', 'Id', 'Used in rules and configuration. Cannot be changed later.')}
        {input('note', 'Note about the change')}
      </Stack>
    </Dialog>
  )
}

/** A new PSP is often much like one that is there. */
export function PspAbout({ record, list }: { readonly record: Row; readonly list: ListPageModel }) {
  const mayEdit = useMay('payment-product-catalog.edit')
  const queryClient = useQueryClient()
  const [cloning, setCloning] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button
        mb={16}
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="copy" size={14} />}
        onClick={() => setCloning(true)}
      >
        Clone
      </Button>
      {cloning ? (
        <CloneDialog
          record={record}
          onClose={() => setCloning(false)}
          onCloned={(id) => {
            setCloning(false)
            void queryClient.invalidateQueries({ queryKey: ['psp'] })
            list.openDialog(null, id)
          }}
        />
      ) : null}
    </>
  )
}
