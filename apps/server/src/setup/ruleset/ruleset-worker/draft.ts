import { createHash } from 'node:crypto'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { readRuleset } from '@signalbox/model/rules/read-ruleset'
import type { RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'

/** Content that was read, checked and measured. Rows travel as text: copying a text between threads costs nothing. */
export interface Draft {
  readonly problems: readonly RuleProblem[]
  readonly fields: RulesetFields
  /** The rows as JSON, the way they are stored. */
  readonly rules: string
  readonly ruleCount: number
  readonly enabledRuleCount: number
  readonly contentHash: string
}

/** Everything of a ruleset but its rows. */
export type RulesetFields = Omit<RulesetContent, 'rules'>

const rowsAtOnce = 100

/**
 * The one hash of what a ruleset says, whatever order its members were written in: that of its canonical JSON, where
 * the rows come last. They go into it a few at a time, since one text of them all would be megabytes to throw away.
 */
export function contentHash({ rules, ...fields }: RulesetContent): string {
  const hash = createHash('sha256').update(`${canonicalJson(fields).slice(0, -1)},"rules":[`)
  for (let start = 0; start < rules.length; start += rowsAtOnce) {
    const rows = canonicalJson(rules.slice(start, start + rowsAtOnce)).slice(1, -1)
    hash.update(start === 0 ? rows : `,${rows}`)
  }
  return hash.update(']}').digest('hex')
}

/** The content of a stored version as JSON, put together without reading the rows. */
export function contentText(fields: RulesetFields, rules: string): string {
  const { name, note, priority, inherit, enabled, preconditions } = fields
  const head = JSON.stringify({ name, note, priority, inherit, enabled, preconditions })
  return `${head.slice(0, -1)},"rules":${rules}}`
}

/** Versions are checked before they are stored, so what is read back is what was written. */
export const storedContent = (text: string): RulesetContent => JSON.parse(text) as RulesetContent

export function tableNamed(slug: string): DecisionTable {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`There is no decision table ${slug}`)
  return table
}

const nothing: Omit<Draft, 'problems'> = {
  fields: { name: '', note: '', priority: 0, inherit: 'OVERRIDABLE', enabled: false, preconditions: {} },
  rules: '[]',
  ruleCount: 0,
  enabledRuleCount: 0,
  contentHash: '',
}

/** What did not even have the shape of a ruleset has nothing that could be stored. */
export const refusedDraft = (problems: readonly RuleProblem[]): Draft => ({ ...nothing, problems })

/** @param given content from outside, of which nothing is known yet */
export function draftOf(table: DecisionTable, given: unknown): Draft {
  const read = readRuleset(table, given)
  if (read.ok) return measured(read.content, [])
  const { problems } = read
  if (problems.some(({ code }) => code === 'SHAPE' || code === 'TOO_MANY')) return refusedDraft(problems)
  return measured({ note: '', ...(given as object) } as RulesetContent, problems)
}

/** @param content of the right shape, whatever it says */
export function measured(content: RulesetContent, problems: readonly RuleProblem[]): Draft {
  const { rules: unnumbered, ...fields } = content
  // Their order is what counts; gaps between the numbers somebody gave them mean nothing.
  const rules = unnumbered.map((rule, index) => (rule.no === index + 1 ? rule : { ...rule, no: index + 1 }))
  return {
    problems,
    fields,
    rules: JSON.stringify(rules),
    ruleCount: rules.length,
    enabledRuleCount: rules.filter(({ enabled }) => enabled).length,
    contentHash: contentHash({ ...fields, rules }),
  }
}
