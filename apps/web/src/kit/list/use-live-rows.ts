import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { live, type LiveEvent } from '../live.ts'
import type { Listing, Row } from './listing.ts'
import { useStable } from '../use-stable.ts'

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

/** How many rows the list has more than were loaded; null where nobody can say. */
export type CountNew = () => Promise<number | null>

/** Where payments come all the time, they are counted now and then. */
const countAgainMs = 5_000

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

  readonly #countNew: CountNew | undefined
  #counting = false
  #isDue = false
  #again: ReturnType<typeof setTimeout> | undefined

  /** With filters only the server can say whether what was created is a row of this list; without, every one is. */
  constructor(versions: ReadonlyMap<string, unknown>, countNew?: CountNew) {
    this.#versions = versions
    this.#countNew = countNew
  }

  readonly current = (): LiveRows => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The first change is shown at once, those that follow it closely together. */
  hear(event: LiveEvent): void {
    if (this.#countNew && event.payload?.changeType === 'CREATE' && !this.#versions.has(event.key ?? '')) {
      this.#isDue = true
      void this.#count(this.#countNew)
      return
    }
    this.#take(after(this.#heard, event, this.#versions))
  }

  stop(): void {
    clearTimeout(this.#gathering)
    clearTimeout(this.#again)
    this.#gathering = undefined
    this.#isDue = false
    this.#counting = false
  }

  #take(heard: LiveRows): void {
    this.#heard = heard
    if (this.#gathering === undefined) this.#show()
  }

  async #count(countNew: CountNew): Promise<void> {
    if (this.#counting || !this.#isDue) return
    this.#counting = true
    this.#isDue = false
    // What could not be counted is no news; the next event asks again.
    const added = await countNew().catch(() => this.#heard.added)
    // Nobody listens any more.
    if (!this.#counting) return
    if (added === null) this.#take({ ...this.#heard, stale: true })
    else if (added !== this.#heard.added) this.#take({ ...this.#heard, added })
    this.#again = setTimeout(() => {
      this.#counting = false
      void this.#count(countNew)
    }, countAgainMs)
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
  {
    askedAt,
    loadedAt,
    countNew,
  }: {
    readonly askedAt: number | undefined
    readonly loadedAt: number
    readonly countNew: CountNew | undefined
  },
): RowNews {
  const isCounted = countNew !== undefined
  const count = useStable(() => countNew?.() ?? Promise.resolve(null))
  const news = useMemo(
    () =>
      new RowNews(
        new Map(rows.map((row) => [listing.keyOf(row), row.version])),
        isCounted ? count : undefined,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- rows that were loaded again may be the same ones
    [listing, rows, loadedAt, isCounted, count],
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
