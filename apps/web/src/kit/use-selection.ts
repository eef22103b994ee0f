import { bulkCap } from '@signalbox/model/paging'
import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  readonly keys: ReadonlySet<string>
  /** Selects or frees one row; with `extend`, every row between it and the one before. */
  readonly toggle: (key: string, extend?: boolean) => void
  readonly selectAll: () => void
  readonly keepOnly: (keys: readonly string[]) => void
  readonly clear: () => void
}

const between = (keys: readonly string[], one: string, other: string): readonly string[] => {
  const [a, b] = [keys.indexOf(one), keys.indexOf(other)]
  return a < 0 || b < 0 ? [other] : keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Which rows of the page are selected. Only as many as one bulk call may carry. */
export function useSelection(pageKeys: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  // A row that left the page cannot be seen, so it must not be acted on.
  const keys = useMemo(() => new Set(pageKeys.filter((key) => chosen.has(key))), [pageKeys, chosen])

  const limit = (wanted: Iterable<string>) => setChosen(new Set([...wanted].slice(0, bulkCap)))
  const toggle = useCallback(
    (key: string, extend = false) => {
      if (extend && anchor !== null) limit([...keys, ...between(pageKeys, anchor, key)])
      else if (keys.has(key)) limit([...keys].filter((other) => other !== key))
      else limit([...keys, key])
      setAnchor(key)
    },
    [anchor, keys, pageKeys],
  )
  const selectAll = useCallback(() => limit(pageKeys), [pageKeys])
  const keepOnly = useCallback((wanted: readonly string[]) => limit(wanted), [])
  const clear = useCallback(() => limit([]), [])
  return useMemo(
    () => ({ keys, toggle, selectAll, keepOnly, clear }),
    [keys, toggle, selectAll, keepOnly, clear],
  )
}
