import type { ReactNode } from 'react'

export interface ConfirmRequest {
  readonly title: string
  readonly message: ReactNode
  /** The verb on the button, not "OK". */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** Colours the button and keeps the focus away from it. */
  readonly destructive?: boolean
  /** Text that has to be typed before the button works, for what cannot be undone. */
  readonly typeToConfirm?: string
}

export interface MessageRequest {
  readonly title: string
  readonly message: ReactNode
  readonly closeLabel?: string
}

export type OpenDialog =
  | ({ readonly kind: 'confirm' } & ConfirmRequest & Settled)
  | ({ readonly kind: 'info' | 'warning' } & MessageRequest & Settled)

interface Settled {
  readonly id: number
  readonly settle: (answer: boolean) => void
}

let queue: readonly OpenDialog[] = []
let nextId = 1
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]): void {
  queue = next
  for (const listener of listeners) listener()
}

function ask(make: (settled: Settled) => OpenDialog): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++
    const settle = (answer: boolean) => {
      change(queue.filter((dialog) => dialog.id !== id))
      resolve(answer)
    }
    change([...queue, make({ id, settle })])
  })
}

/** True when the person confirms, false when they cancel or close. */
export const confirm = (request: ConfirmRequest): Promise<boolean> =>
  ask((settled) => ({ kind: 'confirm', ...request, ...settled }))

/** Resolves when the person has closed it. */
export const showInfo = (request: MessageRequest): Promise<void> =>
  ask((settled) => ({ kind: 'info', ...request, ...settled })).then(() => undefined)

export const showWarning = (request: MessageRequest): Promise<void> =>
  ask((settled) => ({ kind: 'warning', ...request, ...settled })).then(() => undefined)

/** Several may be asked for at once; they are shown one after the other. */
export const confirmQueue = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): OpenDialog | undefined => queue[0],
}
