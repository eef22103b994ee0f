/** An exact decimal: `n` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly n: bigint
  readonly scale: number
}

export const zero: Decimal = { n: 0n, scale: 0 }
export const one: Decimal = { n: 1n, scale: 0 }

/** Nothing when it is no decimal of XML Schema. */
export function decimalOf(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', part = ''] = match
  const n = BigInt(whole + part)
  return { n: sign === '-' ? -n : n, scale: part.length }
}

const at = ({ n, scale }: Decimal, wanted: number): bigint => n * 10n ** BigInt(wanted - scale)

function both(a: Decimal, b: Decimal, count: (a: bigint, b: bigint) => bigint): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { n: count(at(a, scale), at(b, scale)), scale }
}

export const plus = (a: Decimal, b: Decimal): Decimal => both(a, b, (x, y) => x + y)
export const minus = (a: Decimal, b: Decimal): Decimal => both(a, b, (x, y) => x - y)
export const times = (a: Decimal, b: Decimal): Decimal => ({ n: a.n * b.n, scale: a.scale + b.scale })
export const hundredth = (a: Decimal): Decimal => ({ n: a.n, scale: a.scale + 2 })
export const size = ({ n, scale }: Decimal): Decimal => ({ n: n < 0n ? -n : n, scale })
export const sum = (all: readonly Decimal[]): Decimal => all.reduce(plus, zero)

export const compare = (a: Decimal, b: Decimal): number => {
  const { n } = minus(a, b)
  return n === 0n ? 0 : n > 0n ? 1 : -1
}
export const equal = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a !== undefined && b !== undefined && compare(a, b) === 0

/** To two decimals, a half upwards, as XPath rounds. */
export function rounded(value: Decimal): Decimal {
  if (value.scale <= 2) return value
  const unit = 10n ** BigInt(value.scale - 2)
  const shifted = value.n + unit / 2n
  const down = shifted / unit - (shifted < 0n && shifted % unit !== 0n ? 1n : 0n)
  return { n: down, scale: 2 }
}
