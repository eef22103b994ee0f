import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import {
  emptyNewPassword,
  newPasswordProblem,
  NewPasswordFields,
} from '../../kit/session/new-password-fields.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { SecurityCardProps } from './security-tab.tsx'
import styles from './settings.module.css'

export function PasswordCard({ overview, attempt }: SecurityCardProps) {
  const [open, setOpen] = useState(false)
  return (
    <Card
      title="Password"
      actions={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      }
    >
      <p className={styles.note}>
        {overview.passwordChangedAt === null ? (
          'Never changed.'
        ) : (
          <>
            Last changed <InstantView iso={overview.passwordChangedAt} />.
          </>
        )}
      </p>
      {open ? <PasswordDialog attempt={attempt} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

interface Refusals {
  readonly current?: string
  readonly next?: string
}

/** Keeps the general message quiet: the field has its own. */
class ShownAtField extends Error {}

function refusalsIn(error: unknown): Refusals {
  if (!(error instanceof ApiError)) return {}
  const messageFor = (name: string) => error.body.fields?.find(({ field }) => field === name)?.message
  const wrong = error.code === 'INVALID_CREDENTIALS' ? 'This is not your current password' : undefined
  return { current: messageFor('currentPassword') ?? wrong, next: messageFor('newPassword') }
}

interface PasswordDialogProps {
  readonly attempt: SecurityCardProps['attempt']
  readonly onClose: () => void
}

function PasswordDialog({ attempt, onClose }: PasswordDialogProps) {
  const { username } = useSession().metadata.user
  const [currentPassword, setCurrent] = useState('')
  const [value, setValue] = useState(emptyNewPassword)
  const [refusals, setRefusals] = useState<Refusals>({})
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    setRefusals({})
    const saved = await attempt('Password', 'changed', async () => {
      try {
        await api('POST /me/security/password', { body: { currentPassword, newPassword: value.password } })
      } catch (error) {
        const refused = refusalsIn(error)
        setRefusals(refused)
        throw refused.current === undefined && refused.next === undefined ? error : new ShownAtField()
      }
    })
    setBusy(false)
    if (saved) onClose()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Change password"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={busy}
            disabled={currentPassword === '' || newPasswordProblem(value, { username }) !== null}
            onClick={() => void save()}
          >
            Change password
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={refusals.current}
          data-autofocus
        />
        <NewPasswordFields value={value} onChange={setValue} context={{ username }} refusal={refusals.next} />
        <p className={styles.note}>All your other sessions end.</p>
      </div>
    </Dialog>
  )
}
