import { useEffect, useMemo, useSyncExternalStore } from 'react'

/** What lies over the page: the number of each opening, higher the later it came. */
let layers: readonly number[] = []
let openings = 0
const listeners = new Set<() => void>()

function change(next: readonly number[]): void {
  layers = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether nothing lies over this one: Escape closes a dialog and leaves the drawer below it. */
export function useTopLayer(opened: boolean): boolean {
  // Numbered while rendering, which goes from the outside in; effects run from the inside out.
  const opening = useMemo(() => (opened ? ++openings : 0), [opened])
  useEffect(() => {
    if (opening === 0) return undefined
    change([...layers, opening])
    return () => change(layers.filter((other) => other !== opening))
  }, [opening])
  return useSyncExternalStore(subscribe, () => opening > 0 && opening === Math.max(...layers))
}
