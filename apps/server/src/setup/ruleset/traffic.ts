import { groupCounts } from '@signalbox/engine/match-counts'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { TrafficShares } from '@signalbox/model/calls/decision-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Cell } from '@signalbox/model/rules/cell'
import { rowsOfTree, type ConditionTree, type RowConditions } from '@signalbox/model/rules/condition-tree'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts } from '@signalbox/model/rules/fact'
import type { Rule } from '@signalbox/model/rules/rule'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { maxFields } from './refuse-problems.ts'
import { checkContent } from './ruleset-worker/check-content.ts'

/** Payments a table was asked about, with what was known of them. */
interface Traffic {
  readonly from: string
  readonly to: string
  readonly payments: readonly Facts[]
  /** Of now. */
  readonly rates: RateSheet
}

interface TrafficWanted {
  readonly merchantId: number
  /** The merchant and those below it. */
  readonly merchants: readonly number[]
  readonly table: string
  readonly now: Date
}

/** A sample of the last week. Payments stand above rules and hand it in. */
export type TrafficFinder = (tx: Tx, wanted: TrafficWanted) => Promise<Traffic>

interface LeafInput {
  readonly fact: string
  readonly cell: object
  readonly not?: boolean | undefined
}

/** Conditions as rows of the table, checked as they would be on saving. */
function rowsOf({ slug, conditions }: DecisionTable, leaves: readonly LeafInput[]): Rule[] {
  const unknown = leaves.findIndex(({ fact }) => !conditions.includes(fact))
  if (unknown !== -1)
    throw invalid({
      field: `leaves.${unknown}`,
      code: 'UNKNOWN',
      message: 'The table has no such condition',
    })
  const fields = { name: 'Shares', note: '', priority: 1, inherit: 'OVERRIDABLE', enabled: true }
  const rules = leaves.map(({ fact, cell }, place) => ({
    id: `leaf-${place}`,
    no: place + 1,
    name: '',
    note: '',
    enabled: true,
    conditions: { [fact]: cell },
    outputs: {},
  }))
  const draft = checkContent({
    table: slug,
    content: JSON.stringify({ ...fields, preconditions: {}, rules }),
  })
  const wrong = draft.problems.filter(({ part }) => part === 'conditions')
  if (wrong.length > 0)
    throw invalid(
      ...wrong.slice(0, maxFields).map(({ ruleNo, code, message }) => ({
        field: `leaves.${(ruleNo ?? 1) - 1}`,
        code,
        message,
      })),
    )
  return JSON.parse(draft.rules) as Rule[]
}

type TreeLeafInput = LeafInput & { readonly kind: 'leaf' }
type TreeInput = Omit<Extract<ConditionTree, { kind: 'group' }>, 'members'> & {
  readonly members: readonly (TreeLeafInput | TreeInput)[]
}

const leavesOf = ({ members }: TreeInput): TreeLeafInput[] =>
  members.flatMap((member) => (member.kind === 'leaf' ? [member] : leavesOf(member)))

/** The rows of one condition: those that say the opposite are several at times. */
function rowsOfLeaf({ not }: LeafInput, conditions: RowConditions, place: number): readonly RowConditions[] {
  const members = Object.entries(conditions).map(
    ([fact, cell]) => ({ kind: 'leaf', fact, cell, not }) as const,
  )
  const made = rowsOfTree({ kind: 'group', join: 'ALL', not: false, members })
  if (!made.ok) throw invalid({ field: `leaves.${place}`, code: 'TREE', message: made.problem })
  return made.rows
}

/** The rows each tree becomes, as the builder makes them. */
function rowsOfTrees(table: DecisionTable, trees: readonly TreeInput[]): (readonly RowConditions[])[] {
  return trees.map((tree, place) => {
    const leaves = leavesOf(tree)
    const cells = new Map(rowsOf(table, leaves).map(({ conditions }, at) => [leaves[at], conditions]))
    const read = (node: TreeLeafInput | TreeInput): ConditionTree => {
      if (node.kind === 'group') return { ...node, members: node.members.map(read) }
      return { ...node, cell: cells.get(node)?.[node.fact] as Cell }
    }
    const made = rowsOfTree(read(tree))
    if (!made.ok) throw invalid({ field: `trees.${place}`, code: 'TREE', message: made.problem })
    return made.rows
  })
}

interface Conditions {
  readonly leaves: readonly LeafInput[]
  readonly trees?: readonly TreeInput[] | undefined
}

/** How much of the last week's traffic of a table conditions match, each on its own, and trees of them. */
export async function trafficShares(
  { tx, scope, now }: Pick<Work, 'tx' | 'scope' | 'now'>,
  findTraffic: TrafficFinder,
  table: DecisionTable,
  { leaves, trees = [] }: Conditions,
): Promise<TrafficShares> {
  const rows = rowsOf(table, leaves).map(({ conditions }, place) =>
    rowsOfLeaf(leaves[place] as LeafInput, conditions, place),
  )
  const treeRows = rowsOfTrees(table, trees)
  const { selected: merchantId, effective: merchants } = scope
  const wanted = { merchantId, merchants, table: table.slug, now }
  const { from, to, payments, rates } = await findTraffic(tx, wanted)
  const counts = groupCounts([...rows, ...treeRows], payments, {
    vocabulary: platformVocabulary,
    rates,
  })
  const shares = counts.map((count) => (payments.length === 0 ? null : count / payments.length))
  return {
    from,
    to,
    payments: payments.length,
    shares: shares.slice(0, rows.length),
    trees: shares.slice(rows.length),
  }
}
