import type * as z from 'zod/mini'
import { checkRuleset } from './check-ruleset.ts'
import type { DecisionTable } from './decision-table.ts'
import type { RuleProblem } from './rule-problem.ts'
import { maxRules } from './rule.ts'
import { rulesetContentSchema } from './ruleset-schema.ts'
import type { RulesetContent } from './ruleset.ts'

export type ReadRuleset =
  | { readonly ok: true; readonly content: RulesetContent }
  | { readonly ok: false; readonly problems: readonly RuleProblem[] }

type Issue = z.core.$ZodIssue

const maxProblems = 500

const rowsOf = (given: unknown): readonly unknown[] => {
  const rows: unknown =
    typeof given === 'object' && given !== null && 'rules' in given ? given.rules : undefined
  return Array.isArray(rows) ? rows : []
}

/** The number a row gives itself, or its place where that is no number. */
function numberOfRow(given: unknown, index: number): number {
  const row = rowsOf(given)[index]
  const no: unknown = typeof row === 'object' && row !== null && 'no' in row ? row.no : undefined
  return typeof no === 'number' && Number.isSafeInteger(no) ? no : index + 1
}

function messageOf(issue: Issue, inside: readonly PropertyKey[]): string {
  const message =
    issue.code === 'unrecognized_keys'
      ? `Unknown: ${issue.keys.slice(0, 5).join(', ').slice(0, 80)}`
      : issue.message
  return inside.length === 0 ? message : `${message} (${inside.map(String).join('.').slice(0, 80)})`
}

/** From the path in the document to the cell a person can point at. */
function problemOf(issue: Issue, given: unknown): RuleProblem {
  const [member, index, part, column, ...inside] = issue.path
  const at = (
    ruleNo: number | null,
    where: RuleProblem['part'],
    name: PropertyKey | undefined,
    rest: readonly PropertyKey[],
  ): RuleProblem => ({
    ruleNo,
    part: where,
    column: name === undefined ? null : String(name),
    code: 'SHAPE',
    message: messageOf(issue, rest),
  })
  if (member === 'preconditions') return at(null, 'preconditions', index, issue.path.slice(2))
  if (member !== 'rules' || typeof index !== 'number') return at(null, 'ruleset', member, issue.path.slice(1))
  const ruleNo = numberOfRow(given, index)
  if (part === 'conditions' || part === 'outputs') return at(ruleNo, part, column, inside)
  return at(ruleNo, 'rule', part, issue.path.slice(3))
}

const tooManyRows: RuleProblem = {
  ruleNo: null,
  part: 'ruleset',
  column: 'rules',
  code: 'TOO_MANY',
  message: `A ruleset can have at most ${maxRules} rows`,
}

/** The content of a ruleset from anywhere outside, or everything that is wrong with it, each with its place. */
export function readRuleset(table: DecisionTable, given: unknown): ReadRuleset {
  // Before the rows are looked at one by one: a million of them would keep everybody waiting.
  if (rowsOf(given).length > maxRules) return { ok: false, problems: [tooManyRows] }
  const read = rulesetContentSchema.safeParse(given)
  if (!read.success)
    return {
      ok: false,
      problems: read.error.issues.slice(0, maxProblems).map((issue) => problemOf(issue, given)),
    }
  const problems = checkRuleset(table, read.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content: read.data }
}
