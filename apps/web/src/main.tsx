import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectApi, productPath } from './kit/api.ts'
import { loadChunk } from './ui/chunk-load.ts'
import { unregisterServiceWorkers } from './shell/live/service-worker.ts'
import { checkSession } from './shell/session/session-status.ts'

void unregisterServiceWorkers()

const element = document.getElementById('root')
if (!element) throw new Error('The page has no element to draw into')
const root = createRoot(element)

/** The login page is a program of its own: before somebody signs in, nothing of the console is loaded. */
async function start(): Promise<void> {
  // Not in the program that is delivered: it would carry every schema of the platform.
  if (import.meta.env.DEV) connectApi({ checkReply: (await import('./kit/check-reply.ts')).checkReply })
  if (window.location.pathname.replace(/\/+$/, '') === productPath('/login')) {
    const { default: LoginApp } = await loadChunk(() => import('./shell/login/login-app.tsx'))
    root.render(
      <StrictMode>
        <LoginApp />
      </StrictMode>,
    )
    return
  }
  const firstCheck = checkSession()
  const { default: ConsoleApp } = await loadChunk(() => import('./shell/console-app.tsx'))
  root.render(
    <StrictMode>
      <ConsoleApp firstCheck={firstCheck} />
    </StrictMode>,
  )
}

start().catch(() => {
  element.textContent = 'Signalbox could not be loaded. Reload the page.'
})
