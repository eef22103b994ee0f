import type { News } from '@signalbox/model/calls/release-note'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { live } from '../live.ts'
import { useSession } from '../session/session-store.ts'

const key = 'news'
/** Published a few times a month; live events tell sooner. */
const staleMs = 10 * 60_000

/** Release notes for the person, and how many of them are unread. */
export function useNews() {
  const { metadata } = useSession()
  const client = useQueryClient()
  useEffect(() => live.on(key, () => void client.invalidateQueries({ queryKey: [key] })), [client])
  return useQuery({
    queryKey: [key, metadata.user.id],
    queryFn: ({ signal }) => api('GET /news', { signal, suppressToast: true }),
    staleTime: staleMs,
  })
}

const none: ReadonlySet<string> = new Set()

/** Marks what is shown as read, and says what was new when it was opened: it keeps its mark while one looks. */
export function useNewsRead(items: readonly News[] | undefined): ReadonlySet<string> {
  const client = useQueryClient()
  const [fresh, setFresh] = useState(none)
  const unread = (items ?? []).filter(({ read }) => !read).map(({ id }) => id)
  const ids = unread.join(' ')
  useEffect(() => {
    if (ids === '') return
    const shown = ids.split(' ')
    const tell = async () => {
      await api('POST /news/read', { body: { ids: shown }, suppressToast: true })
      setFresh((before) => new Set([...before, ...shown]))
      await client.invalidateQueries({ queryKey: [key] })
    }
    // What could not be told stays unread, and is told when it is opened again.
    tell().catch(() => undefined)
  }, [ids, client])
  return fresh
}
