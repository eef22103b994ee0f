/**
 * Text an administrator wrote for display, so markup in it is meant. A class of its own, because data from outside
 * arrives as plain objects and can never pose as one.
 */
export class Message {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export interface Money {
  amount: string
  currency: string
}

export type View = Readonly<Record<string, unknown>>

/** Arrays and bare objects only: anything with a class behind it, functions included, is closed to templates. */
function isOpen(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Reads a property the object itself holds as data. Inherited members and accessors do not exist for a template. */
export function readOwn(target: unknown, key: string): unknown {
  if (!isOpen(target)) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(target, key)?.value
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

export function readPath(root: unknown, segments: readonly string[]): unknown {
  return segments.reduce(readOwn, root)
}

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

export function asMoney(value: unknown): Money | null {
  const amount = readOwn(value, 'amount')
  const currency = readOwn(value, 'currency')
  if (typeof amount !== 'string' || typeof currency !== 'string') return null
  return /^-?\d{1,30}(\.\d{1,18})?$/.test(amount) && /^[A-Z0-9]{3,8}$/.test(currency)
    ? { amount, currency }
    : null
}

/** How a value reads when nothing formats it; null when it has no single text, as a list has none. */
export function plainText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? String(value) : null
    case 'boolean':
    case 'bigint':
      return String(value)
    default:
  }
  if (isMissing(value)) return ''
  if (value instanceof Message) return value.markup
  if (value instanceof Date) return isoText(value)
  const money = asMoney(value)
  return money ? `${money.amount} ${money.currency}` : null
}

export function isoText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** What `if` takes for a yes: something is there, and it is not nothing, zero or false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
