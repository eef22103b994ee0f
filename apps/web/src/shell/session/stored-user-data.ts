import type { SavedView, UserData } from '@signalbox/model/access/session'
import { recentSearches } from '../../kit/session/recent-searches.ts'

/**
 * A copy of a person's filters and favorites in this browser, kept per user id. The console falls back on it when the
 * second load fails, and logging out removes it.
 */
const keyOf = (userId: string, part: 'filters' | 'favorites') => `bo:${userId}:${part}`
/** The cards of Home tell what a person may see; they go with the rest. */
const ownKeys = /^bo:(?:[^:]+:(?:filters|favorites)|home-cards)$/

export function storeUserData(
  userId: string,
  { settings, views }: UserData,
  storage: Storage = localStorage,
): void {
  try {
    storage.setItem(keyOf(userId, 'filters'), JSON.stringify(views))
    storage.setItem(keyOf(userId, 'favorites'), JSON.stringify(settings.favorites))
  } catch {
    // A full or forbidden storage costs only the fallback.
  }
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

export function readStoredUserData(
  userId: string,
  storage: Storage = localStorage,
): { favorites: string[]; views: SavedView[] } {
  const favorites = read(storage, keyOf(userId, 'favorites'))
  const views = read(storage, keyOf(userId, 'filters'))
  return {
    favorites: Array.isArray(favorites)
      ? favorites.filter((path): path is string => typeof path === 'string')
      : [],
    views: Array.isArray(views) ? (views as SavedView[]) : [],
  }
}

/** Whose sessions left a copy in this browser. */
export const usersStoredHere = (storage: Storage = localStorage): string[] =>
  Object.keys(storage).flatMap((key) => /^bo:([^:]+):filters$/.exec(key)?.[1] ?? [])

export function forgetStoredUserData(storage: Storage = localStorage): void {
  for (const key of Object.keys(storage)) if (ownKeys.test(key)) storage.removeItem(key)
  recentSearches.forget()
}
