import { createElement } from 'react'
import { toast, type ToastOptions } from 'react-toastify'

/** A second line says what the server said; it is smaller than the sentence people learn to recognise. */
const content = (text: string, detail?: string) =>
  detail === undefined || detail === text
    ? text
    : createElement('div', null, createElement('div', null, text), createElement('small', null, detail))

/** The same text twice at once is one notice. */
const once = (text: string): ToastOptions => ({ toastId: text })

export const notices = {
  success: (text: string) => void toast.success(text),
  info: (text: string) => void toast.info(text, once(text)),
  warning: (text: string, detail?: string) => void toast.warning(content(text, detail), once(text)),
  /** Errors stay until they are closed. */
  error: (text: string, detail?: string) =>
    void toast.error(content(text, detail), { ...once(text), autoClose: false }),
}
