import type { KeyboardEvent, SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { isSubmitKey, submitByKey } from './submit-key.ts'

const isChecked = (option: HTMLElement): boolean => option.getAttribute('aria-selected') === 'true'

/** What typing and Enter mean: the best answer. None where nothing was typed, or where the arrows point to an option. */
function typedOption(input: HTMLInputElement): HTMLElement | undefined {
  const typed = input.value.trim()
  if (typed === '' || input.readOnly || input.getAttribute('aria-expanded') !== 'true') return undefined
  if (input.getAttribute('aria-activedescendant')) return undefined
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
  if (options.some((option) => isChecked(option) && option.textContent.trim() === typed)) return undefined
  return options[0]
}

/**
 * Typing and Enter chooses the best answer of a searchable select. Only what was typed: not where the text is empty or
 * still that of the choice, and not where the arrows already point to an option, which the select takes itself. With Ctrl
 * the form is sent with that answer, before the select takes the key as a wish to be opened.
 */
export function chooseOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target: input, key } = event
  if (key !== 'Enter') return
  const best = input instanceof HTMLInputElement ? typedOption(input) : undefined
  if (isSubmitKey(event)) {
    // The form has to know the answer before it is sent.
    if (best && !isChecked(best)) flushSync(() => best.click())
    if (submitByKey(event.nativeEvent)) event.stopPropagation()
    return
  }
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

/** What the mouse was pressed on before it had the focus. */
let entered: EventTarget | null = null

export function noteEntry({ target }: SyntheticEvent<HTMLElement>): void {
  entered = target === document.activeElement ? null : target
}

/** The mouse puts the cursor somewhere after the focus came. Once inside, a click is meant to do just that. */
export function selectOnEntry(event: SyntheticEvent<HTMLElement>): void {
  if (event.target === entered) selectText(event)
  entered = null
}
