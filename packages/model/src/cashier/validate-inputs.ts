import { isEmail, isPhone } from '../field/validators.ts'
import { isFit } from '../payments/payment-inputs.ts'
import { isCardExpired, isIban, passesLuhn, plainIban } from '../reference/account-number.ts'
import { texts } from '../text/texts.ts'
import { compileWholePattern } from '../text/user-pattern.ts'
import { isKnownInput, type CashierInput } from './resolve-inputs.ts'

/** What an input is judged by; fields as the public API tells them have it too. */
export interface CheckedInput extends Pick<
  CashierInput,
  'name' | 'key' | 'type' | 'required' | 'pattern' | 'min' | 'max' | 'visibleWhen'
> {
  readonly options: readonly { readonly value: string }[]
}

/** What somebody typed in, by the places of the inputs in the request. */
export type InputValues = Readonly<Record<string, string | undefined>>

export const inputProblemCodes = {
  REQUIRED: texts.required,
  NUMBER: texts.mustBeNumber,
  TOO_SHORT: texts.tooShort,
  TOO_LONG: texts.tooLong,
  TOO_SMALL: 'Must be at least {0}',
  TOO_LARGE: 'Must be at most {0}',
  OPTION: 'Choose one of the options',
  DATE: texts.invalidDate,
  CARD: 'Invalid card number',
  IBAN: texts.invalidIban,
  PHONE: texts.invalidPhone,
  EMAIL: texts.invalidEmail,
  FORMAT: texts.invalidValue,
  EXPIRED: 'The card has expired',
} as const
export type InputProblemCode = keyof typeof inputProblemCodes

export interface InputProblem {
  /** The place of the input in the request. */
  readonly field: string
  readonly code: InputProblemCode
  /** For `{0}` of the message. */
  readonly values: readonly string[]
}

/** Under which a merchant words it: `input.error.required`. */
export const inputProblemKey = (code: InputProblemCode): string => `input.error.${code.toLowerCase()}`

const given = (values: InputValues, name: string): string => values[name]?.trim() ?? ''

type Tellable = Pick<CheckedInput, 'name' | 'key' | 'visibleWhen'>

/** Whether an input is asked for, given what was typed into the others. One that is hidden has no say about others. */
export function isVisible(
  input: Tellable,
  all: readonly Tellable[],
  values: InputValues,
  depth = 0,
): boolean {
  const { visibleWhen } = input
  if (!visibleWhen) return true
  const other = all.find(({ key }) => key === visibleWhen.key)
  // Nobody can look at each other for ever.
  if (!other || depth > all.length || !isVisible(other, all, values, depth + 1)) return false
  const typed = given(values, other.name)
  const { op, value = '' } = visibleWhen
  if (op === 'FILLED') return typed !== ''
  if (op === 'IN')
    return value
      .split(',')
      .map((each) => each.trim())
      .includes(typed)
  return (typed === value) === (op === 'EQUALS')
}

const decimal = /^-?\d{1,15}(\.\d{1,8})?$/
const calendarDay = /^\d{4}-\d{2}-\d{2}$/

