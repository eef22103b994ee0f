import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { Inheritance } from '@signalbox/model/rules/rule'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { copyOf, emptyGroup, type DraftGroup, type DraftNode } from './condition-tree.ts'

/** One rule while it is built: a tree of conditions, and what happens when it holds. */
export interface DraftRule {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly enabled: boolean
  readonly tree: DraftGroup
  /** By output, as it is typed. */
  readonly outputs: Readonly<Record<string, string>>
}

export interface DraftCondition {
  readonly fact: string
  readonly text: string
}

/** The version on the server the draft was saved as last. */
export interface SavedDraft {
  readonly rulesetId: string
  readonly version: number
  readonly revision: number
}

/** A ruleset while it is built, as people type it. */
export interface BuilderDraft {
  /** Slug of the table. */
  readonly table: string | null
  readonly name: string
  readonly note: string
  readonly priority: number
  readonly inherit: Inheritance
  readonly enabled: boolean
  readonly preconditions: readonly DraftCondition[]
  readonly rules: readonly DraftRule[]
}

export const emptyDraft: BuilderDraft = {
  table: null,
  name: '',
  note: '',
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: [],
  rules: [],
}

export const tableOf = ({ table }: BuilderDraft): DecisionTable | undefined =>
  table === null ? undefined : tableOfSlug(table)

type NewId = () => string

export const newRule = (newId: NewId): DraftRule => ({
  id: newId(),
  name: '',
  note: '',
  enabled: true,
  tree: emptyGroup(newId()),
  outputs: {},
})

export const withRule = (
  draft: BuilderDraft,
  id: string,
  change: (rule: DraftRule) => DraftRule,
): BuilderDraft => ({
  ...draft,
  rules: draft.rules.map((rule) => (rule.id === id ? change(rule) : rule)),
})

/** A copy right below the rule. */
export function withCopy(draft: BuilderDraft, id: string, newId: NewId): BuilderDraft {
  const rules = draft.rules.flatMap((rule) =>
    rule.id === id ? [rule, { ...rule, id: newId(), tree: copyOf(rule.tree, newId) }] : [rule],
  )
  return { ...draft, rules }
}

export const withoutRule = (draft: BuilderDraft, id: string): BuilderDraft => ({
  ...draft,
  rules: draft.rules.filter((rule) => rule.id !== id),
})

/** The rule at another place; the draft itself where there is no such place. */
export function withMove(draft: BuilderDraft, id: string, to: number): BuilderDraft {
  const from = draft.rules.findIndex((rule) => rule.id === id)
  const moved = draft.rules[from]
  if (!moved || to < 0 || to >= draft.rules.length || to === from) return draft
  return { ...draft, rules: draft.rules.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

/** Another table asks and decides other things: what it does not know is left out. */
export function withTable(draft: BuilderDraft, slug: string): BuilderDraft {
  const table = tableOfSlug(slug)
  if (!table || slug === draft.table) return draft
  const isAsked = (fact: string) => factOf(fact) !== undefined && table.conditions.includes(fact)
  const outputs = new Set(table.outputs.map(({ key }) => key))
  const kept = (group: DraftGroup): DraftGroup => ({
    ...group,
    members: group.members.flatMap((node): DraftNode[] =>
      node.kind === 'group' ? [kept(node)] : isAsked(node.fact) ? [node] : [],
    ),
  })
  return {
    ...draft,
    table: slug,
    preconditions: draft.preconditions.filter(({ fact }) => isAsked(fact)),
    rules: draft.rules.map((rule) => ({
      ...rule,
      tree: kept(rule.tree),
      outputs: Object.fromEntries(Object.entries(rule.outputs).filter(([key]) => outputs.has(key))),
    })),
  }
}

export const isUntouched = ({ table, name, note, preconditions, rules }: BuilderDraft): boolean =>
  table === null && name === '' && note === '' && preconditions.length === 0 && rules.length === 0
