import { isReordered, joinOrders } from './merge-order.ts'
import type { Rule } from './rule.ts'
import { changedCells, changedFields, type CellChange } from './ruleset-diff.ts'
import type { RulesetContent } from './ruleset.ts'

export type Side = 'mine' | 'theirs'

/** A cell, or a setting of the ruleset, that both changed to different things. */
interface CellConflict {
  readonly what: 'cell'
  /** Its name among the conflicts, for the choice between the two. */
  readonly key: string
  /** Null: of the ruleset itself. */
  readonly ruleId: string | null
  readonly mine: CellChange
  readonly theirs: CellChange
}

/** A row one removed and the other changed. */
interface RowConflict {
  readonly what: 'row'
  readonly key: string
  readonly ruleId: string
  readonly base: Rule
  /** Null: I removed it. */
  readonly mine: Rule | null
  /** Null: they removed it. */
  readonly theirs: Rule | null
}

/** Both put rows in another order. */
interface OrderConflict {
  readonly what: 'order'
  readonly key: 'order'
  readonly ruleId: null
}

export type MergeConflict = CellConflict | RowConflict | OrderConflict

export type Choices = Readonly<Record<string, Side>>

export interface Merge {
  /** Both edits together. Where they conflict, what was chosen; theirs while nothing was. */
  readonly merged: RulesetContent
  readonly conflicts: readonly MergeConflict[]
}

const rowsById = (content: RulesetContent) => new Map(content.rules.map((rule) => [rule.id, rule]))
const idsOf = (content: RulesetContent) => content.rules.map(({ id }) => id)

const placeOf = ({ kind, key }: CellChange): string => `${kind} ${key}`

/** My changes that go into theirs: all but those to a cell both changed, unless mine were chosen there. */
function mergeCells(
  ruleId: string | null,
  ours: readonly CellChange[],
  others: readonly CellChange[],
  differences: readonly CellChange[],
  choices: Choices,
): { readonly taken: readonly CellChange[]; readonly conflicts: readonly CellConflict[] } {
  const changedByThem = new Map(others.map((change) => [placeOf(change), change]))
  const different = new Set(differences.map(placeOf))
  const taken: CellChange[] = []
  const conflicts: CellConflict[] = []
  for (const mine of ours) {
    const place = placeOf(mine)
    const theirs = changedByThem.get(place)
    if (!theirs) {
      taken.push(mine)
      continue
    }
    if (!different.has(place)) continue
    const key = `${ruleId ?? ''} ${place}`
    conflicts.push({ what: 'cell', key, ruleId, mine, theirs })
    if (choices[key] === 'mine') taken.push(mine)
  }
  return { taken, conflicts }
}

function withCells(rule: Rule, cells: readonly CellChange[]): Rule {
  if (cells.length === 0) return rule
  const conditions: Record<string, unknown> = { ...rule.conditions }
  const outputs: Record<string, unknown> = { ...rule.outputs }
  const attributes: Record<string, unknown> = {}
  for (const { kind, key, to } of cells) {
    const place = kind === 'condition' ? conditions : kind === 'output' ? outputs : attributes
    if (to === undefined) delete place[key]
    else place[key] = to
  }
  return { ...rule, ...attributes, conditions, outputs } as Rule
}

function withFields(content: RulesetContent, changes: readonly CellChange[]): RulesetContent {
  const preconditions: Record<string, unknown> = { ...content.preconditions }
  const fields: Record<string, unknown> = {}
  for (const { kind, key, to } of changes) {
    if (kind === 'attribute') fields[key] = to
    else if (to === undefined) delete preconditions[key]
    else preconditions[key] = to
  }
  return { ...content, ...fields, preconditions: preconditions as RulesetContent['preconditions'] }
}

/** What a row nobody had before is compared with. */
const blankRow = (id: string): Rule => ({
  id,
  no: 0,
  name: '',
  note: '',
  enabled: true,
  conditions: {},
  outputs: {},
})

interface MergedRow {
  readonly row: Rule | null
  readonly conflicts: readonly MergeConflict[]
}

function mergeRow(
  id: string,
  base: Rule | undefined,
  mine: Rule | undefined,
  theirs: Rule | undefined,
  choices: Choices,
): MergedRow {
  if (mine && theirs) {
    const start = base ?? blankRow(id)
    const { taken, conflicts } = mergeCells(
      id,
      changedCells(start, mine),
      changedCells(start, theirs),
      changedCells(mine, theirs),
      choices,
    )
    return { row: withCells(theirs, taken), conflicts }
  }
  const left = mine ?? theirs
  if (!base || !left) return { row: left ?? null, conflicts: [] }
  // One removed it; that holds unless the other did something to it.
  if (changedCells(base, left).length === 0) return { row: null, conflicts: [] }
  const key = `${id} row`
  const chosen = choices[key] === 'mine' ? mine : theirs
  return {
    row: chosen ?? null,
    conflicts: [{ what: 'row', key, ruleId: id, base, mine: mine ?? null, theirs: theirs ?? null }],
  }
}

/** Rows in one order for both; whose, is for a person to say when both moved some. */
function mergeOrder(
  base: RulesetContent,
  mine: RulesetContent,
  theirs: RulesetContent,
  kept: ReadonlySet<string>,
  choices: Choices,
): { readonly order: readonly string[]; readonly conflicts: readonly OrderConflict[] } {
  const [before, my, their] = [idsOf(base), idsOf(mine), idsOf(theirs)]
  if (!isReordered(before, my)) return { order: joinOrders(their, my, kept), conflicts: [] }
  if (!isReordered(before, their) || !isReordered(my, their))
    return { order: joinOrders(my, their, kept), conflicts: [] }
  const order = choices.order === 'mine' ? joinOrders(my, their, kept) : joinOrders(their, my, kept)
  return { order, conflicts: [{ what: 'order', key: 'order', ruleId: null }] }
}

/**
 * Brings what I did since `base` into what others did since. Different cells, settings and rows come together by
 * themselves; what both changed, a row one removed and the other changed, and rows both moved are for a person to
 * decide. Nothing either of them did is lost without being asked about.
 */
export function mergeRulesets(
  base: RulesetContent,
  mine: RulesetContent,
  theirs: RulesetContent,
  choices: Choices = {},
): Merge {
  const fields = mergeCells(
    null,
    changedFields(base, mine),
    changedFields(base, theirs),
    changedFields(mine, theirs),
    choices,
  )
  const conflicts: MergeConflict[] = [...fields.conflicts]
  const [baseRows, myRows, theirRows] = [rowsById(base), rowsById(mine), rowsById(theirs)]
  const rows = new Map<string, Rule>()
  for (const id of new Set([...idsOf(theirs), ...idsOf(mine)])) {
    const merged = mergeRow(id, baseRows.get(id), myRows.get(id), theirRows.get(id), choices)
    conflicts.push(...merged.conflicts)
    if (merged.row) rows.set(id, merged.row)
  }
  const order = mergeOrder(base, mine, theirs, new Set(rows.keys()), choices)
  const rules = order.order.flatMap((id, index) => {
    const row = rows.get(id)
    return row ? (row.no === index + 1 ? row : { ...row, no: index + 1 }) : []
  })
  return {
    merged: { ...withFields(theirs, fields.taken), rules },
    conflicts: [...conflicts, ...order.conflicts],
  }
}
