import { Button } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import { logOut } from './logout.ts'

export interface IdleDialogProps {
  readonly leftMs: number
  /** False when the session ends whatever one does. */
  readonly canStay: boolean
  readonly onGoOn: () => void
}

export default function IdleDialog({ leftMs, canStay, onGoOn }: IdleDialogProps) {
  const seconds = Math.ceil(leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <Dialog
      opened
      onClose={onGoOn}
      title={canStay ? 'Are you still there?' : 'Your session ends soon'}
      footer={
        <>
          <Button variant="default" onClick={() => void logOut()}>
            Log out
          </Button>
          <Button onClick={onGoOn} data-autofocus>
            {canStay ? 'Stay signed in' : 'Continue for now'}
          </Button>
        </>
      }
    >
      <p style={{ margin: 0 }}>
        {canStay
          ? 'You will be signed out for inactivity in '
          : 'Sessions end after twelve hours. Your session ends in '}
        <strong role="timer">{left}</strong>. Unsaved changes are kept in this browser.
      </p>
    </Dialog>
  )
}
