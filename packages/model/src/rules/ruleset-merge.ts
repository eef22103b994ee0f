import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import type { Rule } from './rule.ts'
import { changedCells, type CellChange } from './ruleset-diff.ts'
import type { RulesetChanges, RulesetContent } from './ruleset.ts'

/** A row both sides touched in ways that cannot both hold. */
export interface RowConflict {
  readonly id: string
  readonly base: Rule | null
  /** Null: I removed it. */
  readonly mine: Rule | null
  /** Null: they removed it. */
  readonly theirs: Rule | null
}

export interface Merge {
  /** Theirs with my changes; in rows that conflict, theirs. */
  readonly merged: RulesetContent
  readonly conflicts: readonly RowConflict[]
}

const rowsById = (content: RulesetContent) => new Map(content.rules.map((rule) => [rule.id, rule]))

function withCells(rule: Rule, cells: readonly CellChange[]): Rule {
  const conditions: Record<string, unknown> = { ...rule.conditions }
  const outputs: Record<string, unknown> = { ...rule.outputs }
  const attributes: Record<string, unknown> = {}
  const places = { condition: conditions, output: outputs, attribute: attributes }
  for (const { kind, key, to } of cells) {
    if (to === undefined) delete places[kind][key]
    else places[kind][key] = to
  }
  return { ...rule, ...attributes, conditions, outputs } as Rule
}

/** My changes to a row on top of theirs, or null when both changed the same cell to different things. */
function mergeRow(base: Rule, mine: Rule, theirs: Rule): Rule | null {
  const ours = changedCells(base, mine)
  const clash = ours.some(({ kind, key }) =>
    changedCells(mine, theirs).some(
      (other) =>
        other.kind === kind &&
        other.key === key &&
        changedCells(base, theirs).some((change) => change.kind === kind && change.key === key),
    ),
  )
  return clash ? null : withCells(theirs, ours)
}

/**
 * Brings what I did since `base` into what others did since. Different rows and different cells of a row come together
 * by themselves; a cell both changed, or a row one removed and the other changed, is for a person to decide.
 */
export function mergeRulesets(base: RulesetContent, mine: RulesetContent, theirs: RulesetContent): Merge {
  const changes = changesBetween(base, mine)
  const [baseRows, myRows, theirRows] = [rowsById(base), rowsById(mine), rowsById(theirs)]
  const conflicts: RowConflict[] = []
  const upsert: Rule[] = []
  for (const { id } of changes.upsert ?? []) {
    const old = baseRows.get(id)
    const now = theirRows.get(id)
    const wanted = myRows.get(id)
    if (wanted === undefined) continue
    const row = old === undefined ? wanted : now === undefined ? null : mergeRow(old, wanted, now)
    if (row === null) conflicts.push({ id, base: old ?? null, mine: wanted, theirs: now ?? null })
    else upsert.push(row)
  }
  const remove: string[] = []
  for (const id of changes.remove ?? []) {
    const old = baseRows.get(id)
    const now = theirRows.get(id)
    if (old && now && changedCells(old, now).length > 0) {
      conflicts.push({ id, base: old, mine: null, theirs: now })
    } else if (now) remove.push(id)
  }
  const merged: RulesetChanges = { ...changes, upsert, remove }
  return { merged: applyChanges(theirs, merged), conflicts }
}
