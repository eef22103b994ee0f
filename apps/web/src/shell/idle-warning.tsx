import { Button } from '@mantine/core'
import type { Metadata } from '@signalbox/model/session'
import { useEffect, useState } from 'react'
import { api } from '../kit/api.ts'
import { useSession } from '../kit/session-store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { activity } from './activity.ts'
import { idleState, type SessionLimits } from './idle-state.ts'
import { leaveForLogin, logOut } from './logout.ts'
import { serverClock } from './server-clock.ts'
import { checkSession } from './session-status.ts'
import { useHeartbeat } from './use-heartbeat.ts'

const tickMs = 1000

async function extend(): Promise<void> {
  try {
    await api('POST /session/extend')
  } catch {
    // The client has already said so, or is on its way to the login page.
  }
}

async function leaveIfOver(): Promise<void> {
  const status = await checkSession()
  if (status.kind === 'unauthenticated' && status.redirect !== undefined) leaveForLogin(status.redirect)
}

/** Limits as this machine's clock sees them. */
function limitsOf({ session, serverTime }: Metadata): SessionLimits {
  return {
    idleMs: Date.parse(session.idleEndsAt) - Date.parse(serverTime),
    absoluteEndsMs: Date.parse(session.absoluteEndsAt) - serverClock.aheadMs(),
    warnMs: session.warnSeconds * 1000,
  }
}

/** Speaks up before the session ends for want of activity. */
export function IdleWarning() {
  const { metadata } = useSession()
  const [nowMs, setNowMs] = useState(() => Date.now())
  const [dismissed, setDismissed] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const state = idleState(limitsOf(metadata), activity.lastMs(), nowMs)
  useHeartbeat(state.kind === 'active', extend)
  const over = state.kind === 'over'
  useEffect(() => {
    if (over) void leaveIfOver()
  }, [over])
  if (state.kind !== 'warning' || (dismissed && !state.canStay)) return null
  const seconds = Math.ceil(state.leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const stay = () => void extend().then(() => setNowMs(Date.now()))
  return (
    <Dialog
      opened
      onClose={state.canStay ? stay : () => setDismissed(true)}
      title={state.canStay ? 'Are you still there?' : 'Your session ends soon'}
      footer={
        <>
          <Button variant="default" onClick={() => void logOut()}>
            Log out
          </Button>
          <Button onClick={state.canStay ? stay : () => setDismissed(true)} data-autofocus>
            {state.canStay ? 'Stay signed in' : 'Continue for now'}
          </Button>
        </>
      }
    >
      <p style={{ margin: 0 }}>
        {state.canStay
          ? 'For want of activity you will be signed out in '
          : 'After twelve hours everybody signs in again. Your session ends in '}
        <strong role="timer">{left}</strong>. What you typed and did not save is kept in this browser.
      </p>
    </Dialog>
  )
}
