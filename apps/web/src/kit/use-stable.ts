import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function over the life of a component, always running its newest version. For handlers, not for drawing. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
