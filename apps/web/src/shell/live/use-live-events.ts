import type { LiveMessage } from '@signalbox/model/calls/events'
import { useEffect, useRef } from 'react'
import { apiPath } from '../../kit/api.ts'
import { live, resyncTopic } from '../../kit/live.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { checkSession } from '../session/session-status.ts'
import { leaveForLogin } from '../session/logout.ts'

/** The browser reconnects by itself after a dropped line, but not after an answer that is no event stream. */
const reopenMs = 10_000

function read(data: string): LiveMessage | null {
  try {
    return JSON.parse(data) as LiveMessage
  } catch {
    return null
  }
}

interface Browser {
  readonly open: (address: string) => EventSource
  /** Leaves the page where nobody is signed in any more. */
  readonly checkSignedIn: () => void
}

/** Up to where this page knows everything: from its session on, then from what the streams say. */
export interface LiveSince {
  point: string
}

/** Listens to changes on the platform and hands them to whoever shows the records concerned. */
export function connectLiveEvents(
  merchantId: number,
  since: LiveSince,
  { open, checkSignedIn }: Browser,
): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const seen = new Set<string>()
  const start = (again: boolean) => {
    // Rows were asked for before the stream is there: it begins with what they may have missed.
    source = open(`${apiPath('/events')}?merchantId=${merchantId}&since=${since.point}`)
    const heardUpTo = ({ lastEventId }: MessageEvent) => {
      if (lastEventId !== '') since.point = lastEventId
    }
    source.addEventListener('beat', heardUpTo)
    source.addEventListener('change', (event: MessageEvent<string>) => {
      heardUpTo(event)
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
      checkSignedIn()
    })
    if (again) source.addEventListener('open', () => live.emit({ topic: resyncTopic }), { once: true })
    source.addEventListener('error', () => {
      if (source.readyState !== 2) return
      clearTimeout(timer)
      timer = setTimeout(() => start(true), reopenMs)
      // The answer may have been that nobody is signed in any more.
      checkSignedIn()
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

const browser: Browser = {
  open: (address) => new EventSource(address),
  checkSignedIn: () => void leaveIfSignedOut(),
}

export function useLiveEvents(): void {
  const { merchantId, metadata } = useSession()
  const since = useRef<LiveSince>({ point: metadata.liveSince })
  useEffect(() => connectLiveEvents(merchantId, since.current, browser), [merchantId])
}
