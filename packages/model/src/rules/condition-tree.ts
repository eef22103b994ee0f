import { canonicalJson } from '../text/canonical-json.ts'
import type { Cell } from './cell.ts'
import { joinCells } from './condition-tree/join-cells.ts'
import { negateCell } from './condition-tree/negate-cell.ts'
import { factOf } from './facts.ts'

/** Conditions as people think of them. Tables know rows only; a tree becomes one row for each way it can hold. */
export type ConditionTree = ConditionLeaf | ConditionGroup

interface ConditionLeaf {
  readonly kind: 'leaf'
  readonly fact: string
  readonly cell: Cell
  /** The cell must not hold. */
  readonly not?: boolean | undefined
}

export interface ConditionGroup {
  readonly kind: 'group'
  readonly join: 'ALL' | 'ANY'
  readonly not: boolean
  readonly members: readonly ConditionTree[]
}

/** Groups in groups in the group of the rule. */
const deepestTree = 3
/** The most rows one tree becomes. */
export const mostTreeRows = 32

export type RowConditions = Readonly<Record<string, Cell>>

export type TreeRows =
  | { readonly ok: true; readonly rows: readonly RowConditions[] }
  | { readonly ok: false; readonly problem: string }

/** Why a tree is no list of rows, in words. */
class TreeProblem extends Error {}

export const tooComplex = 'Too complex, split the rule'
/** Far more than a tree of which 32 rows remain ever passes through. */
const mostOnTheWay = 1024

const labelOf = (key: string): string => factOf(key)?.label ?? key

const depthOf = (tree: ConditionTree): number =>
  tree.kind === 'leaf' ? 0 : 1 + Math.max(0, ...tree.members.map(depthOf))

/** One way in which a leaf holds, or does not. */
function waysOfLeaf({ fact: key, cell }: ConditionLeaf, isNegated: boolean): readonly RowConditions[] {
  if (!isNegated) return [{ [key]: cell }]
  const fact = factOf(key)
  const cells = fact ? negateCell(fact, cell) : null
  if (cells === null) throw new TreeProblem(`${labelOf(key)} cannot be negated here`)
  return cells.map((each) => ({ [key]: each }))
}

/** Both rows in one; null where they exclude each other. */
function joined(a: RowConditions, b: RowConditions): RowConditions | null {
  const row: Record<string, Cell> = { ...a }
  for (const [key, cell] of Object.entries(b)) {
    const known = row[key]
    const fact = factOf(key)
    const next = known && fact ? joinCells(fact, known, cell) : cell
    if (next === 'never') return null
    if (next === 'apart')
      throw new TreeProblem(`${labelOf(key)} has two conditions that do not fit in one row`)
    row[key] = next
  }
  return row
}

const joinedWith = (row: RowConditions, ways: readonly RowConditions[]): readonly RowConditions[] =>
  ways.map((each) => joined(row, each)).filter((each) => each !== null)

const allOf = (ways: readonly (readonly RowConditions[])[]): readonly RowConditions[] =>
  ways.reduce<readonly RowConditions[]>(
    (rows, next) => {
      if (rows.length * next.length > mostOnTheWay) throw new TreeProblem(tooComplex)
      return rows.flatMap((row) => joinedWith(row, next))
    },
    [{}],
  )

/** `NOT` goes to the leaves: not all of them means that any of them does not hold. */
function waysOf(tree: ConditionTree, isNegated: boolean): readonly RowConditions[] {
  if (tree.kind === 'leaf') return waysOfLeaf(tree, (tree.not ?? false) !== isNegated)
  const isTurned = tree.not !== isNegated
  if (tree.members.length === 0) {
    if (isTurned) throw new TreeProblem('A group that must not hold needs a condition')
    return [{}]
  }
  const ways = tree.members.map((member) => waysOf(member, isTurned))
  return (tree.join === 'ALL') !== isTurned ? allOf(ways) : ways.flat()
}

const withoutTwins = (rows: readonly RowConditions[]): readonly RowConditions[] => [
  ...new Map(rows.map((row) => [canonicalJson(row), row])).values(),
]

/** The rows of which one matches exactly where the tree holds. A fact that is missing fails each condition on it. */
export function rowsOfTree(tree: ConditionTree): TreeRows {
  if (depthOf(tree) > deepestTree)
    return { ok: false, problem: `Groups may be nested ${deepestTree} deep at most` }
  try {
    const rows = withoutTwins(waysOf(tree, false))
    if (rows.length === 0) return { ok: false, problem: 'No payment can meet these conditions' }
    return rows.length > mostTreeRows ? { ok: false, problem: tooComplex } : { ok: true, rows }
  } catch (error) {
    if (error instanceof TreeProblem) return { ok: false, problem: error.message }
    throw error
  }
}

const group = (join: ConditionGroup['join'], members: readonly ConditionTree[]): ConditionGroup => ({
  kind: 'group',
  join,
  not: false,
  members,
})

const leavesOf = (row: RowConditions): ConditionLeaf[] =>
  Object.entries(row).map(([fact, cell]) => ({ kind: 'leaf', fact, cell }))

/** Rows as a tree again: what all of them ask stands once, what they differ in below `ANY`. */
export function treeOfRows(rows: readonly RowConditions[]): ConditionGroup {
  const [first = {}, ...others] = rows
  if (others.length === 0) return group('ALL', leavesOf(first))
  const isCommon = ([key, cell]: readonly [string, Cell]) =>
    others.every((row) => row[key] !== undefined && canonicalJson(row[key]) === canonicalJson(cell))
  const common = Object.fromEntries(Object.entries(first).filter(isCommon))
  const ways = rows.map((row): ConditionTree => {
    const own = leavesOf(row).filter(({ fact }) => !Object.hasOwn(common, fact))
    const [only] = own
    return own.length === 1 && only ? only : group('ALL', own)
  })
  const any = group('ANY', ways)
  return Object.keys(common).length === 0 ? any : group('ALL', [...leavesOf(common), any])
}
