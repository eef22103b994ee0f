import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { UiProvider } from '../ui/ui-provider.tsx'
import { connectConsole } from './live/connect.ts'
import { leaveForLogin } from './session/logout.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './frame/router.tsx'
import { SessionGate } from './session/session-gate.tsx'
import { checkSession, type SessionStatus } from './session/session-status.ts'

connectConsole()

export default function ConsoleApp({ firstCheck }: { readonly firstCheck: Promise<SessionStatus> }) {
  const [client] = useState(makeQueryClient)
  const [router] = useState(() => makeRouter())
  return (
    <UiProvider>
      <QueryClientProvider client={client}>
        <SessionGate firstCheck={firstCheck} check={checkSession} leaveForLogin={leaveForLogin}>
          <RouterProvider router={router} />
        </SessionGate>
      </QueryClientProvider>
    </UiProvider>
  )
}
