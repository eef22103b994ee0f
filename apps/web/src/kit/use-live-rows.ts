import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { live, type LiveEvent } from './live.ts'
import type { Listing, Row } from './listing.ts'

interface LiveRows {
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
    if (news.changed.has(key) || !isNewer(event, versions.get(key))) return news
    return { ...news, changed: new Set([...news.changed, key]) }
  }
  if (payload?.changeType === 'CREATE') return { ...news, added: news.added + 1 }
  // Rows of other pages changed, or the connection was away: only a fresh look tells.
  const isStale = event.topic === 'resync' || key === 'order'
  return isStale && !news.stale ? { ...news, stale: true } : news
}

/** Many changes in a moment are drawn once: where payments come all the time, a page would draw itself without end. */
const gatherMs = 500

/**
 * What happened to a list since its rows were loaded. Held beside the page and not in its state, so that news draw what
 * tells them and nothing else.
 */
export class RowNews {
  readonly #versions: ReadonlyMap<string, unknown>
  readonly #listeners = new Set<() => void>()
  #heard = quiet
  #shown = quiet
  #gathering: ReturnType<typeof setTimeout> | undefined

  constructor(versions: ReadonlyMap<string, unknown>) {
    this.#versions = versions
  }

  readonly current = (): LiveRows => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The first change is shown at once, those that follow it closely together. */
  hear(event: LiveEvent): void {
    this.#heard = after(this.#heard, event, this.#versions)
    if (this.#gathering === undefined) this.#show()
  }

  stop(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
  }

  #show(): void {
    if (this.#shown === this.#heard) return
    this.#shown = this.#heard
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      this.#show()
    }, gatherMs)
    for (const listener of this.#listeners) listener()
  }
}

/** The rows stay as they are until the person asks. What came while they were on their way is news as well. */
export function useLiveRows(
  listing: Listing,
  rows: readonly Row[],
  { askedAt, loadedAt }: { readonly askedAt: number | undefined; readonly loadedAt: number },
): RowNews {
  const news = useMemo(
    () => new RowNews(new Map(rows.map((row) => [listing.keyOf(row), row.version]))),
    // oxlint-disable-next-line react/exhaustive-deps -- rows that were loaded again may be the same ones
    [listing, rows, loadedAt],
  )
  useEffect(() => {
    const unsubscribe = live.on(listing.slug, (event) => news.hear(event))
    if (askedAt !== undefined) for (const event of live.since(listing.slug, askedAt)) news.hear(event)
    return () => {
      unsubscribe()
      news.stop()
    }
  }, [listing, news, askedAt])
  return news
}

/** Keys of rows that changed since. Draws again only when there are more of them. */
export const useChangedRows = ({ subscribe, current }: RowNews): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => current().changed)

export const useNewsText = ({ subscribe, current }: RowNews): string | null =>
  useSyncExternalStore(subscribe, () => newsText(current()))

function newsText({ added, changed, stale }: LiveRows): string | null {
  const parts = [added > 0 ? `${added} new` : '', changed.size > 0 ? `${changed.size} changed` : ''].filter(
    Boolean,
  )
  if (parts.length > 0) return parts.join(', ')
  return stale ? 'May have changed' : null
}
