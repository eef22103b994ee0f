import type { product } from '@signalbox/model/entities/product'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Money } from '@signalbox/model/money/money'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'

export type Product = RecordOf<typeof product>

/** What says which values a product is sold in. */
export type ProductValues = Pick<Product, 'currency' | 'faceValues' | 'minValue' | 'maxValue' | 'stepValue'>

export const valueFields = ['currency', 'faceValues', 'minValue', 'maxValue', 'stepValue'] as const

const amountIn = (currency: string, text: string): Money | undefined => {
  const money = parseMoney(text, currency)
  return money && money.minor > 0n ? money : undefined
}

const problem = (field: string, message: string): FieldProblem => ({ field, code: 'INVALID', message })

function fixedValues({ currency, faceValues }: ProductValues): string[] {
  const read = faceValues.map((text) => amountIn(currency, text))
  if (read.some((money) => money === undefined))
    throw invalid(problem('faceValues', `Must be amounts in ${currency}, such as 25.00`))
  const written = read.flatMap((money) => (money ? [decimalText(money)] : []))
  if (new Set(written).size < written.length) throw invalid(problem('faceValues', texts.duplicateItem))
  return written
}

export interface ValueRange {
  readonly min: Money
  readonly max: Money
  readonly step: Money
}

const rangeFields = ['minValue', 'maxValue', 'stepValue'] as const

/** The range as amounts; undefined where one of its figures is not one. */
export function rangeOf(values: ProductValues): ValueRange | undefined {
  const [min, max, step] = rangeFields.map((name) => amountIn(values.currency, values[name] ?? ''))
  return min && max && step ? { min, max, step } : undefined
}

function checkRange(values: ProductValues): void {
  const missing = rangeFields.filter((name) => values[name] === null)
  if (missing.length === rangeFields.length)
    throw invalid(problem('faceValues', 'Add fixed values, or a range below'))
  if (missing.length > 0)
    throw invalid(...missing.map((field) => ({ field, code: 'REQUIRED', message: texts.required })))
  const range = rangeOf(values)
  if (!range) {
    const wrong = rangeFields.filter((name) => !amountIn(values.currency, values[name] ?? ''))
    throw invalid(...wrong.map((name) => problem(name, `Must be an amount in ${values.currency}`)))
  }
  if (range.max.minor < range.min.minor)
    throw invalid(problem('maxValue', 'Must not be below the lowest value'))
  if ((range.max.minor - range.min.minor) % range.step.minor !== 0n)
    throw invalid(problem('stepValue', 'Must lead from the lowest to the highest value'))
}

/** The values as they are stored: fixed ones or a range, never both. */
export function checkedValues(values: ProductValues): Pick<ProductValues, 'faceValues'> {
  if (values.faceValues.length === 0) {
    checkRange(values)
    return { faceValues: [] }
  }
  if (rangeFields.some((name) => values[name] !== null))
    throw invalid(problem('faceValues', 'Choose fixed values or a range, not both'))
  return { faceValues: fixedValues(values) }
}

/** Whether a product is sold in this value. */
export function isSoldAt(values: ProductValues, value: Money): boolean {
  if (value.currency !== values.currency) return false
  if (values.faceValues.length > 0) return values.faceValues.includes(decimalText(value))
  const range = rangeOf(values)
  if (!range || value.minor < range.min.minor || value.minor > range.max.minor) return false
  return (value.minor - range.min.minor) % range.step.minor === 0n
}
