import { createContext, useContext, useLayoutEffect, useRef } from 'react'

export interface Shortcut {
  /** Keys pressed together are written `mod+K`, one after the other `g h`. Single keys need no modifier. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

interface Registration {
  readonly layer: number
  readonly group: string
  readonly shortcuts: readonly Shortcut[]
}

/** How many drawers lie below. A drawer takes the keys of the list it covers, whichever of them was there first. */
export const ShortcutLayer = createContext(0)

/** Keys of a sequence have to follow each other within this time. */
const sequenceMs = 1000

let registrations: readonly Registration[] = []
let blockers = 0
let singleKeysOn = true
let pressed: { readonly keys: string; readonly at: number } | null = null

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** How the event would be written in a shortcut, or null for a key that is only part of one. */
function writtenKey(event: KeyboardEvent): string | null {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(event.key)) return null
  const name = event.key.length === 1 ? event.key : event.key.replace('Arrow', '')
  if (event.ctrlKey || event.metaKey) return `mod+${name.toUpperCase()}`
  return event.altKey ? `alt+${name.toUpperCase()}` : name
}

/** The topmost layer wins, and in a layer the newest. */
function find(keys: string): Shortcut | undefined {
  for (const { shortcuts } of registrations.toReversed().toSorted((a, b) => b.layer - a.layer)) {
    const match = shortcuts.find((shortcut) => shortcut.keys === keys)
    if (match) return match
  }
  return undefined
}

const startsSequence = (key: string): boolean =>
  registrations.some(({ shortcuts }) => shortcuts.some((shortcut) => shortcut.keys.startsWith(`${key} `)))

function onKeyDown(event: KeyboardEvent): void {
  const key = writtenKey(event)
  if (key === null || event.defaultPrevented || event.repeat) return
  const command = key.startsWith('mod+') || key.startsWith('alt+')
  if (!command && (!singleKeysOn || blockers > 0 || isTyping(event.target))) {
    pressed = null
    return
  }
  const before = pressed !== null && event.timeStamp - pressed.at < sequenceMs ? pressed.keys : null
  pressed = null
  const shortcut = (before === null ? undefined : find(`${before} ${key}`)) ?? find(key)
  if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (!command && startsSequence(key)) {
    pressed = { keys: key, at: event.timeStamp }
  }
}

function register(registration: Registration): () => void {
  if (registrations.length === 0) window.addEventListener('keydown', onKeyDown)
  registrations = [...registrations, registration]
  return () => {
    registrations = registrations.filter((other) => other !== registration)
    if (registrations.length === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

/**
 * Offers shortcuts while the component is mounted. They never fire while somebody types, commands excepted. What is on
 * the screen can be answered by a key: so they change with it, not in an effect that a busy machine runs later.
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[]): void {
  const layer = useContext(ShortcutLayer)
  const newest = useRef(shortcuts)
  useLayoutEffect(() => {
    newest.current = shortcuts
  })
  const written = shortcuts.map(({ keys, label }) => `${keys}\t${label}`).join('\n')
  useLayoutEffect(() => {
    if (written === '') return undefined
    const lines = written.split('\n').map((line) => line.split('\t'))
    return register({
      layer,
      group,
      shortcuts: lines.map(([keys = '', label = '']) => ({
        keys,
        label,
        run: () => newest.current.find((shortcut) => shortcut.keys === keys)?.run(),
      })),
    })
  }, [layer, group, written])
}

/** Keeps single keys quiet while a dialog has the person's attention. */
export function useQuietKeys(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined
    blockers += 1
    return () => {
      blockers -= 1
    }
  }, [active])
}

/** Single keys get in the way of speech input, so people can switch them off; commands with Ctrl or ⌘ stay. */
export function setSingleKeys(on: boolean): void {
  singleKeysOn = on
}

/** What the help sheet shows, groups in the order in which they came. */
export function listedShortcuts(): readonly {
  readonly group: string
  readonly shortcuts: readonly Shortcut[]
}[] {
  const groups = new Map<string, Shortcut[]>()
  for (const { group, shortcuts } of registrations)
    groups.set(group, [...(groups.get(group) ?? []), ...shortcuts])
  return [...groups].map(([group, shortcuts]) => ({ group, shortcuts }))
}
