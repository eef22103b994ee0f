import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { factOf } from '@signalbox/model/rules/facts'
import type { Cell } from '@signalbox/model/rules/cell'

/** One condition while it is written: its text is read as a cell of the table would be. */
export interface DraftLeaf {
  readonly kind: 'leaf'
  readonly id: string
  readonly fact: string
  readonly text: string
  /** What the text says must not hold. */
  readonly not: boolean
}

/** Conditions of which all or any must hold, or with `not` must not. */
export interface DraftGroup {
  readonly kind: 'group'
  readonly id: string
  readonly join: 'ALL' | 'ANY'
  readonly not: boolean
  readonly members: readonly DraftNode[]
}

export type DraftNode = DraftLeaf | DraftGroup

export const emptyLeaf = (id: string): DraftLeaf => ({ kind: 'leaf', id, fact: '', text: '', not: false })

export const emptyGroup = (id: string, members: readonly DraftNode[] = []): DraftGroup => ({
  kind: 'group',
  id,
  join: 'ALL',
  not: false,
  members,
})

/** A copy whose nodes have names of their own. */
export function copyOf<Node extends DraftNode>(node: Node, newId: () => string): Node {
  if (node.kind === 'leaf') return { ...node, id: newId() }
  return { ...node, id: newId(), members: node.members.map((member) => copyOf(member, newId)) }
}

export const leavesOf = (node: DraftNode): readonly DraftLeaf[] =>
  node.kind === 'leaf' ? [node] : node.members.flatMap(leavesOf)

export type ReadLeaf =
  | { readonly ok: true; readonly cell: Cell }
  | { readonly ok: false; readonly problem: string }

/** What a condition asks, or why it cannot be saved. */
export function readLeaf(language: CellLanguage, { fact: key, text }: DraftLeaf): ReadLeaf {
  const fact = factOf(key)
  if (!fact) return { ok: false, problem: 'Choose a condition' }
  if (text.trim() === '') return { ok: false, problem: 'Enter a value' }
  const read = language.parseCell(fact, text)
  if (!read.ok) return { ok: false, problem: read.problem.message }
  return read.value ? { ok: true, cell: read.value } : { ok: false, problem: 'Enter a value' }
}
