import type { PageState } from '@signalbox/model/access/session'
import { fill, texts } from '@signalbox/model/text/texts'
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { sessionStore, updateSettings } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Splash } from '../../ui/splash.tsx'
import { toast } from '../../ui/toast.tsx'
import { activity } from './activity.ts'
import { loadUserData } from './second-load.ts'
import { takeLinkedMerchant } from './linked-merchant.ts'
import { panelsHidden, withPanelsHidden } from './panels-hidden.ts'
import type { SessionStatus } from './session-status.ts'
import { storeUserData } from './stored-user-data.ts'
import { tabMerchant } from './tab-merchant.ts'

export interface SessionGateProps {
  /** Started before this code was even loaded, so that nobody waits for one after the other. */
  readonly firstCheck: Promise<SessionStatus>
  readonly check: () => Promise<SessionStatus>
  readonly leaveForLogin: (location: string) => void
  readonly children: ReactNode
}

type GateState = 'loading' | 'redirecting' | 'open' | 'closed'

/** What the end of the last session could not save any more. */
function hidePanels(userId: string, pages: Readonly<Record<string, PageState>>): void {
  const hidden = panelsHidden.take(userId) ? withPanelsHidden(pages) : null
  if (hidden) void updateSettings({ pages: hidden })
}

/** Lets nobody past who is not signed in. Until both loads are done, or while leaving for the login page: the splash. */
export function SessionGate({ firstCheck, check, leaveForLogin, children }: SessionGateProps) {
  const [state, setState] = useState<GateState>('loading')
  const [attempt, setAttempt] = useState(firstCheck)
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get)

  useEffect(() => {
    let current = true
    const open = async () => {
      const status = await attempt
      if (!current) return
      if (status.kind === 'authenticated') {
        const userData = await loadUserData(status.metadata)
        if (!current) return
        activity.note(Date.now())
        sessionStore.signIn(status.metadata, userData)
        const { merchants } = status.metadata
        const wanted =
          takeLinkedMerchant((merchantId) => merchants.some(({ id }) => id === merchantId)) ??
          tabMerchant.read()
        if (wanted !== null) sessionStore.selectMerchant(wanted)
        hidePanels(status.metadata.user.id, userData.settings.pages)
        setState(sessionStore.get() === null ? 'closed' : 'open')
      } else if (status.kind === 'unauthenticated' && status.redirect !== undefined) {
        setState('redirecting')
        leaveForLogin(status.redirect)
      } else {
        setState('closed')
        const code = (status.kind === 'failed' ? status.code : undefined) ?? texts.unknownFailureCode
        toast.error(fill(texts.loginFailed, code), { id: 'login-failed' })
      }
    }
    void open()
    return () => {
      current = false
    }
  }, [attempt, leaveForLogin])

  useEffect(() => {
    if (!session) return
    storeUserData(session.metadata.user.id, session.userData)
    tabMerchant.note(session.merchantId)
  }, [session])

  if (state === 'closed') {
    const retry = () => {
      toast.dismiss('login-failed')
      setState('loading')
      setAttempt(check())
    }
    return (
      <main style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
        <EmptyState
          icon="lock"
          title="Signalbox cannot be opened"
          action={
            <Button onClick={retry} variant="default">
              Try again
            </Button>
          }
        >
          Your session could not be checked.
        </EmptyState>
      </main>
    )
  }
  return state === 'open' && session !== null ? children : <Splash />
}
