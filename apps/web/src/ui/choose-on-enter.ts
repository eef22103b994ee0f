import type { KeyboardEvent, SyntheticEvent } from 'react'
import { submitByKey } from './submit-key.ts'

const isChecked = (option: HTMLElement): boolean => option.getAttribute('aria-selected') === 'true'

/**
 * Typing and Enter chooses the best answer of a searchable select. Only what was typed: not where the text is empty or
 * still that of the choice, and not where the arrows already point to an option, which the select takes itself. With Ctrl
 * the form is sent, before the select takes the key as a wish to be opened.
 */
export function chooseOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target: input, key } = event
  if (submitByKey(event.nativeEvent)) {
    event.stopPropagation()
    return
  }
  if (key !== 'Enter' || !(input instanceof HTMLInputElement) || input.readOnly) return
  const typed = input.value.trim()
  if (typed === '' || input.getAttribute('aria-expanded') !== 'true') return
  if (input.getAttribute('aria-activedescendant')) return
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
  if (options.some((option) => isChecked(option) && option.textContent.trim() === typed)) return
  const [best] = options
  if (!best) return
  // Enter would otherwise send the form it stands in.
  event.preventDefault()
  event.stopPropagation()
  if (!isChecked(best)) best.click()
}

/** What is typed into a select takes the place of the choice in it, instead of being added to its words. */
export function selectText({ target }: SyntheticEvent<HTMLElement>): void {
  if (target instanceof HTMLInputElement && !target.readOnly) target.select()
}
