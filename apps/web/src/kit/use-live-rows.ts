import { useEffect, useState } from 'react'
import { live, type LiveEvent } from './live.ts'
import type { Listing, Row } from './listing.ts'

export interface LiveRows {
  /** Records that came since the rows were loaded. */
  readonly added: number
  /** Rows on the page that somebody changed or removed since. */
  readonly changed: ReadonlySet<string>
  /** Something happened that cannot be told in numbers. */
  readonly stale: boolean
}

const quiet: LiveRows = { added: 0, changed: new Set(), stale: false }

/** One's own save comes back as an event too, often after the rows were loaded again. */
const isNewer = ({ payload }: LiveEvent, version: unknown): boolean =>
  typeof payload?.version !== 'number' || typeof version !== 'number' || payload.version > version

function after(news: LiveRows, event: LiveEvent, versions: ReadonlyMap<string, unknown>): LiveRows {
  const { key, payload } = event
  if (key !== undefined && versions.has(key)) {
    return isNewer(event, versions.get(key)) ? { ...news, changed: new Set([...news.changed, key]) } : news
  }
  if (payload?.changeType === 'CREATE') return { ...news, added: news.added + 1 }
  // Rows of other pages changed, or the connection was away: only a fresh look tells.
  return event.topic === 'resync' || key === 'order' ? { ...news, stale: true } : news
}

/** What happened to a list since its rows were loaded. The rows stay as they are until the person asks. */
export function useLiveRows(listing: Listing, rows: readonly Row[], loadedAt: number): LiveRows {
  const [news, setNews] = useState({ loadedAt, value: quiet })
  useEffect(() => {
    const versions = new Map(rows.map((row) => [listing.keyOf(row), row.version]))
    return live.on(listing.slug, (event) =>
      setNews((last) => ({
        loadedAt,
        value: after(last.loadedAt === loadedAt ? last.value : quiet, event, versions),
      })),
    )
  }, [listing, rows, loadedAt])
  return news.loadedAt === loadedAt ? news.value : quiet
}

export function newsText({ added, changed, stale }: LiveRows): string | null {
  const parts = [added > 0 ? `${added} new` : '', changed.size > 0 ? `${changed.size} changed` : ''].filter(
    Boolean,
  )
  if (parts.length > 0) return parts.join(', ')
  return stale ? 'May have changed' : null
}
