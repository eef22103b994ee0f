import type { ComparableCell, CellSet, Span } from './cell-set.ts'

/** Both span the same line: IPv4 and IPv6 do not. */
const comparable = (a: Span['from'], b: Span['from']): boolean => typeof a === typeof b

function startsNoLater(a: Span, b: Span): boolean {
  if (a.from === undefined) return true
  if (b.from === undefined || !comparable(a.from, b.from)) return false
  return a.from < b.from || (a.from === b.from && (a.fromInclusive || !b.fromInclusive))
}

function endsNoEarlier(a: Span, b: Span): boolean {
  if (a.to === undefined) return true
  if (b.to === undefined || !comparable(a.to, b.to)) return false
  return a.to > b.to || (a.to === b.to && (a.toInclusive || !b.toInclusive))
}

const contains = (a: Span, b: Span): boolean => startsNoLater(a, b) && endsNoEarlier(a, b)

function endsBefore(a: Span, b: Span): boolean {
  if (a.to === undefined || b.from === undefined || !comparable(a.to, b.from)) return false
  return a.to < b.from || (a.to === b.from && !(a.toInclusive && b.fromInclusive))
}

const apart = (a: Span, b: Span): boolean =>
  endsBefore(a, b) ||
  endsBefore(b, a) ||
  (a.from !== undefined && b.from !== undefined && !comparable(a.from, b.from))

const isSubset = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size <= b.size && [...a].every((value) => b.has(value))

const shareNothing = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((value) => !b.has(value))

type Texts = Extract<CellSet, { kind: 'texts' }>
type Prefixes = Extract<CellSet, { kind: 'prefixes' }>
type Spans = Extract<CellSet, { kind: 'spans' }>
type Money = Extract<CellSet, { kind: 'money' }>

const beginsWithOne = (text: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => text.startsWith(prefix))

function textsCover(a: Texts, b: CellSet, many: boolean): boolean {
  if (b.kind === 'texts') {
    if (!a.negated) return !b.negated && isSubset(b.values, a.values)
    return b.negated ? isSubset(a.values, b.values) : !many && shareNothing(a.values, b.values)
  }
  if (b.kind !== 'prefixes' || !a.negated) return false
  // Every value that is refused here must be refused there too, or lie where the other does not look.
  if (b.negated) return [...a.values].every((value) => beginsWithOne(value, b.values))
  return !many && [...a.values].every((value) => !beginsWithOne(value, b.values))
}

function prefixesCover(a: Prefixes, b: CellSet, many: boolean): boolean {
  if (b.kind === 'texts') {
    if (b.negated) return false
    return a.negated
      ? !many && [...b.values].every((value) => !beginsWithOne(value, a.values))
      : [...b.values].every((value) => beginsWithOne(value, a.values))
  }
  if (b.kind !== 'prefixes') return false
  if (!a.negated) return !b.negated && b.values.every((prefix) => beginsWithOne(prefix, a.values))
  if (b.negated) return a.values.every((prefix) => beginsWithOne(prefix, b.values))
  return (
    !many &&
    a.values.every((own) => b.values.every((other) => !own.startsWith(other) && !other.startsWith(own)))
  )
}

function spansCover(a: Spans, b: CellSet, many: boolean): boolean {
  if (b.kind !== 'spans') return false
  const within = (inner: readonly Span[], outer: readonly Span[]) =>
    inner.every((span) => outer.some((other) => contains(other, span)))
  if (!a.negated) return !b.negated && within(b.spans, a.spans)
  if (b.negated) return within(a.spans, b.spans)
  return !many && a.spans.every((own) => b.spans.every((other) => apart(own, other)))
}

function moneyCovers(a: Money, b: CellSet): boolean {
  if (b.kind !== 'money') return false
  return [...b.byCurrency].every(([currency, span]) => {
    const own = a.byCurrency.get(currency)
    return own !== undefined && contains(own, span)
  })
}

/** Whether every payment the second cell accepts is accepted by the first. When nobody can tell: no. */
export function covers(a: ComparableCell, b: ComparableCell): boolean {
  if (a.text === b.text) return true
  if (a.entry !== b.entry || b.set.kind === 'missing') return false
  const many = a.many || b.many
  switch (a.set.kind) {
    case 'known':
      return true
    case 'texts':
      return textsCover(a.set, b.set, many)
    case 'prefixes':
      return prefixesCover(a.set, b.set, many)
    case 'spans':
      return spansCover(a.set, b.set, many)
    case 'money':
      return moneyCovers(a.set, b.set)
    case 'missing':
    case 'opaque':
      return false
  }
}

function setsExclude(a: CellSet, b: CellSet, many: boolean): boolean {
  if (a.kind === 'texts' && b.kind === 'texts') {
    if (a.negated) return !b.negated && isSubset(b.values, a.values)
    return b.negated ? isSubset(a.values, b.values) : !many && shareNothing(a.values, b.values)
  }
  if (a.kind === 'spans' && b.kind === 'spans' && !a.negated && !b.negated && !many) {
    return a.spans.every((own) => b.spans.every((other) => apart(own, other)))
  }
  if (a.kind === 'money' && b.kind === 'money') {
    return [...a.byCurrency].every(([currency, span]) => {
      const other = b.byCurrency.get(currency)
      return other === undefined || apart(span, other)
    })
  }
  return false
}

/** Whether no payment can be accepted by both. When nobody can tell: no. */
export function excludes(a: ComparableCell, b: ComparableCell): boolean {
  if (a.entry !== b.entry) return false
  if (a.set.kind === 'missing' || b.set.kind === 'missing') return a.set.kind !== b.set.kind
  return setsExclude(a.set, b.set, a.many || b.many)
}

/** Whether no payment can be accepted at all. */
export function acceptsNothing({ set }: ComparableCell): boolean {
  if (set.kind === 'texts') return !set.negated && set.values.size === 0
  if (set.kind === 'money') return set.byCurrency.size === 0
  return false
}
