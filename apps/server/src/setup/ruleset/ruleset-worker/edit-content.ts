import { applyChanges } from '@signalbox/model/rules/apply-changes'
import { checkRuleset } from '@signalbox/model/rules/check-ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { readRuleset } from '@signalbox/model/rules/read-ruleset'
import { maxRules } from '@signalbox/model/rules/rule'
import { problem, quoted, type RuleProblem } from '@signalbox/model/rules/rule-problem'
import { diffRulesets } from '@signalbox/model/rules/ruleset-diff'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import { changeSummary } from './change-summary.ts'
import { measured, refusedDraft, storedContent, tableNamed, type Draft } from './draft.ts'

export interface Edit {
  readonly table: string
  /** The content the changes were made to, as JSON. */
  readonly base: string
  readonly changes: RulesetChanges
}

export type Edited = Draft & { readonly summary: ChangeSummary | null }

function firstTwice(ids: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return ids.find((id) => seen.size === seen.add(id).size)
}

/** Changes that do not fit their base would lose or double rows without anybody noticing. */
function* misfits({ rules }: RulesetContent, changes: RulesetChanges): Generator<RuleProblem> {
  const { upsert = [], remove = [], order } = changes
  const at = (column: string, message: string): RuleProblem => ({
    ruleNo: null,
    part: 'ruleset',
    column,
    ...problem('DUPLICATE', message),
  })
  const twice = firstTwice(upsert.map(({ id }) => id))
  if (twice !== undefined) yield at('upsert', `Two rows have the id ${quoted(twice)}`)
  const known = new Set(rules.map(({ id }) => id))
  const stranger = remove.find((id) => !known.has(id))
  if (stranger !== undefined) yield at('remove', `There is no row ${quoted(stranger)}`)
  if (!order) return
  const gone = new Set(remove)
  const left = new Set([...known, ...upsert.map(({ id }) => id)].filter((id) => !gone.has(id)))
  const orderedTwice = firstTwice(order)
  if (orderedTwice !== undefined)
    yield at('order', `The row ${quoted(orderedTwice)} appears twice in the order`)
  else if (order.length !== left.size || order.some((id) => !left.has(id)))
    yield at('order', 'The order must name every row')
}

/** Applies what a person changed to what they changed it in. */
export function editContent({ table: slug, base, changes }: Edit): Edited {
  const table = tableNamed(slug)
  const before = storedContent(base)
  const wrong = [...misfits(before, changes)]
  if (wrong.length > 0) return { ...refusedDraft(wrong), summary: null }
  const after = applyChanges(before, changes)
  const misshapen = misshapenIn(table, after, changes)
  if (misshapen.length > 0) return { ...refusedDraft(misshapen), summary: null }
  const problems = checkRuleset(table, after, rowsToCheck(changes))
  const draft = measured(after, problems)
  return { ...draft, summary: changeSummary(table, diffRulesets(before, after)) }
}

/** Stored rows were checked when they came. What they were checked against changes with the preconditions only. */
const rowsToCheck = ({ upsert = [], preconditions }: RulesetChanges) =>
  preconditions === undefined ? { only: new Set(upsert.map(({ id }) => id)) } : {}

/** Only rows that came with the changes can have a wrong shape; the others were stored. */
function misshapenIn(
  table: DecisionTable,
  after: RulesetContent,
  { upsert = [] }: RulesetChanges,
): readonly RuleProblem[] {
  const fromOutside = new Set(upsert.map(({ id }) => id))
  const rules = after.rules.filter(({ id }) => fromOutside.has(id))
  const read =
    after.rules.length > maxRules ? readRuleset(table, after) : readRuleset(table, { ...after, rules })
  if (read.ok) return []
  return read.problems.filter(({ code }) => code === 'SHAPE' || code === 'TOO_MANY')
}
