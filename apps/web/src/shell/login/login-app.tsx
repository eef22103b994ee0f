import { useEffect, useState } from 'react'
import { connectApi, productPath } from '../../kit/api.ts'
import { Splash } from '../../ui/splash.tsx'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { tellDeadNetwork } from '../live/dead-network.ts'
import { LoginPage } from './login-page.tsx'
import { firstStage, returnPath, type LoginStage } from './login-stage.ts'

connectApi({ networkFailed: tellDeadNetwork })

/** The page before the console: takes somebody from name and password to a session, step by step. */
export default function LoginApp() {
  const [stage, setStage] = useState<LoginStage>(() => firstStage(window.location.hash))
  const done = stage.name === 'done'
  useEffect(() => {
    document.title = 'Sign in · Signalbox'
  }, [])
  useEffect(() => {
    // A link from a mail, opened while this page is already there, changes nothing but the part behind the `#`.
    const restart = () => setStage(firstStage(window.location.hash))
    window.addEventListener('hashchange', restart)
    return () => window.removeEventListener('hashchange', restart)
  }, [])
  useEffect(() => {
    const { search, origin } = window.location
    if (done) window.location.replace(returnPath(search, origin, productPath('/login')))
  }, [done])
  return (
    <UiProvider>
      {done ? <Splash label="Signing in" /> : <LoginPage stage={stage} onStage={setStage} />}
    </UiProvider>
  )
}
