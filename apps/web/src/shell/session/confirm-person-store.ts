/** A call waits until the person has typed the password again. Calls that wait together share one question. */
let waiting: { readonly answer: Promise<boolean>; readonly settle: (proven: boolean) => void } | null = null
const listeners = new Set<() => void>()

const changed = () => {
  for (const listener of listeners) listener()
}

export function confirmPerson(): Promise<boolean> {
  if (waiting !== null) return waiting.answer
  let settle: (proven: boolean) => void = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = (proven) => {
      waiting = null
      changed()
      resolve(proven)
    }
  })
  waiting = { answer, settle }
  changed()
  return answer
}

export const personQuestion = {
  current: () => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
