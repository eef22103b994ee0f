import { Button } from '@mantine/core'
import { api } from '../../kit/api.ts'
import { RecoveryCodes } from '../../kit/session/recovery-codes.tsx'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { SecurityCardProps } from './security-tab.tsx'
import styles from './settings.module.css'

export function RecoveryCodesCard({ overview, attempt, onRecoveryCodes }: SecurityCardProps) {
  const { recoveryCodesLeft, authenticator, securityKeys } = overview
  const hasFactor = authenticator !== null || securityKeys.length > 0
  const renew = async () => {
    const sure =
      recoveryCodesLeft === 0 ||
      (await confirm({
        title: 'Create new recovery codes?',
        message: 'Your old codes stop working. All your other sessions end.',
        confirmLabel: 'Create new codes',
      }))
    if (!sure) return
    await attempt('Recovery codes', 'made', async () => {
      const { recoveryCodes } = await api('POST /me/security/recovery-codes')
      onRecoveryCodes(recoveryCodes)
    })
  }
  return (
    <Card
      title="Recovery codes"
      description="For when you lose your phone or key. Each code signs you in once."
      actions={
        <Button size="xs" variant="default" onClick={() => void renew()} disabled={!hasFactor}>
          Create new codes
        </Button>
      }
    >
      <p className={styles.note}>
        {hasFactor
          ? `${recoveryCodesLeft} ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`
          : 'Set up a second factor first.'}
      </p>
    </Card>
  )
}

export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Your recovery codes"
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
