import { useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { loadChunk } from './chunk-load.ts'

export type Loadable<Props> = FunctionComponent<Props> & {
  /** Fetches it beforehand. */
  readonly preload: () => Promise<void>
}

/**
 * A part that is fetched when it is first needed, or before. Unlike `lazy`, one that was fetched before appears in the
 * very same frame: React holds back what comes out of a suspense for a third of a second.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded ??= await loadChunk(load)
  }
  function Part(props: Props) {
    const [state, setState] = useState<{ Content: ComponentType<Props> | null; failure?: unknown }>({
      Content: loaded,
    })
    useEffect(() => {
      if (state.Content !== null) return
      preload().then(
        () => setState({ Content: loaded }),
        (failure: unknown) => setState({ Content: null, failure }),
      )
    }, [state.Content])
    // Thrown while drawing, so that the page's own way to deal with a failed load takes over.
    if (state.failure !== undefined) throw state.failure as Error
    return state.Content === null ? meanwhile : <state.Content {...props} />
  }
  return Object.assign(Part, { preload })
}

/** True once it was needed: what closes with a movement must stay in the page until it has. */
export function useOnceNeeded(needed: boolean): boolean {
  const [once, setOnce] = useState(needed)
  if (needed && !once) setOnce(true)
  return needed || once
}

const isLoadable = (part: unknown): part is Loadable<object> =>
  typeof part === 'function' && 'preload' in part

/** Fetches parts, those that can be, one after the other in moments in which nothing else is to do. */
export function usePrefetch(parts: readonly unknown[], when: boolean): void {
  useEffect(() => {
    if (!when) return undefined
    let stopped = false
    const fetchAll = async () => {
      for (const part of parts) {
        await quietMoment()
        if (stopped) return
        // A part that cannot be had now is asked for again when somebody wants it, and only then worth a word.
        if (isLoadable(part)) await part.preload().catch(() => undefined)
      }
    }
    void fetchAll()
    return () => {
      stopped = true
    }
  }, [parts, when])
}

/** Not every browser tells when it has nothing to do. */
const quietMoment = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 200),
  )
