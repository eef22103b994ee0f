import { changedCells } from '@signalbox/model/rules/ruleset-diff'
import type { Rule } from '@signalbox/model/rules/rule'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { GridContent } from './grid-document.ts'
import type { GridRow } from './grid-row.ts'

const isSameRow = (before: Rule, after: GridRow): boolean =>
  before === after || (after.wrong === undefined && changedCells(before, after).length === 0)

/** Whether something would be saved. Rows nobody touched are the same objects, which is all it looks at for them. */
export function isChanged(before: RulesetContent, after: GridContent): boolean {
  if (before === after) return false
  if (
    before.name !== after.name ||
    before.note !== after.note ||
    before.priority !== after.priority ||
    before.inherit !== after.inherit ||
    before.enabled !== after.enabled ||
    before.rules.length !== after.rules.length ||
    (before.preconditions !== after.preconditions &&
      canonicalJson(before.preconditions) !== canonicalJson(after.preconditions))
  )
    return true
  return after.rules.some((row, index) => {
    const old = before.rules[index]
    return old === undefined || old.id !== row.id || !isSameRow(old, row)
  })
}

export type RowChange = 'added' | 'changed'

/** What happened to rows since they were loaded, asked row by row as they come into sight. */
export function rowChanges(before: RulesetContent | null): (row: GridRow) => RowChange | undefined {
  const known = new Map(before?.rules.map((rule) => [rule.id, rule]))
  const answers = new WeakMap<GridRow, RowChange | 'same'>()
  const ask = (row: GridRow): RowChange | 'same' => {
    const old = known.get(row.id)
    if (!old) return 'added'
    return isSameRow(old, row) ? 'same' : 'changed'
  }
  return (row) => {
    const answer = answers.get(row) ?? ask(row)
    answers.set(row, answer)
    return answer === 'same' ? undefined : answer
  }
}

const fieldNames = ['name', 'note', 'priority', 'inherit', 'enabled'] as const

const withoutNumber = ({ no: _no, wrong: _wrong, ...rule }: GridRow): Omit<Rule, 'no'> => rule

/**
 * What has to be sent so that the one content becomes the other. Only rows that are other objects are compared, which
 * makes it a matter of the rows somebody touched, not of all there are.
 */
export function changesOf(before: RulesetContent, after: GridContent): RulesetChanges {
  const known = new Map(before.rules.map((rule) => [rule.id, rule]))
  const staying = new Set(after.rules.map(({ id }) => id))
  const upsert = after.rules.filter((row) => {
    const old = known.get(row.id)
    return old === undefined || !isSameRow(old, row)
  })
  const remove = before.rules.flatMap(({ id }) => (staying.has(id) ? [] : id))
  // Without an order, kept rows stay as they are and new ones follow; anything else has to be said.
  const implied = [
    ...before.rules.flatMap(({ id }) => (staying.has(id) ? id : [])),
    ...after.rules.flatMap(({ id }) => (known.has(id) ? [] : id)),
  ]
  const moved = after.rules.some(({ id }, index) => id !== implied[index])
  const fields = fieldNames.filter((name) => before[name] !== after[name])
  const asksElse =
    before.preconditions !== after.preconditions &&
    canonicalJson(before.preconditions) !== canonicalJson(after.preconditions)
  return {
    ...Object.fromEntries(fields.map((name) => [name, after[name]])),
    ...(asksElse ? { preconditions: after.preconditions } : {}),
    ...(upsert.length > 0 ? { upsert: upsert.map(withoutNumber) } : {}),
    ...(remove.length > 0 ? { remove } : {}),
    ...(moved ? { order: after.rules.map(({ id }) => id) } : {}),
  }
}

/** The content as it is saved: rows by their places, without what only the screen needs. */
export const contentOf = (content: GridContent): RulesetContent => ({
  ...content,
  rules: content.rules.map((row, index) => {
    if (row.no === index + 1 && row.wrong === undefined) return row
    const { wrong: _, ...rule } = row
    return { ...rule, no: index + 1 }
  }),
})

/** Rows with a text that means nothing, by place. */
export const wrongRows = ({ rules }: GridContent): readonly number[] =>
  rules.flatMap(({ wrong }, row) => (wrong === undefined ? [] : row))
