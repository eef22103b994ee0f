import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core'
import type { SubjectStanding } from '@signalbox/model/calls/gdpr'
import { useState } from 'react'
import { api, ApiError, newOperationId } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'

export interface Person {
  readonly merchantId: number
  readonly userId: string
}

const gdprRequests = {
  export: {
    title: 'Export data',
    button: 'Export',
    call: 'POST /gdpr/export',
    done: 'The data is being collected. You will find it under GDPR requests.',
  },
  hold: {
    title: 'Legal hold',
    button: 'Hold',
    call: 'POST /gdpr/hold',
    done: 'The data is kept until the hold is released.',
  },
  erase: {
    title: 'Anonymize user (GDPR)',
    button: 'Anonymize',
    call: 'POST /gdpr/erase',
    done: 'The erasure request was recorded.',
  },
} as const
export type GdprRequestKind = keyof typeof gdprRequests

function Consequence({ standing }: { readonly standing: SubjectStanding }) {
  return (
    <Alert color="red" variant="light" icon={<Icon name="warning" />} title="This cannot be undone">
      {standing.keptUntil ? (
        <>
          The law requires this data to be kept until <InstantView iso={standing.keptUntil} />. Until then
          only GDPR staff can see it; then it is erased.
        </>
      ) : (
        <>
          Names, addresses, cards and bank accounts of {standing.transactions} payments and{' '}
          {standing.accounts} accounts are erased now, and so are the reason and the case reference. Amounts,
          codes and books stay.
        </>
      )}
    </Alert>
  )
}

interface GdprRequestDialogProps {
  readonly what: GdprRequestKind
  readonly person: Person
  readonly standing: SubjectStanding
  readonly onClose: () => void
}

/** The grounds as they are typed, sent and refused. */
function useGdprRequest({ what, person, onClose }: GdprRequestDialogProps) {
  const { title, call, done } = gdprRequests[what]
  const [operationId] = useState(newOperationId)
  const [values, setValues] = useState({ reason: '', caseReference: '', confirm: '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const set =
    (name: keyof typeof values) => (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget
      setValues((last) => ({ ...last, [name]: value }))
    }
  const send = async () => {
    setBusy(true)
    const { confirm, ...grounds } = values
    const body = { ...person, ...grounds }
    try {
      await (call === 'POST /gdpr/erase'
        ? api(call, { body: { ...body, confirm }, operationId })
        : api(call, { body, operationId }))
      toast.success(done)
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, { label: title, done: 'requested' })
      setBusy(false)
    }
  }
  return { values, set, problems, busy, send }
}

/** Why it is asked for and, where nothing can be undone, whom it is about, typed once more. */
export function GdprRequestDialog(props: GdprRequestDialogProps) {
  const { what, person, standing, onClose } = props
  const { title, button } = gdprRequests[what]
  const { values, set, problems, busy, send } = useGdprRequest(props)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color={what === 'erase' ? 'red' : undefined}
            loading={busy}
            disabled={what === 'erase' && values.confirm !== person.userId}
            onClick={() => void send()}
          >
            {button}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        {what === 'erase' ? <Consequence standing={standing} /> : null}
        <Textarea
          label="Reason"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={values.reason}
          error={problems.reason}
          onChange={set('reason')}
        />
        <TextInput
          label="Case reference"
          maxLength={100}
          value={values.caseReference}
          error={problems.caseReference}
          onChange={set('caseReference')}
        />
        {what === 'erase' ? (
          <TextInput
            label={`Type ${person.userId} to confirm`}
            withAsterisk
            autoComplete="off"
            value={values.confirm}
            error={problems.confirm}
            onChange={set('confirm')}
          />
        ) : null}
      </Stack>
    </Dialog>
  )
}
