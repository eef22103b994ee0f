import type { ReactNode } from 'react'
import { toast as toastify, ToastContainer, type ToastOptions } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toast.css'

interface Extra {
  /** A second, quieter line. */
  readonly detail?: ReactNode
  /** Toasts with the same id replace each other instead of piling up. */
  readonly id?: string
  /** Stays until it is closed. */
  readonly persistent?: boolean
}

type Kind = 'success' | 'info' | 'warning' | 'error'

/** How every toast of the console behaves. */
export const toastSettings = {
  position: 'top-right',
  autoClose: 5000,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  draggable: 'touch',
  draggablePercent: 80,
  draggableDirection: 'x',
  role: 'alert',
  theme: 'light',
  hotKeys: (event: KeyboardEvent) => event.altKey && event.code === 'KeyT',
  'aria-label': 'Notifications Alt+T',
} as const

const shownLimit = 5
const historyLimit = 50

export interface ToastRecord {
  readonly kind: Kind
  readonly text: string
  readonly at: number
}

let history: readonly ToastRecord[] = []
const listeners = new Set<() => void>()

/** What was said in this session, newest first, for those who were looking elsewhere. */
export const toastHistory = {
  current: () => history,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function show(kind: Kind, text: string, { detail, id, persistent = false }: Extra = {}): void {
  history = [{ kind, text, at: Date.now() }, ...history].slice(0, historyLimit)
  for (const listener of listeners) listener()
  const content = (
    <div className="toast-text">
      <div>{text}</div>
      {detail === undefined ? null : <div className="toast-detail">{detail}</div>}
    </div>
  )
  const options: ToastOptions = { type: kind, autoClose: persistent ? false : toastSettings.autoClose }
  if (id === undefined) toastify(content, options)
  else if (toastify.isActive(id)) toastify.update(id, { render: content, ...options })
  else toastify(content, { ...options, toastId: id })
}

export const toast = {
  success: (text: string, extra?: Extra) => show('success', text, extra),
  info: (text: string, extra?: Extra) => show('info', text, extra),
  warning: (text: string, extra?: Extra) => show('warning', text, extra),
  error: (text: string, extra?: Extra) => show('error', text, extra),
  dismiss: (id?: string) => (id === undefined ? toastify.dismiss() : toastify.dismiss(id)),
}

export function ToastHost() {
  return <ToastContainer {...toastSettings} limit={shownLimit} newestOnTop closeOnClick={false} />
}
