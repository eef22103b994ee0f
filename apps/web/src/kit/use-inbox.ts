import { workTopics, type WorkSubject } from '@signalbox/model/inbox/work-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from './api.ts'
import { live } from './live.ts'
import { useSession } from './session/session-store.ts'

/** Live events tell of the selected merchant and those below; others are found by asking. */
const pollMs = 60_000
/** Payments come in bursts, and one question answers for all of them. */
const gatherMs = 1_000

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

/** Asks again when something of a kind that can wait has changed. */
export function useInboxUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [key] })
      }, gatherMs)
    }
    const ends = workTopics.map((topic) => live.on(topic, gather))
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client])
}

/** Whoever sees the notes of a record has read those that name them, whichever way they came. No record: not loaded yet. */
export function useMentionsSeen({ part, record }: WorkSubject): void {
  const client = useQueryClient()
  const told = useRef(new Set<string>())
  const { data } = useInbox()
  const unseen = (data?.items ?? [])
    .filter((item) => item.kind === 'mention' && item.part === part && item.record === record)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    const ids = unseen.split(' ').filter((id) => id !== '' && !told.current.has(id))
    if (ids.length === 0) return
    for (const id of ids) told.current.add(id)
    const tellAll = async () => {
      // What could not be told waits on; it is seen again with the next look at the notes.
      await Promise.allSettled(
        ids.map((id) => api('POST /inbox/mention/{id}/seen', { params: { id }, suppressToast: true })),
      )
      await client.invalidateQueries({ queryKey: [key] })
    }
    void tellAll()
  }, [unseen, client])
}
