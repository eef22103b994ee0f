import { inputNames, inputOf, inputsOf, type InputName } from '../payments/payment-inputs.ts'
import type { DeclaredInput } from './input-types.ts'

/** For whom a form is made. What is not known is left out. */
export interface InputContext {
  readonly txType: string
  readonly service?: string | null | undefined
  readonly country?: string | null | undefined
}

/** A field of a form, with the place its value has in the request of a payment. */
export interface CashierInput extends Omit<
  DeclaredInput,
  'txType' | 'service' | 'country' | 'regex' | 'displayOrder'
> {
  readonly name: string
  /** RE2, for the whole text. */
  readonly pattern: string | null
}

const fieldOf = ({
  txType: _txType,
  service: _service,
  country: _country,
  displayOrder: _order,
  regex,
  ...input
}: DeclaredInput): CashierInput => ({ ...input, name: placeOf(input.key), pattern: regex })

export const isKnownInput = (key: string): key is InputName => (inputNames as readonly string[]).includes(key)

/** What the platform does not know is an attribute of the payment. */
const placeOf = (key: string): string => (isKnownInput(key) ? key : `attributes.${key}`)

/** Steps between the inputs that come with the platform, so that others fit between them. */
const orderStep = 10

const labelKeyOf = (name: InputName): string => `input.${name.toLowerCase()}`

/** The messages that name what the platform knows. */
export const platformLabelKeys: readonly string[] = inputNames.map(labelKeyOf)

/** What every cashier asks for such a payment unless somebody says otherwise, and what its connectors need. */
export const platformInputs = (txType: string): readonly DeclaredInput[] =>
  inputsOf(txType).map(({ name, required }, index) => {
    const { type, pattern, sensitive } = inputOf(name)
    return {
      txType,
      service: null,
      country: null,
      key: name,
      labelKey: labelKeyOf(name),
      type,
      required,
      regex: pattern.source,
      min: null,
      max: null,
      mask: null,
      options: [],
      visibleWhen: null,
      sensitive,
      autocomplete: autocompleteOf[name] ?? null,
      displayOrder: (index + 1) * orderStep,
    }
  })

/** As browsers know them. */
const autocompleteOf: Readonly<Partial<Record<InputName, string>>> = {
  'card.pan': 'cc-number',
  'card.expiry': 'cc-exp',
  'card.cvv': 'cc-csc',
  'card.holder': 'cc-name',
  accountHolder: 'name',
}

/** Without which a connector cannot make such a payment. */
export const isNeededByConnector = (txType: string, key: string): boolean =>
  inputsOf(txType).some(({ name, required }) => required && name === key)

const speaksOf = (input: DeclaredInput, { txType, service, country }: InputContext): boolean =>
  input.txType === txType &&
  (input.service === null || input.service === (service ?? null)) &&
  (input.country === null || input.country === (country ?? null))

/** A row about a service counts more than one about a country, and both more than one about neither. */
const precision = ({ service, country }: DeclaredInput): number =>
  (service === null ? 0 : 2) + (country === null ? 0 : 1)

/**
 * The fields of a form, in order. `declared` are the rows that count for the merchant, of which overrides have taken the
 * place of what they override; of several about one key the most precise wins. What a connector needs is always there.
 */
export function resolveInputs(
  declared: readonly DeclaredInput[],
  context: InputContext,
): readonly CashierInput[] {
  const byKey = new Map<string, DeclaredInput>()
  for (const input of declared) {
    const known = byKey.get(input.key)
    if (speaksOf(input, context) && (!known || precision(input) > precision(known)))
      byKey.set(input.key, input)
  }
  for (const needed of platformInputs(context.txType))
    if (needed.required && !byKey.has(needed.key)) byKey.set(needed.key, needed)
  return [...byKey.values()]
    .toSorted((a, b) => a.displayOrder - b.displayOrder || (a.key < b.key ? -1 : 1))
    .map(fieldOf)
}
