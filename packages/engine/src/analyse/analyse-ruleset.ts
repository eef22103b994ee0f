import type { RateSheet } from '@signalbox/model/money/rates'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { checkRuleset } from '@signalbox/model/rules/check-ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Catalogue, Facts } from '@signalbox/model/rules/fact'
import type { Finding } from '@signalbox/model/rules/finding'
import type { RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { Vocabulary } from '../vocabulary.ts'
import { comparableCell } from './cell-set.ts'
import { deadRows } from './dead-rows.ts'
import { patternFindings } from './pattern-findings.ts'
import { problemFindings } from './problem-findings.ts'
import { accountFindings } from './account-findings.ts'
import { pspFindings } from './psp-findings.ts'
import type { PspSetups } from './psp-setup.ts'
import { referenceFindings } from './reference-findings.ts'
import { OrderedRows, type OtherRuleset } from './ordered-rows.ts'
import { overriddenFindings, shadowFindings } from './shadow-findings.ts'
import { redundantFindings } from './redundant-findings.ts'
import { routeFindings } from './route-findings.ts'
import { trafficFindings } from './traffic-findings.ts'
import { weightFindings } from './weight-findings.ts'
import { statusFindings } from './status-findings.ts'

export interface AnalysisContext {
  readonly vocabulary: Vocabulary
  /** Now, for periods that are over. */
  readonly nowMs: number
  /** What the checks said, where somebody asked them already. */
  readonly problems?: readonly RuleProblem[]
  /** What can be named; a catalogue that is not here is not checked. */
  readonly catalogues: Readonly<Partial<Record<Catalogue, ReadonlySet<string>>>>
  /** What PSPs take; a PSP that is not here is not checked. */
  readonly psps?: PspSetups
  /** Payments of the last weeks; without them gaps and contests are not looked for. */
  readonly traffic?: readonly Facts[]
  /** For bounds in another currency than that of a payment. */
  readonly rates?: RateSheet
  /** The other rulesets of the table, in the order in which they are asked. */
  readonly others?: readonly OtherRuleset[]
}

interface Numbered {
  readonly rule: Rule
  readonly finding: Finding
}

/** Equal for rows that ask the same. */
const conditionsText = ({ conditions }: Rule, vocabulary: Vocabulary): string =>
  Object.keys(conditions)
    .sort()
    .map((key) => {
      const cell = conditions[key]
      return cell ? comparableCell(key, cell, vocabulary).text : ''
    })
    .join(' ')

/** Rows that may say the same have outputs and columns in common; only those are read closely. */
const roughText = ({ conditions, outputs }: Rule, signature: number): string =>
  `${signature} ${Object.keys(conditions).sort().join(' ')} ${canonicalJson(outputs)}`

function duplicates(
  { rows, space, isOwn }: OrderedRows,
  dying: ReadonlySet<string>,
  vocabulary: Vocabulary,
): Numbered[] {
  const alike = new Map<string, Rule[]>()
  for (const [row, { rule }] of rows.entries()) {
    if (!isOwn(row) || dying.has(rule.id)) continue
    const text = roughText(rule, space.signatureOf(row))
    const group = alike.get(text)
    if (group) group.push(rule)
    else alike.set(text, [rule])
  }
  return [...alike.values()].flatMap((group) => (group.length > 1 ? twinsIn(group, vocabulary) : []))
}

function twinsIn(rules: readonly Rule[], vocabulary: Vocabulary): Numbered[] {
  const first = new Map<string, Rule>()
  return rules.flatMap((rule) => {
    const text = conditionsText(rule, vocabulary)
    const twin = first.get(text)
    if (!twin) {
      first.set(text, rule)
      return []
    }
    const finding: Finding = {
      code: 'SA02',
      message: `Duplicate of row ${twin.no}.`,
      ruleId: rule.id,
      otherRuleIds: [twin.id],
      fix: { kind: 'remove', label: 'Remove this row', ruleId: rule.id },
    }
    return [{ rule, finding }]
  })
}

/** More would help nobody; the table is repaired from the top. */
const maxFindings = 1000

/** What can be said about a ruleset from its rows alone, in the order of the rows. */
export function analyseRuleset(
  table: DecisionTable,
  content: RulesetContent,
  context: AnalysisContext,
): Finding[] {
  const { rules } = content
  const { vocabulary } = context
  const problems = problemFindings(table, rules, context.problems ?? checkRuleset(table, content))
  // A row with a cell nobody can read says nothing yet that others could be compared with.
  const broken = new Set(problems.map(({ ruleId }) => ruleId))
  const sound = rules.filter(({ id }) => !broken.has(id))
  const ordered = new OrderedRows(table, sound, content.preconditions, context.others ?? [], vocabulary)
  const dead = deadRows(ordered, context)
  const dying = new Set(dead.map(({ ruleId }) => ruleId))
  const same = duplicates(ordered, dying, vocabulary)
  const spoken = new Set([...dying, ...same.map(({ rule }) => rule.id)])
  const isFirst = table.hitPolicy === 'FIRST' || table.hitPolicy === 'FIRST_WEIGHTED'
  const hidden = isFirst ? shadowFindings(ordered, context, spoken) : []
  const silent = new Set([...spoken, ...hidden.map(({ ruleId }) => ruleId)])
  const place = new Map(rules.map(({ id, no }) => [id, no]))
  return [
    ...problems,
    ...dead,
    ...same.map(({ finding }) => finding),
    ...hidden,
    ...(isFirst ? overriddenFindings(ordered) : []),
    ...(table.hitPolicy === 'FIRST' ? redundantFindings(ordered, silent) : []),
    ...weightFindings(table, sound, vocabulary),
    ...routeFindings(table, sound, content.preconditions, context),
    ...trafficFindings(table, ordered, sound, context),
    ...referenceFindings(table, sound, context),
    ...pspFindings(table, sound, content.preconditions, context.psps ?? {}),
    ...accountFindings(table, sound, context.psps ?? {}),
    ...patternFindings(sound, vocabulary),
    ...statusFindings(table, sound, content.preconditions),
  ]
    .sort((a, b) => (place.get(a.ruleId) ?? 0) - (place.get(b.ruleId) ?? 0))
    .slice(0, maxFindings)
}
