import { useLayoutEffect, useState } from 'react'

let caught = ''
let leaving: Element | null = null
let tell: ((text: string) => void) | null = null

function catchKey(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.target !== leaving) {
    stopCatching()
    return
  }
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  caught += event.key
  tell?.(caught)
}

/** Holds on to what is typed until the search box that was called for has the focus: fast fingers do not wait for it. */
export function catchTyping(): void {
  caught = ''
  leaving = document.activeElement
  window.addEventListener('keydown', catchKey, { capture: true })
}

export function stopCatching(): void {
  window.removeEventListener('keydown', catchKey, { capture: true })
  caught = ''
}

function listenToTyping(listener: (text: string) => void): () => void {
  tell = listener
  // Typed while the box was being drawn.
  if (caught !== '') listener(caught)
  return () => {
    tell = null
    stopCatching()
  }
}

/** The query of a search box, beginning with what was typed before it was there. */
export function useTypedQuery(): [string, (query: string) => void] {
  const [query, setQuery] = useState(caught)
  useLayoutEffect(() => listenToTyping(setQuery), [])
  return [query, setQuery]
}
