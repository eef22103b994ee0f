import { Alert, Button, Stack, Text } from '@mantine/core'
import { field } from '@signalbox/model/field/field'
import { tokenNetworks, type TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import { OperationInputs } from '../../../kit/field/operation-inputs.tsx'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'

const fields = {
  merchants: field.merchants({ label: 'Merchants', item: 'merchant', required: true }),
  networks: field.choices({ label: 'Networks', item: 'network', required: true, options: tokenNetworks }),
}

interface Choice {
  readonly merchants: readonly number[]
  readonly networks: readonly TokenNetwork[]
}

const nothing: Choice = { merchants: [], networks: [] }
const counted = (count: number): string => `${count} ${count === 1 ? 'onboarding' : 'onboardings'}`

function useStart(list: ListPageModel, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ merchants, networks }: Choice) =>
      api('POST /scheme-token/start', { body: { merchants: [...merchants], networks: [...networks] } }),
    onSuccess: async ({ started, known }) => {
      await queryClient.invalidateQueries({ queryKey: ['scheme-token'] })
      const before = known.length > 0 ? ` ${known.length} existed already.` : ''
      toast.success(`${counted(started.length)} started.${before}`)
      onDone()
      const [first] = started
      if (first && started.length === 1) list.change((state) => ({ ...state, dialog: null, id: first.id }))
    },
  })
}

/** The first step of the wizard: which merchants, at which networks. */
export function StartDialog({ list }: { readonly list: ListPageModel }) {
  const [choice, setChoice] = useState(nothing)
  const [isAsked, setAsked] = useState(false)
  const close = () => {
    setChoice(nothing)
    setAsked(false)
    list.openDialog(null)
  }
  const start = useStart(list, close)
  const missing = Object.keys(fields).filter((name) => choice[name as keyof Choice].length === 0)
  const failure = start.error ? explainFailure(start.error, { label: 'Onboarding', done: 'started' }) : null
  const count = choice.merchants.length * choice.networks.length
  return (
    <Dialog
      opened={list.state.dialog === 'start'}
      onClose={close}
      title="Start onboarding"
      footer={
        <>
          <Button variant="default" onClick={close} disabled={start.isPending}>
            Cancel
          </Button>
          <Button
            loading={start.isPending}
            onClick={() => {
              setAsked(true)
              if (missing.length === 0) start.mutate(choice)
            }}
          >
            {count === 0 ? 'Start' : `Start ${counted(count)}`}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <OperationInputs
          fields={fields}
          values={{ ...choice }}
          missing={isAsked ? missing : []}
          onSet={(name, value) => setChoice((before) => ({ ...before, [name]: value }))}
        />
        <Text size="sm" c="dimmed">
          Business data is taken from the merchants where they have it. Several merchants can also be imported
          from a CSV file.
        </Text>
        {failure ? (
          <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  )
}
