import {
  rowsOfTree,
  treeOfRows,
  type ConditionGroup,
  type ConditionTree,
} from '@signalbox/model/rules/condition-tree'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { tableOf, type BuilderDraft, type DraftRule } from './builder-draft.ts'
import { leavesOf, readLeaf, type DraftGroup, type DraftNode } from './condition-tree.ts'
import { isReadable, readConditions, readOutputs } from './read-draft.ts'

type Rows =
  | { readonly ok: true; readonly rows: readonly Rule[] }
  /** Null: something is still to be filled in. */
  | { readonly ok: false; readonly problem: string | null }

/** The tree of a rule; undefined where something in it cannot be read. */
export function readTree(language: CellLanguage, { tree }: DraftRule): ConditionGroup | undefined {
  if (leavesOf(tree).some((leaf) => !readLeaf(language, leaf).ok)) return undefined
  const [read] = treeOf(language, tree)
  return read?.kind === 'group' ? read : undefined
}

/** The tree as it was meant; what cannot be read was found before. */
function treeOf(language: CellLanguage, node: DraftNode): ConditionTree[] {
  if (node.kind === 'leaf') {
    const read = readLeaf(language, node)
    return read.ok ? [{ kind: 'leaf', fact: node.fact, cell: read.cell, not: node.not }] : []
  }
  const members = node.members.flatMap((member) => treeOf(language, member))
  return [{ kind: 'group', join: node.join, not: node.not, members }]
}

/** The rows of the table a rule becomes. */
export function rowsOfRule(language: CellLanguage, table: DecisionTable, rule: DraftRule): Rows {
  if (!isReadable(language, table, rule)) return { ok: false, problem: null }
  const [tree] = treeOf(language, rule.tree)
  const read = tree ? rowsOfTree(tree) : null
  if (!read?.ok) return { ok: false, problem: read?.problem ?? null }
  const { id, name, note, enabled } = rule
  const outputs = readOutputs(language, table, rule).values
  const origin = read.rows.length > 1 ? { originGroupId: id } : {}
  return {
    ok: true,
    rows: read.rows.map((conditions, place) => ({
      id: place === 0 ? id : `${id}-${place}`,
      no: place + 1,
      name,
      note,
      enabled,
      conditions,
      outputs,
      ...origin,
    })),
  }
}

/** The ruleset as it is saved; null while something in it cannot be read. */
export function contentOfDraft(language: CellLanguage, draft: BuilderDraft): RulesetContent | null {
  const table = tableOf(draft)
  if (!table) return null
  const rules: Rule[] = []
  for (const rule of draft.rules) {
    const read = rowsOfRule(language, table, rule)
    if (!read.ok) return null
    rules.push(...read.rows)
  }
  return {
    name: draft.name.trim(),
    note: draft.note.trim(),
    priority: draft.priority,
    inherit: draft.inherit,
    enabled: draft.enabled,
    preconditions: readConditions(language, draft.preconditions).cells,
    rules: rules.map((row, place) => ({ ...row, no: place + 1 })),
  }
}

type NewId = () => string

function draftOf(language: CellLanguage, tree: ConditionTree, newId: NewId): DraftNode {
  if (tree.kind === 'group')
    return { ...tree, id: newId(), members: tree.members.map((member) => draftOf(language, member, newId)) }
  const fact = factOf(tree.fact)
  const text = fact ? language.formatCell(fact, tree.cell) : ''
  return { kind: 'leaf', id: newId(), fact: tree.fact, text, not: tree.not ?? false }
}

/** Rows that were built as one rule, and stand together still. */
function groupsOf(rules: readonly Rule[]): readonly (readonly [Rule, ...Rule[]])[] {
  const groups: [Rule, ...Rule[]][] = []
  for (const rule of rules) {
    const last = groups.at(-1)
    const isSame = rule.originGroupId !== undefined && last?.[0].originGroupId === rule.originGroupId
    if (last && isSame) last.push(rule)
    else groups.push([rule])
  }
  return groups
}

/** A saved ruleset as the builder shows it. */
export function draftOfContent(
  language: CellLanguage,
  table: DecisionTable,
  content: RulesetContent,
  newId: NewId,
): BuilderDraft {
  const { name, note, priority, inherit, enabled, preconditions } = content
  return {
    table: table.slug,
    name,
    note,
    priority,
    inherit,
    enabled,
    preconditions: Object.entries(preconditions).map(([key, cell]) => {
      const fact = factOf(key)
      return { fact: key, text: fact ? language.formatCell(fact, cell) : '' }
    }),
    rules: groupsOf(content.rules).map((rows): DraftRule => {
      const [first] = rows
      const outputs = table.outputs.flatMap((output) => {
        const text = language.formatOutput(output, first.outputs[output.key])
        return text === '' ? [] : [[output.key, text]]
      })
      return {
        id: first.originGroupId ?? first.id,
        name: first.name,
        note: first.note,
        enabled: first.enabled,
        tree: draftOf(language, treeOfRows(rows.map(({ conditions }) => conditions)), newId) as DraftGroup,
        outputs: Object.fromEntries(outputs) as Record<string, string>,
      }
    }),
  }
}
