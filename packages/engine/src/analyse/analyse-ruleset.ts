import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { checkRuleset } from '@signalbox/model/rules/check-ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Catalogue } from '@signalbox/model/rules/fact'
import type { Finding } from '@signalbox/model/rules/finding'
import type { RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { Vocabulary } from '../vocabulary.ts'
import { comparableCell } from './cell-set.ts'
import { deadRows } from './dead-rows.ts'
import { patternFindings } from './pattern-findings.ts'
import { problemFindings } from './problem-findings.ts'
import { pspFindings, type PspTxTypes } from './psp-findings.ts'
import { referenceFindings } from './reference-findings.ts'
import { shadowedRows } from './shadowed-rows.ts'
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
  readonly pspTxTypes?: PspTxTypes
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

function duplicates(rules: readonly Rule[], vocabulary: Vocabulary): Numbered[] {
  const first = new Map<string, Rule>()
  return rules.flatMap((rule) => {
    if (!rule.enabled) return []
    const text = `${conditionsText(rule, vocabulary)} ${canonicalJson(rule.outputs)}`
    const twin = first.get(text)
    if (!twin) {
      first.set(text, rule)
      return []
    }
    const finding: Finding = {
      code: 'SA02',
      message: `Says the same as row ${twin.no}.`,
      ruleId: rule.id,
      otherRuleIds: [twin.id],
      fix: { kind: 'remove', label: 'Remove this row', ruleId: rule.id },
    }
    return [{ rule, finding }]
  })
}

/** A row whose own answer may be "ask the next one" ends nothing. */
const fallsThrough = ({ outputs }: Rule): boolean => outputs.useAttributeLimits === true

function shadows(table: DecisionTable, rules: readonly Rule[], vocabulary: Vocabulary): Numbered[] {
  if (table.hitPolicy !== 'FIRST' && table.hitPolicy !== 'FIRST_WEIGHTED') return []
  const weighted = table.hitPolicy === 'FIRST_WEIGHTED'
  const inOneDraw = (a: Rule, b: Rule) =>
    weighted &&
    a.outputs.weight !== undefined &&
    b.outputs.weight !== undefined &&
    conditionsText(a, vocabulary) === conditionsText(b, vocabulary)
  const found = shadowedRows(rules, vocabulary, (a, b) => !fallsThrough(a) && !inOneDraw(a, b))
  return [...found].flatMap(([later, earlier]): Numbered[] => {
    const [rule, by] = [rules[later], rules[earlier]]
    if (!rule || !by) return []
    const equal = conditionsText(rule, vocabulary) === conditionsText(by, vocabulary)
    const finding: Finding = {
      code: 'SA03',
      message: `Never decides: row ${by.no} comes first and takes every payment this row could take.`,
      ruleId: rule.id,
      otherRuleIds: [by.id],
      // Of two rows that ask the same, either order leaves one without effect.
      ...(equal
        ? {}
        : {
            fix: {
              kind: 'move',
              label: `Move above row ${by.no}`,
              ruleId: rule.id,
              beforeRuleId: by.id,
            },
          }),
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
  const dead = deadRows(content, sound, context)
  const dying = new Set(dead.map(({ ruleId }) => ruleId))
  const alive = sound.filter(({ id }) => !dying.has(id))
  const same = duplicates(alive, vocabulary)
  const repeated = new Set(same.map(({ rule }) => rule.id))
  const hidden = shadows(
    table,
    alive.filter(({ id }) => !repeated.has(id)),
    vocabulary,
  )
  const place = new Map(rules.map(({ id, no }) => [id, no]))
  return [
    ...problems,
    ...dead,
    ...same.map(({ finding }) => finding),
    ...hidden.map(({ finding }) => finding),
    ...referenceFindings(table, sound, context),
    ...pspFindings(table, sound, content.preconditions, context.pspTxTypes ?? {}),
    ...patternFindings(sound, vocabulary),
    ...statusFindings(table, sound, content.preconditions),
  ]
    .sort((a, b) => (place.get(a.ruleId) ?? 0) - (place.get(b.ruleId) ?? 0))
    .slice(0, maxFindings)
}
