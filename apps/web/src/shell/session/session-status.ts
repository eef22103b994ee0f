import type { Metadata } from '@signalbox/model/access/session'
import { apiPath, loginLocation, send } from '../../kit/api.ts'
import { serverClock } from './server-clock.ts'

/** What the session check can end in. */
export type SessionStatus =
  | { readonly kind: 'authenticated'; readonly metadata: Metadata }
  | { readonly kind: 'unauthenticated'; readonly redirect?: string }
  | { readonly kind: 'failed'; readonly code?: string }

/** A place people may not sign in from is named, so that support knows where to look; the rest is its status. */
async function failureCode(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null
  return body?.code === 'IP' ? 'IP' : String(response.status)
}

/** Asks who is signed in. It never throws: every outcome is a status. */
export async function checkSession(): Promise<SessionStatus> {
  try {
    const response = await send('GET', apiPath('/metadata'), { suppressToast: true })
    if (response.status === 200) {
      const metadata = (await response.json()) as Metadata
      serverClock.set(metadata.serverTime, Date.now())
      return { kind: 'authenticated', metadata }
    }
    if (response.status !== 401) return { kind: 'failed', code: await failureCode(response) }
    const redirect = loginLocation(response.headers.get('WWW-Authenticate'))
    return redirect === null ? { kind: 'unauthenticated' } : { kind: 'unauthenticated', redirect }
  } catch {
    return { kind: 'failed' }
  }
}
