import type { Inbox, MentionPart } from '@signalbox/model/calls/inbox'
import { workTopics } from '@signalbox/model/inbox/work-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, onOwnWrite } from './api.ts'
import { live } from './live.ts'
import { useSession } from './session/session-store.ts'
import { countersKey } from './use-counters.ts'

/** Live events tell of the selected merchant and those below; others are found by asking. */
const pollMs = 60_000
/** Others work all the time, every console hears of it, and one question answers for all of it. */
const gatherMs = 10_000
/** What one did oneself is looked for at once; several decisions in a row are one question. */
const ownGatherMs = 500

const key = 'inbox'

/** What waits for the person, whatever merchant is selected. Bell and Home show the same answer. */
export function useInbox() {
  const { metadata } = useSession()
  return useQuery({
    queryKey: [key, metadata.user.id],
    queryFn: ({ signal }) => api('GET /inbox', { signal, suppressToast: true }),
    refetchInterval: pollMs,
  })
}

/** Asks again when something of a kind that can wait has changed, for the inbox and for the badges of the menu. */
export function useInboxUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const askIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [key] })
        void client.invalidateQueries({ queryKey: [countersKey] })
      }, ms)
    }
    const gather = () => {
      if (timer === undefined) askIn(gatherMs)
    }
    const ends = [...workTopics.map((topic) => live.on(topic, gather)), onOwnWrite(() => askIn(ownGatherMs))]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client])
}

type Noted = Readonly<{ part: MentionPart; record: string }>

/** How many mentions wait that may be on a record: all of them, where it is listed or some are not. */
function mentionsOn({ items, counts }: Inbox, { part, record }: Noted): number {
  const count = counts.find(({ kind }) => kind === 'mention')?.count ?? 0
  const listed = items.filter(({ kind }) => kind === 'mention')
  // Of a comment on rules the part is the page of their table.
  const isPart = (shown: string | null) => (part === 'ruleset' ? shown?.startsWith('/') : shown === part)
  const isListed = listed.some((item) => isPart(item.part) && item.record === record)
  return record !== '' && (isListed || listed.length < count) ? count : 0
}

/** Whoever sees the notes of a record has read those that name them, whichever way they came. No record: not loaded yet. */
export function useMentionsSeen({ part, record }: Noted): void {
  const client = useQueryClient()
  const { data } = useInbox()
  const waiting = data ? mentionsOn(data, { part, record }) : 0
  useEffect(() => {
    if (waiting === 0) return
    const tell = async () => {
      await api('POST /inbox/mention/seen', { body: { part, record }, suppressToast: true })
      await client.invalidateQueries({ queryKey: [key] })
    }
    // What could not be told waits on; it is seen again with the next look at the notes.
    tell().catch(() => undefined)
  }, [waiting, part, record, client])
}
