/** What can be taken back: whole states, which share everything that did not change between them. */
export interface History<T> {
  readonly past: readonly Step<T>[]
  readonly present: T
  readonly future: readonly Step<T>[]
}

interface Step<T> {
  readonly state: T
  /** What was done to leave this state, or to arrive at it again. */
  readonly label: string
  readonly mergeKey?: string
  readonly atMs: number
}

export const maxSteps = 300
/** Keys pressed again within this time continue the same step. */
const mergeMs = 1500

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] })

export interface Change {
  readonly label: string
  /** Changes with the same key that follow each other closely are one step. */
  readonly mergeKey?: string
  readonly atMs: number
}

/** The state after a change. What was undone before cannot be redone any more. */
export function record<T>(history: History<T>, next: T, { label, mergeKey, atMs }: Change): History<T> {
  if (next === history.present) return history
  const last = history.past.at(-1)
  const continues =
    last !== undefined &&
    mergeKey !== undefined &&
    last.mergeKey === mergeKey &&
    history.future.length === 0 &&
    atMs - last.atMs < mergeMs
  const past = continues
    ? [...history.past.slice(0, -1), { ...last, atMs }]
    : [...history.past, { state: history.present, label, mergeKey, atMs }].slice(-maxSteps)
  return { past, present: next, future: [] }
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1)
  if (!last) return history
  return {
    past: history.past.slice(0, -1),
    present: last.state,
    future: [{ ...last, state: history.present }, ...history.future],
  }
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (!next) return history
  return { past: [...history.past, { ...next, state: history.present }], present: next.state, future }
}

export const undoLabel = ({ past }: History<unknown>): string | undefined => past.at(-1)?.label
export const redoLabel = ({ future }: History<unknown>): string | undefined => future[0]?.label
