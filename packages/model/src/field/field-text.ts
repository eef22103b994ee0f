import { otherMerchant, otherMerchantText } from '../access/merchants-within.ts'
import { isList, type Field } from './field.ts'
import type { WireMoney } from '../money/money-schema.ts'
import { texts } from '../text/texts.ts'
import {
  formatExportInstant,
  formatExportNumber,
  parseNumber,
  type UserFormats,
} from '../text/user-formats.ts'
import { parseYesNo } from './validators.ts'

/** Between the items of a list inside one cell. */
const listSeparator = '|'

/**
 * One cell of a CSV file. Codes, not labels, so that a file somebody exported can be imported again by somebody with
 * another language. Texts pass unchanged; the CSV writer guards them.
 */
export function fieldText(field: Pick<Field, 'kind'>, value: unknown, formats: UserFormats): string {
  if (value === null || value === undefined) return ''
  // What has parts inside a list has no form of its own in a cell.
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map((item) => itemText(field, item)).join(listSeparator)
  switch (field.kind) {
    case 'boolean':
      return value === true ? 'yes' : 'no'
    case 'instant':
      return formatExportInstant(plainText(value), formats)
    case 'number':
      return formatExportNumber(Number(value), formats)
    case 'decimal':
      return formatExportNumber(plainText(value), formats)
    case 'json':
      return JSON.stringify(value)
    case 'money': {
      const { amount, currency } = value as WireMoney
      return `${formatExportNumber(amount, formats)} ${currency}`
    }
    default:
      return plainText(value)
  }
}

const itemText = ({ kind }: Pick<Field, 'kind'>, item: unknown): string =>
  kind === 'merchants' && item === otherMerchant ? otherMerchantText : String(item)

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export type ParsedText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

const value = (parsed: unknown): ParsedText => ({ ok: true, value: parsed })
const refuse = (message: string): ParsedText => ({ ok: false, message })

/** The way back. Only the form is checked here; the field's schema judges the value. */
export function parseFieldText(field: Field, text: string, formats: UserFormats): ParsedText {
  const trimmed = text.trim()
  if (isList(field.kind)) {
    const items = trimmed === '' ? [] : trimmed.split(listSeparator).map((item) => item.trim())
    return value(field.kind === 'merchants' ? items.map(Number) : items)
  }
  if (trimmed === '') return value(field.kind === 'boolean' ? (field.default ?? false) : null)
  switch (field.kind) {
    case 'boolean': {
      const answer = parseYesNo(trimmed)
      return answer === undefined ? refuse(texts.invalidValue) : value(answer)
    }
    case 'number':
    case 'merchant': {
      const number = parseNumber(trimmed, formats)
      return number === undefined ? refuse(texts.mustBeNumber) : value(Number(number))
    }
    case 'decimal': {
      const decimal = parseNumber(trimmed, formats)
      return decimal === undefined ? refuse(texts.mustBeNumber) : value(decimal)
    }
    case 'money': {
      const [, amount = '', currency = ''] = /^(.+) ([A-Z]+)$/.exec(trimmed) ?? []
      const number = parseNumber(amount, formats)
      return number === undefined ? refuse(texts.invalidAmount) : value({ amount: number, currency })
    }
    case 'json':
      try {
        return value(JSON.parse(trimmed))
      } catch {
        return refuse(texts.invalidValue)
      }
    default:
      return value(text)
  }
}
