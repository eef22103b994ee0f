import type { LiveMessage } from '@signalbox/model/calls/events'
import { useEffect } from 'react'
import { apiPath } from '../kit/api.ts'
import { live, resyncTopic } from '../kit/live.ts'
import { useSession } from '../kit/session-store.ts'
import { checkSession } from './session-status.ts'
import { leaveForLogin } from './logout.ts'

/** The browser reconnects by itself after a dropped line, but not after an answer that is no event stream. */
const reopenMs = 10_000

function read(data: string): LiveMessage | null {
  try {
    return JSON.parse(data) as LiveMessage
  } catch {
    return null
  }
}

/** Listens to changes on the platform and hands them to whoever shows the records concerned. */
export function connectLiveEvents(merchantId: number, open: (address: string) => EventSource): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const seen = new Set<string>()
  const start = (again: boolean) => {
    source = open(`${apiPath('/events')}?merchantId=${merchantId}`)
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const message = read(event.data)
      // A reconnect may repeat what was already delivered.
      if (!message || seen.has(message.id)) return
      if (seen.size > 500) seen.clear()
      seen.add(message.id)
      live.emit(message)
    })
    source.addEventListener('resync', () => live.emit({ topic: resyncTopic }))
    source.addEventListener('signed-out', () => {
      source.close()
      void leaveIfSignedOut()
    })
    if (again) source.addEventListener('open', () => live.emit({ topic: resyncTopic }), { once: true })
    source.addEventListener('error', () => {
      if (source.readyState !== 2) return
      clearTimeout(timer)
      timer = setTimeout(() => start(true), reopenMs)
    })
  }
  start(false)
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

async function leaveIfSignedOut(): Promise<void> {
  const status = await checkSession()
  if (status.kind === 'unauthenticated' && status.redirect !== undefined) leaveForLogin(status.redirect)
}

export function useLiveEvents(): void {
  const { merchantId } = useSession()
  useEffect(() => connectLiveEvents(merchantId, (address) => new EventSource(address)), [merchantId])
}
