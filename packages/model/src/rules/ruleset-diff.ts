import { canonicalJson } from '../text/canonical-json.ts'
import type { Cell } from './cell.ts'
import type { OutputValue } from './decision-table.ts'
import type { Rule } from './rule.ts'
import type { RulesetContent } from './ruleset.ts'

export interface CellChange {
  readonly kind: 'condition' | 'output' | 'attribute'
  /** Fact, output, or `name`, `note`, `enabled`; of a ruleset also `priority` and `inherit`. */
  readonly key: string
  readonly from: Cell | OutputValue | undefined
  readonly to: Cell | OutputValue | undefined
}

export interface RowChange {
  readonly id: string
  readonly change: 'added' | 'removed' | 'changed' | 'moved'
  readonly name: string
  /** Number before and after; null where it was not there. */
  readonly fromNo: number | null
  readonly toNo: number | null
  readonly cells: readonly CellChange[]
  /** A changed row that was moved among the others, too. */
  readonly moved?: true
}

export interface RulesetDiff {
  readonly fields: readonly { readonly key: string; readonly from: unknown; readonly to: unknown }[]
  readonly rows: readonly RowChange[]
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const same = (a: unknown, b: unknown): boolean =>
  a === b || (isObject(a) && isObject(b) && canonicalJson(a) === canonicalJson(b))

function changedKeys(
  kind: CellChange['kind'],
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): CellChange[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return keys.flatMap((key) =>
    same(from[key], to[key]) ? [] : [{ kind, key, from: from[key], to: to[key] } as CellChange],
  )
}

const attributesOf = ({ name, note, enabled }: Rule) => ({ name, note, enabled })

/** The cells in which two states of one row differ. */
export const changedCells = (from: Rule, to: Rule): CellChange[] =>
  // Most rows of two versions are the same to the letter.
  from === to || JSON.stringify(from) === JSON.stringify(to)
    ? []
    : [
        ...changedKeys('attribute', attributesOf(from), attributesOf(to)),
        ...changedKeys('condition', from.conditions, to.conditions),
        ...changedKeys('output', from.outputs, to.outputs),
      ]

/**
 * The rows that kept their order among each other: the longest such run. All others were moved, which is the fewest
 * moves that explain the new order.
 */
function unmoved(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]))
  const common = after.filter((id) => place.has(id))
  const isKept = (id: string, index: number) =>
    index === 0 || (place.get(common[index - 1] ?? '') ?? 0) < (place.get(id) ?? 0)
  if (common.every(isKept)) return new Set(common)
  const tails: number[] = []
  const previous: number[] = []
  common.forEach((id, index) => {
    const value = place.get(id) ?? 0
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((place.get(common[tails[middle] ?? 0] ?? '') ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  })
  const kept = new Set<string>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    kept.add(common[index] ?? '')
  return kept
}

const settingsOf = ({ name, note, priority, inherit, enabled }: RulesetContent) => ({
  name,
  note,
  priority,
  inherit,
  enabled,
})

/** The settings and preconditions in which two states of one ruleset differ. */
export const changedFields = (from: RulesetContent, to: RulesetContent): CellChange[] => [
  ...changedKeys('attribute', settingsOf(from), settingsOf(to)),
  ...changedKeys('condition', from.preconditions, to.preconditions),
]

const fieldNames = ['name', 'note', 'priority', 'inherit', 'enabled', 'preconditions'] as const

/** What happened between two contents, row by row and cell by cell, in the order of the newer one. */
export function diffRulesets(before: RulesetContent, after: RulesetContent): RulesetDiff {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]))
  const left = new Set(after.rules.map(({ id }) => id))
  const stayed = unmoved(
    before.rules.map(({ id }) => id),
    after.rules.map(({ id }) => id),
  )
  const rows = after.rules.flatMap((rule): RowChange[] => {
    const from = old.get(rule.id)
    const shared = { id: rule.id, name: rule.name, toNo: rule.no }
    if (from === undefined) return [{ ...shared, change: 'added', fromNo: null, cells: [] }]
    const cells = changedCells(from, rule)
    const isMoved = !stayed.has(rule.id)
    if (cells.length > 0)
      return [{ ...shared, change: 'changed', fromNo: from.no, cells, ...(isMoved && { moved: true }) }]
    return isMoved ? [{ ...shared, change: 'moved', fromNo: from.no, cells: [] }] : []
  })
  const removed = before.rules.flatMap(({ id, name, no }): RowChange[] =>
    left.has(id) ? [] : [{ id, name, change: 'removed', fromNo: no, toNo: null, cells: [] }],
  )
  return {
    fields: fieldNames.flatMap((key) =>
      same(before[key], after[key]) ? [] : [{ key, from: before[key], to: after[key] }],
    ),
    rows: [...rows, ...removed],
  }
}

const isWording = ({ kind, key }: CellChange): boolean =>
  kind === 'attribute' && (key === 'name' || key === 'note')

/**
 * Nothing a payment could notice: only names and notes differ, or rows that are disabled before and after. A row that was
 * renamed and moved is another order of rows, however small the change of its name.
 * @param disabled ids of the rows no payment asks in either state
 */
export const isCosmetic = (
  { fields, rows }: RulesetDiff,
  disabled: ReadonlySet<string> = new Set(),
): boolean =>
  fields.every(({ key }) => key === 'name' || key === 'note') &&
  rows.every(
    ({ id, change, cells, moved }) =>
      disabled.has(id) || (change === 'changed' && !moved && cells.every(isWording)),
  )

/** Rows that are disabled in every state in which they are there. */
export function disabledRows(before: RulesetContent, after: RulesetContent): Set<string> {
  const rows = [...before.rules, ...after.rules]
  const enabled = new Set(rows.flatMap((rule) => (rule.enabled ? [rule.id] : [])))
  return new Set(rows.flatMap(({ id }) => (enabled.has(id) ? [] : [id])))
}
