import { useEffect } from 'react'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** Ctrl+Enter: sends what is being filled in, from every field of it. */
export const isSubmitKey = ({ key, ctrlKey, metaKey }: Pressed): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)

const verbs = 'button[type="submit"], button[data-submit]'

/** The button that sends the form, which may stand outside it, or else the verb of the dialog. */
function verbFor(field: Element): HTMLButtonElement | null | undefined {
  const form = field.closest('form')
  if (!form) return field.closest('[role="dialog"]')?.querySelector<HTMLButtonElement>(verbs)
  const isOwn = (element: Element): element is HTMLButtonElement =>
    element instanceof HTMLButtonElement && element.type === 'submit'
  return [...form.elements].find(isOwn)
}

/**
 * Whether the key sent something. The button is pressed rather than the form sent: one that is disabled, because it is at
 * work or something is missing, must not be gone round. Whoever handles the key otherwise prevents its default.
 */
export function submitByKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || !isSubmitKey(event)) return false
  const verb = event.target instanceof Element ? verbFor(event.target) : undefined
  if (!verb) return false
  event.preventDefault()
  verb.click()
  return true
}

/** For every form and dialog at once. */
export function useSubmitKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => void submitByKey(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
