import type { FormInput } from '@signalbox/model/cashier/input-form'
import { isVisible, type InputValues } from '@signalbox/model/cashier/validate-inputs'
import { html, when, type Html } from './html.ts'
import type { Words } from './words.ts'

interface Field {
  readonly input: FormInput
  /** Of the whole page. */
  readonly id: string
  /** In the form; none for what must not reach the shop. */
  readonly name: string
  readonly value: string
  readonly problem: string
  readonly isHidden: boolean
}

const inputModes: Partial<Record<FormInput['type'], string>> = {
  NUMBER: 'decimal',
  CARD: 'numeric',
  PHONE: 'tel',
  EMAIL: 'email',
}
const whole = new Set(['card.cvv', 'card.expiry'])

const isCardField = (name: string): boolean => name.startsWith('card.')
export const hasCardFields = (inputs: readonly FormInput[]): boolean =>
  inputs.some(({ name }) => isCardField(name))

const longest = (input: FormInput): number =>
  input.type !== 'NUMBER' && input.max !== null ? input.max : 100

function control({ input, id, name, value, problem }: Field): Html {
  const shared = html` id="${id}" data-input="${input.name}"${name !== '' && html` name="${name}"`}
  aria-describedby="${id}-problem"${when(input.required, 'aria-required="true"')}${when(problem !== '', 'aria-invalid="true"')}
  autocomplete="${input.autocomplete ?? 'off'}"`
  if (input.type === 'SELECT')
    return html`<select${shared}><option value=""></option>${input.options.map(
      (option) =>
        html`<option value="${option.value}" ${when(option.value === value, 'selected')}>
          ${option.label}
        </option>`,
    )}</select>`
  const mode = whole.has(input.name) ? 'numeric' : inputModes[input.type]
  const hint = input.mask ?? (input.name === 'card.expiry' ? 'MM/YY' : undefined)
  return html`<input${shared} type="${input.type === 'DATE' ? 'date' : 'text'}"${mode !== undefined && html` inputmode="${mode}"`}${hint !== undefined && html` placeholder="${hint}"`} maxlength="${longest(input)}" spellcheck="false" value="${value}">`
}

function fieldOf(field: Field, words: Words): Html {
  const { input, id, name, problem, isHidden } = field
  if (input.type === 'HIDDEN')
    return html`<input
      type="hidden"
      id="${id}"
      name="${name}"
      data-input="${input.name}"
      value="${field.value}"
    />`
  const wide = input.name !== 'card.expiry' && input.name !== 'card.cvv'
  return html`<div class="field${wide ? '' : ' half'}" data-field="${input.name}" ${when(isHidden, 'hidden')}>
    <label for="${id}"
      >${input.label}${!input.required && html` <span class="optional">(${words('cashier.optional')})</span>`}</label
    >
    ${control(field)}
    <p class="problem" id="${id}-problem" data-problem>${problem}</p>
  </div>`
}

export interface FilledIn {
  /** What was typed into a field of this name before, unless it is nobody's business to remember. */
  value(name: string): string
  /** What is wrong with it. */
  problem(name: string): string
}

/** The fields of a method. What belongs to a card has no name, so that the browser cannot send it to the shop. */
export function methodFields(
  key: string,
  inputs: readonly FormInput[],
  { words, filled, id }: { readonly words: Words; readonly filled: FilledIn; readonly id: string },
): readonly Html[] {
  const nameOf = ({ name }: FormInput): string => `${key}/${name}`
  const values: InputValues = Object.fromEntries(
    inputs.map((input) => [input.name, filled.value(nameOf(input))]),
  )
  return inputs.map((input, at) =>
    fieldOf(
      {
        input,
        id: `${id}-${at}`,
        name: isCardField(input.name) ? '' : nameOf(input),
        value: input.sensitive ? '' : (values[input.name] ?? ''),
        problem: filled.problem(nameOf(input)),
        isHidden: !isVisible(input, inputs, values),
      },
      words,
    ),
  )
}
