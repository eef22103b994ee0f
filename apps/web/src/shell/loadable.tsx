import { useEffect, useState, type ComponentType } from 'react'
import { loadChunk } from './chunk-load.ts'

export interface Loadable<Props> {
  readonly Part: ComponentType<Props>
  readonly preload: () => Promise<void>
}

/**
 * A part that is fetched when it is first needed, or before. Unlike `lazy`, one that was fetched before appears in the
 * very same frame: React holds back what comes out of a suspense for a third of a second.
 */
export function loadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded ??= (await loadChunk(load)).default
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
    return state.Content === null ? null : <state.Content {...props} />
  }
  return { Part, preload }
}
