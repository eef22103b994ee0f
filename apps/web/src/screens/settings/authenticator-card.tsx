import { Button, TextInput } from '@mantine/core'
import type { AuthenticatorSetup } from '@signalbox/model/calls/login'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { AuthenticatorInstructions } from '../../kit/session/authenticator-setup.tsx'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { mayRemoveFactor } from './may-remove-factor.ts'
import type { SecurityCardProps } from './security-tab.tsx'
import styles from './settings.module.css'

const label = 'Authenticator app'

export function AuthenticatorCard({ overview, attempt, onRecoveryCodes }: SecurityCardProps) {
  const { authenticator } = overview
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null)
  const begin = async () => {
    try {
      setSetup(await api('POST /me/security/authenticator/begin'))
    } catch (error) {
      reportFailure(error, { label, done: 'set up' })
    }
  }
  const remove = async () => {
    const sure = await confirm({
      title: 'Remove the authenticator app?',
      message: 'Its codes stop working. All your other sessions end.',
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (sure) await attempt(label, 'removed', () => api('DELETE /me/security/authenticator'))
  }
  return (
    <Card
      title={label}
      description="Six digits from your phone after the password."
      actions={
        <>
          {authenticator && mayRemoveFactor(overview) ? (
            <Button size="xs" variant="subtle" color="red" onClick={() => void remove()}>
              Remove
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={() => void begin()}>
            {authenticator ? 'Replace' : 'Set up'}
          </Button>
        </>
      }
    >
      {authenticator ? (
        <p className={styles.note}>
          <StatusBadge tone="positive">Set up</StatusBadge> since{' '}
          <InstantView iso={authenticator.createdAt} />
          {authenticator.lastUsedAt === null ? null : (
            <>
              , last used <InstantView iso={authenticator.lastUsedAt} />
            </>
          )}
        </p>
      ) : (
        <StatusBadge tone="off">Not set up</StatusBadge>
      )}
      {setup === null ? null : (
        <SetupDialog
          setup={setup}
          onClose={() => setSetup(null)}
          onCode={async (code) => {
            const done = await attempt(label, 'set up', async () => {
              const { recoveryCodes } = await api('POST /me/security/authenticator/confirm', {
                body: { code },
              })
              onRecoveryCodes(recoveryCodes)
            })
            if (done) setSetup(null)
          }}
        />
      )}
    </Card>
  )
}

interface SetupDialogProps {
  readonly setup: AuthenticatorSetup
  readonly onClose: () => void
  readonly onCode: (code: string) => Promise<void>
}

function SetupDialog({ setup, onClose, onCode }: SetupDialogProps) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const digits = code.replace(/\s/g, '')
  const confirmCode = async () => {
    setBusy(true)
    await onCode(digits)
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Set up your authenticator app"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={digits.length < 6} onClick={() => void confirmCode()}>
            Confirm
          </Button>
        </>
      }
    >
      <AuthenticatorInstructions setup={setup} />
      <TextInput
        mt="md"
        maw={200}
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        classNames={{ input: 'mono' }}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}
