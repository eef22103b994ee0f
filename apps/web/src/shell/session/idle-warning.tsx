import type { Metadata } from '@signalbox/model/access/session'
import { useEffect, useState } from 'react'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { activity } from './activity.ts'
import { idleState, type SessionLimits } from './idle-state.ts'
import { IdleDialog } from '../lazy-components.ts'
import { leaveForLogin } from './logout.ts'
import { serverClock } from './server-clock.ts'
import { checkSession } from './session-status.ts'
import { useHeartbeat } from './use-heartbeat.ts'

const tickMs = 1000
/** A session that seems to be over is asked about this often, because an answer may be lost. */
const askAgainMs = 10_000

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
    if (!over) return undefined
    void leaveIfOver()
    const timer = setInterval(() => void leaveIfOver(), askAgainMs)
    return () => clearInterval(timer)
  }, [over])
  if (state.kind !== 'warning' || (dismissed && !state.canStay)) return null
  const goOn = state.canStay ? () => void extend().then(() => setNowMs(Date.now())) : () => setDismissed(true)
  return <IdleDialog leftMs={state.leftMs} canStay={state.canStay} onGoOn={goOn} />
}
