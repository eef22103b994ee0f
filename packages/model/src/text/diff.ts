export interface Change {
  /** Keys and indexes joined by dots; a dot or backslash inside a key is preceded by a backslash. */
  readonly path: string
  /** `undefined` when there was nothing, which JSON then leaves out. */
  readonly from: unknown
  readonly to: unknown
  /** Only for lists of plain values, where people ask what came and what went rather than what stands where. */
  readonly added?: readonly unknown[]
  readonly removed?: readonly unknown[]
}

type Plain = Record<string, unknown>

function isPlainObject(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isPrimitive = (value: unknown): boolean => typeof value !== 'object' || value === null

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  return a === b || Object.is(a, b)
}

const pathOf = (keys: readonly string[]): string => keys.map((key) => key.replace(/[.\\]/g, '\\$&')).join('.')

const member = (value: Plain, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)

/**
 * What changed between two records, field by field, in the order of the field names so that the same change always
 * reads the same. No record at all counts as an empty one, which makes creation and deletion list every field.
 */
export function diffRecords(before: unknown, after: unknown): Change[] {
  return compare([], before ?? {}, after ?? {})
}

function compare(keys: readonly string[], from: unknown, to: unknown): Change[] {
  if (isPlainObject(from) && isPlainObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
    return names.flatMap((name) => compare([...keys, name], member(from, name), member(to, name)))
  }
  if (Array.isArray(from) && Array.isArray(to)) return compareLists(keys, from, to)
  return isSame(from, to) ? [] : [{ path: pathOf(keys), from, to }]
}

function compareLists(keys: readonly string[], from: readonly unknown[], to: readonly unknown[]): Change[] {
  if (from.every(isPrimitive) && to.every(isPrimitive)) {
    if (from.length === to.length && from.every((item, index) => isSame(item, to[index]))) return []
    const [before, after] = [new Set(from), new Set(to)]
    const added = [...after].filter((item) => !before.has(item))
    const removed = [...before].filter((item) => !after.has(item))
    return [{ path: pathOf(keys), from, to, added, removed }]
  }
  const longer = from.length > to.length ? from : to
  return longer.flatMap((_, index) => compare([...keys, String(index)], from[index], to[index]))
}

export interface Hunk {
  readonly kind: 'same' | 'removed' | 'added'
  readonly lines: readonly string[]
  /** Line numbers, counted from 1, at which the hunk stands in either text. */
  readonly beforeLine: number
  readonly afterLine: number
}

/** Texts that differ in more lines than this are shown as replaced; the search takes time and memory by its square. */
const maxEdits = 1000

/** Line by line, with as few removed and added lines as possible. */
export function diffLines(before: string, after: string): Hunk[] {
  const a = before.split('\n')
  const b = after.split('\n')
  const hunks: Hunk[] = []
  let [x, y] = [0, 0]
  const push = (kind: Hunk['kind'], lines: string[]) => {
    if (lines.length > 0) hunks.push({ kind, lines, beforeLine: x + 1, afterLine: y + 1 })
    if (kind !== 'added') x += lines.length
    if (kind !== 'removed') y += lines.length
  }
  for (const match of [...commonRuns(a, b), { x: a.length, y: b.length, length: 0 }]) {
    push('removed', a.slice(x, match.x))
    push('added', b.slice(y, match.y))
    push('same', a.slice(x, match.x + match.length))
  }
  return hunks
}

interface Run {
  readonly x: number
  readonly y: number
  readonly length: number
}

/** The runs of lines both texts keep. Most edits touch little, so equal beginnings and ends are taken off first. */
function commonRuns(a: readonly string[], b: readonly string[]): Run[] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const middle = middleRuns(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [
    { x: 0, y: 0, length: start },
    ...middle.map((run) => ({ x: run.x + start, y: run.y + start, length: run.length })),
    { x: a.length - end, y: b.length - end, length: end },
  ]
}

/**
 * Myers' greedy search. `reach` holds, for each diagonal k = x − y, how far along `a` the best path of so many edits
 * gets. A copy from before each round is kept to walk the winning path back.
 */
function middleRuns(a: readonly string[], b: readonly string[]): Run[] {
  const most = Math.min(a.length + b.length, maxEdits)
  const centre = most + 1
  const reach = new Int32Array(2 * centre + 1)
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(reach.slice(centre - edits - 1, centre + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      let { x } = nextEdit(reach, centre, k, edits)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      reach[centre + k] = x
      if (x >= a.length && x - k >= b.length) return walkBack(rounds, a.length, b.length)
    }
  }
  return []
}

/** A path gets onto diagonal k from the neighbour that reaches further, adding a line of `b` or removing one of `a`. */
function nextEdit(reach: Int32Array, centre: number, k: number, edits: number): { x: number; adds: boolean } {
  const left = reach[centre + k - 1] ?? 0
  const right = reach[centre + k + 1] ?? 0
  const adds = k === -edits || (k !== edits && left < right)
  return { x: adds ? right : left + 1, adds }
}

function walkBack(rounds: readonly Int32Array[], endX: number, endY: number): Run[] {
  const runs: Run[] = []
  let x = endX
  let k = endX - endY
  for (const [edits, reach] of [...rounds.entries()].reverse()) {
    const edit = nextEdit(reach, edits + 1, k, edits)
    runs.push({ x: edit.x, y: edit.x - k, length: x - edit.x })
    x = edit.adds ? edit.x : edit.x - 1
    k += edit.adds ? 1 : -1
  }
  return runs.reverse()
}
