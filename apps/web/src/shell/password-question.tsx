import { Button, PasswordInput } from '@mantine/core'
import { refusals } from '@signalbox/model/refusal'
import { useId, useState } from 'react'
import { api, ApiError } from '../kit/api.ts'
import { Dialog } from '../ui/dialog.tsx'

export default function PasswordQuestion({ settle }: { readonly settle: (proven: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const prove = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api('POST /me/step-up', { body: { password } })
      settle(true)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError) setProblem(error.message)
    }
  }
  return (
    <Dialog
      opened
      onClose={() => settle(false)}
      title="Confirm it is you"
      footer={
        <>
          <Button variant="default" onClick={() => settle(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy} disabled={password === ''}>
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void prove()
        }}
      >
        <PasswordInput
          label="Password"
          description={refusals.STEP_UP.message}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
