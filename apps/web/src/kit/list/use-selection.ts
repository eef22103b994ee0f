import { bulkCap } from '@signalbox/model/field/paging'
import { useMemo, useState } from 'react'

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

/** Only as many as one bulk call may carry. */
const limited = (keys: Iterable<string>): ReadonlySet<string> => new Set([...keys].slice(0, bulkCap))

/** Which rows of the page are selected. */
export function useSelection(pageKeys: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  return useMemo(() => {
    // A row that left the page cannot be seen, so it must not be acted on.
    const keys = new Set(pageKeys.filter((key) => chosen.has(key)))
    return {
      keys,
      toggle(key, extend = false) {
        if (extend && anchor !== null) setChosen(limited([...keys, ...between(pageKeys, anchor, key)]))
        else if (keys.has(key)) setChosen(limited([...keys].filter((other) => other !== key)))
        else setChosen(limited([...keys, key]))
        setAnchor(key)
      },
      selectAll: () => setChosen(limited(pageKeys)),
      keepOnly: (wanted) => setChosen(limited(wanted)),
      clear: () => setChosen(new Set()),
    }
  }, [pageKeys, chosen, anchor])
}
