import { applyChanges } from '@signalbox/model/rules/apply-changes'
import type { Rule } from '@signalbox/model/rules/rule'
import { mergeRulesets } from '@signalbox/model/rules/ruleset-merge'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { GridContent } from '../../kit/decision-grid/core/grid-document.ts'
import type { GridRow } from '../../kit/decision-grid/core/grid-row.ts'
import { changesOf } from '../../kit/decision-grid/core/row-changes.ts'
import { sessionStore } from '../../kit/session/session-store.ts'

/** What somebody changed in one ruleset and has not saved: only the rows they touched, as they were and as they are. */
export interface KeptEdit {
  readonly key: string
  /** Null for a ruleset that is not saved yet. */
  readonly step: { readonly version: number; readonly revision: number } | null
  readonly changes: RulesetChanges
  /** The touched rows before. */
  readonly before: readonly Rule[]
  readonly fields: Omit<RulesetContent, 'rules'>
  /** Texts nobody understood yet, by row. */
  readonly wrong: Readonly<Record<string, NonNullable<GridRow['wrong']>>>
}

export interface KeptEdits {
  readonly edits: readonly KeptEdit[]
  readonly at: string
}

/** Keyed by person and merchant, so that nobody who signs in after them on the same machine finds it. */
export const editsKey = (slug: string, merchantId: number): string =>
  `rules:${sessionStore.get()?.metadata.user.id ?? ''}:${merchantId}:${slug}`

export function editOf(
  key: string,
  step: KeptEdit['step'],
  base: RulesetContent,
  content: GridContent,
): KeptEdit {
  const changes = changesOf(base, content)
  const touched = new Set([...(changes.upsert ?? []).map(({ id }) => id), ...(changes.remove ?? [])])
  const { rules, ...fields } = base
  const wrong = Object.fromEntries(content.rules.flatMap((row) => (row.wrong ? [[row.id, row.wrong]] : [])))
  return { key, step, changes, before: rules.filter(({ id }) => touched.has(id)), fields, wrong }
}

export function keepEdits(key: string, edits: readonly KeptEdit[], at: string): void {
  try {
    if (edits.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ edits, at } satisfies KeptEdits))
  } catch {
    // Without room for them the table still works; the edits only cannot be restored.
  }
}

export const dropEdits = (key: string): void => sessionStorage.removeItem(key)

export function readEdits(key: string): KeptEdits | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'edits' in kept ? (kept as KeptEdits) : null
  } catch {
    return null
  }
}

/**
 * Brings kept edits into what the ruleset is now. Where others touched the same cells in the meantime theirs stay, and
 * the rows are named.
 */
export function restoreEdit(
  { changes, before, fields, wrong }: KeptEdit,
  now: RulesetContent,
): { readonly content: GridContent; readonly conflicts: number } {
  const known = new Map(before.map((rule) => [rule.id, rule]))
  const left = new Set(now.rules.map(({ id }) => id))
  const base: RulesetContent = {
    ...fields,
    rules: [
      ...now.rules.map((rule) => known.get(rule.id) ?? rule),
      ...before.filter(({ id }) => !left.has(id)),
    ],
  }
  const { merged, conflicts } = mergeRulesets(base, applyChanges(base, changes), now)
  const rules = merged.rules.map((row) => (wrong[row.id] ? { ...row, wrong: wrong[row.id] } : row))
  return { content: { ...merged, rules }, conflicts: conflicts.length }
}
