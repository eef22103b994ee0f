import type { FormInput } from '@signalbox/model/cashier/input-form'
import {
  inputProblemKey,
  isVisible,
  maskInput,
  validateInputs,
  type InputValues,
} from '@signalbox/model/cashier/validate-inputs'
import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import { encryptCard, plainExpiry } from './encrypt-card.ts'

type Control = HTMLInputElement | HTMLSelectElement

const cardMask = '#### #### #### #### ###'
const expiryMask = '##/##'

/** How a field is written while it is typed, where the merchant says nothing else. */
const maskOf = ({ mask, type, name }: FormInput): string | null =>
  mask ?? (type === 'CARD' ? cardMask : name === 'card.expiry' ? expiryMask : null)

export const tell = (control: Element, text: string): void => {
  if (text === '') control.removeAttribute('aria-invalid')
  else control.setAttribute('aria-invalid', 'true')
  const place = document.querySelector(`#${CSS.escape(control.getAttribute('aria-describedby') ?? '')}`)
  if (place) place.textContent = text
}

/** The fields of one method: they are judged here by the code that judges the payment. */
export class MethodPanel {
  readonly #panel: HTMLElement
  readonly #inputs: readonly FormInput[]
  readonly #texts: Readonly<Record<string, string>>
  readonly #left = new Set<string>()
  /** The card as it was last sealed: the same card is the same when it is sent again. */
  #sealed: { readonly card: string; readonly sealed: Promise<string> } | undefined

  constructor(panel: HTMLElement, texts: Readonly<Record<string, string>>) {
    this.#panel = panel
    this.#texts = texts
    this.#inputs = JSON.parse(panel.dataset.inputs ?? '[]') as FormInput[]
    for (const input of this.#inputs) this.#listen(input)
    for (const button of panel.querySelectorAll<HTMLElement>('[data-try]'))
      button.addEventListener('click', () => this.#tryCard(button.dataset.try ?? ''))
    this.#show()
  }

  #control(name: string): Control | null {
    return this.#panel.querySelector<Control>(`[data-input="${CSS.escape(name)}"]`)
  }

  #listen(input: FormInput): void {
    const control = this.#control(input.name)
    control?.addEventListener('input', () => {
      // Whoever mends something in the middle is left alone, or the cursor would jump to the end.
      if (control instanceof HTMLInputElement && control.selectionEnd === control.value.length)
        control.value = maskInput(maskOf(input), control.value)
      this.#show()
      if (this.#left.has(input.name)) this.#judge(input.name)
    })
    // Nobody is told off for what they are still typing.
    control?.addEventListener('change', () => {
      this.#left.add(input.name)
      this.#judge(input.name)
    })
  }

  #values(): InputValues {
    const typed = (name: string): string => {
      const text = this.#control(name)?.value ?? ''
      return name === 'card.expiry' && text !== '' ? plainExpiry(text) : text
    }
    return Object.fromEntries(this.#inputs.map(({ name }) => [name, typed(name)]))
  }

  /** Some fields are asked for only while another one says so. */
  #show(): void {
    const values = this.#values()
    for (const input of this.#inputs) {
      const field = this.#panel.querySelector<HTMLElement>(`[data-field="${CSS.escape(input.name)}"]`)
      if (field) field.hidden = !isVisible(input, this.#inputs, values)
    }
  }

  #judge(name?: string): Control | undefined {
    const problems = validateInputs(this.#inputs, this.#values(), Date.now())
    let first: Control | undefined
    for (const input of this.#inputs) {
      if (name !== undefined && input.name !== name) continue
      const control = this.#control(input.name)
      if (!control) continue
      const problem = problems.find(({ field }) => field === input.name)
      const text = problem ? (this.#texts[inputProblemKey(problem.code)] ?? problem.code) : ''
      tell(control, fillPlaceholders(text, problem?.values ?? []))
      if (problem) first ??= control
    }
    return first
  }

  get #isNew(): boolean {
    const chosen = this.#panel.querySelector<HTMLInputElement>('input[type="radio"]:checked')
    return chosen === null || chosen.value === ''
  }

  /** The first field that is wrong, with all of them told. A saved account asks for nothing. */
  check(): Control | undefined {
    return this.#isNew ? this.#judge() : undefined
  }

  /** Leaves the card in the form as only the platform can read it. */
  async seal(cardKey: string): Promise<void> {
    const sealed = this.#panel.querySelector<HTMLInputElement>('[data-encrypted]')
    if (sealed) sealed.value = this.#isNew ? await this.#sealOnce(cardKey) : ''
  }

  #sealOnce(cardKey: string): Promise<string> {
    const values = this.#values()
    const card = JSON.stringify(values)
    if (this.#sealed?.card !== card) this.#sealed = { card, sealed: encryptCard(cardKey, values) }
    return this.#sealed.sealed
  }

  /** A card of the sandbox, with the rest of what it needs. */
  #tryCard(pan: string): void {
    const typed = { 'card.pan': pan, 'card.expiry': '12/30', 'card.cvv': '123' }
    for (const [name, value] of Object.entries(typed)) {
      const control = this.#control(name)
      if (!control) continue
      control.value = value
      this.#judge(name)
    }
    this.#control('card.pan')?.focus()
  }
}