const isDay = (text: string): boolean => {
  if (!calendarDay.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const plainCard = (text: string): string => text.replaceAll(/[ -]/g, '')

type Check = (input: CheckedInput, text: string) => InputProblemCode | undefined

/** What a kind of input is by itself. */
const ofType: Readonly<Record<CheckedInput['type'], Check>> = {
  TEXT: () => undefined,
  HIDDEN: () => undefined,
  NUMBER: (_input, text) => (decimal.test(text) ? undefined : 'NUMBER'),
  SELECT: ({ options }, text) => (options.some(({ value }) => value === text) ? undefined : 'OPTION'),
  DATE: (_input, text) => (isDay(text) ? undefined : 'DATE'),
  CARD: (_input, text) => (passesLuhn(plainCard(text)) ? undefined : 'CARD'),
  IBAN: (_input, text) => (isIban(plainIban(text)) ? undefined : 'IBAN'),
  PHONE: (_input, text) => (isPhone(text) ? undefined : 'PHONE'),
  EMAIL: (_input, text) => (isEmail(text) ? undefined : 'EMAIL'),
}

const bounds: Check = ({ type, min, max }, text) => {
  const isNumber = type === 'NUMBER'
  const size = isNumber ? Number(text) : [...text].length
  if (min !== null && size < min) return isNumber ? 'TOO_SMALL' : 'TOO_SHORT'
  if (max !== null && size > max) return isNumber ? 'TOO_LARGE' : 'TOO_LONG'
  return undefined
}

type Matcher = ReturnType<typeof compileWholePattern>
const mostCompiled = 500
/** Every payment asks, and to compile a pattern costs more than to use it. */
const compiled = new Map<string, Matcher>()

function matcherOf(regex: string): Matcher {
  const known = compiled.get(regex)
  if (known !== undefined) return known
  if (compiled.size >= mostCompiled) compiled.clear()
  const matcher = compileWholePattern(regex, { caseSensitive: true })
  compiled.set(regex, matcher)
  return matcher
}

/** A pattern that cannot be compiled matches nothing: what nobody can check is not let through. */
const ownPattern: Check = ({ pattern }, text) =>
  pattern === null || pattern === '' || matcherOf(pattern)?.(text) ? undefined : 'FORMAT'

/** The platform's own rule about what it knows holds whatever a merchant declares. */
const platformRule: Check = ({ key }, text) => (isKnownInput(key) && !isFit(key, text) ? 'FORMAT' : undefined)

const checks: readonly Check[] = [
  (input, text) => ofType[input.type](input, text),
  bounds,
  ownPattern,
  platformRule,
]

const plain = ({ type }: CheckedInput, text: string): string =>
  type === 'CARD' ? plainCard(text) : type === 'IBAN' ? plainIban(text) : text

function problemOf(
  input: CheckedInput,
  all: readonly CheckedInput[],
  values: InputValues,
  nowMs: number | undefined,
): InputProblem | undefined {
  if (!isVisible(input, all, values)) return undefined
  const text = plain(input, given(values, input.name))
  const problem = (code: InputProblemCode): InputProblem => {
    const bound = code === 'TOO_SMALL' ? input.min : code === 'TOO_LARGE' ? input.max : null
    return { field: input.name, code, values: bound === null ? [] : [String(bound)] }
  }
  if (text === '') return input.required ? problem('REQUIRED') : undefined
  const code = checks.map((check) => check(input, text)).find((found) => found !== undefined)
  if (code) return problem(code)
  const isOver = nowMs !== undefined && input.name === 'card.expiry' && isCardExpired(text, nowMs)
  return isOver ? problem('EXPIRED') : undefined
}

/**
 * What is wrong with what somebody typed in. The one place that judges it: the cashier and its preview while people type,
 * the public API when the payment comes. Only who gives the time is told that a card has expired: to the public API that
 * is a payment that was declined, with a code of its own.
 */
export const validateInputs = (
  inputs: readonly CheckedInput[],
  values: InputValues,
  nowMs?: number,
): readonly InputProblem[] => inputs.flatMap((input) => problemOf(input, inputs, values, nowMs) ?? [])

const fits: Readonly<Record<string, RegExp>> = { '#': /\d/, A: /[A-Za-z]/, '*': /[A-Za-z0-9]/ }

/** A text as the mask writes it: `#### ####` makes `12345` to `1234 5`. What does not fit is left out. */
export function maskInput(mask: string | null, text: string): string {
  if (mask === null || mask === '') return text
  const typed = [...text]
  let result = ''
  for (const place of mask) {
    const fit = fits[place]
    if (!fit) {
      if (typed[0] === place) typed.shift()
      if (typed.length > 0) result += place
      continue
    }
    while (typed.length > 0 && !fit.test(typed[0] ?? '')) typed.shift()
    const next = typed.shift()
    if (next === undefined) break
    result += next
  }
  return result
}
