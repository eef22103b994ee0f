import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { steps, type Facts } from '@signalbox/model/rules/fact'
import { ruleRef, type Rule, type RulesetVersion } from '@signalbox/model/rules/rule'
import { naiveCellHolds, type NaiveVocabulary } from './naive-cell.ts'
import type { EvaluationContext } from '../evaluation-context.ts'

interface NaiveRow {
  readonly ref: string
  readonly version: RulesetVersion
  readonly rule: Rule
  readonly outputs: Readonly<Record<string, OutputValue>>
  readonly result: string
  readonly failed: readonly string[]
}

export interface NaiveResult {
  readonly outcome: string
  readonly hits: readonly string[]
  readonly roll: number | undefined
  readonly removed: readonly string[]
  readonly rows: readonly NaiveRow[]
}

type Result =
  | 'DISABLED'
  | 'PRECONDITION_FAILED'
  | 'MISS'
  | 'EXPIRED'
  | 'MATCHES'
  | 'HIT'
  | 'PASSED_OVER'
  | 'NOT_REACHED'
type OpenRow = { -readonly [Key in keyof NaiveRow]: NaiveRow[Key] } & { result: Result; late: boolean }

export type NaiveContext = EvaluationContext & { readonly hash: (text: string) => bigint }

/** Looks at every row of every ruleset in order, one cell after the other. */
export function naiveEvaluate(
  table: DecisionTable,
  versions: readonly RulesetVersion[],
  lineage: readonly number[],
  facts: Facts,
  context: NaiveContext,
  vocabulary: NaiveVocabulary,
): NaiveResult {
  const early = table.defers === true && steps.indexOf(context.step) < steps.indexOf('D7')
  const rows = inOrder(versions, lineage).flatMap((version) =>
    lookAt(table, version, facts, vocabulary, early),
  )
  const matching = rows.filter(({ result }) => result === 'MATCHES')
  const open = { outcome: 'NO_MATCH', roll: undefined as number | undefined, removed: [] as string[] }
  const stopAt = (row: OpenRow, inclusive: boolean) => {
    for (const below of rows.slice(rows.indexOf(row) + (inclusive ? 0 : 1))) {
      if (below.result !== 'DISABLED' && below.result !== 'HIT' && below.result !== 'PASSED_OVER')
        below.result = 'NOT_REACHED'
    }
  }
  const components = new Set<unknown>()
  for (const row of matching) {
    if (row.result !== 'MATCHES') continue
    if (row.late) {
      for (const each of rows) if (each.result === 'HIT') each.result = 'PASSED_OVER'
      open.outcome = 'DEFERRED'
      stopAt(row, true)
      break
    }
    switch (table.hitPolicy) {
      case 'FIRST':
        row.result = 'HIT'
        stopAt(row, false)
        break
      case 'FIRST_WEIGHTED':
        Object.assign(open, draw(row, rows, facts, context, vocabulary))
        stopAt(row, false)
        break
      case 'ALL':
        row.result = 'HIT'
        if (row.outputs.stop === true) stopAt(row, false)
        break
      case 'STRICTEST':
        row.result = 'HIT'
        break
      case 'COLLECT_SUM':
        row.result = components.has(row.outputs.component) ? 'PASSED_OVER' : 'HIT'
        components.add(row.outputs.component)
        break
      case 'FIRST_EXCEEDED':
        // The property compares references, so the fake counter may look at nothing else.
        row.result = context.exceeded?.({ ref: row.ref } as never) ? 'HIT' : 'PASSED_OVER'
        if (row.result === 'HIT') stopAt(row, false)
        break
    }
  }
  const hits = rows.filter(({ result }) => result === 'HIT').map(({ ref }) => ref)
  if (hits.length > 0) open.outcome = 'DECIDED'
  return { ...open, hits, rows }
}

function inOrder(versions: readonly RulesetVersion[], lineage: readonly number[]): RulesetVersion[] {
  const [own = -1, ...ancestors] = lineage
  const of = (merchant: number, inherit?: string) =>
    versions
      .filter((version) => version.merchantId === merchant && (!inherit || version.inherit === inherit))
      .sort((a, b) => a.priority - b.priority || a.no - b.no)
  return [
    ...ancestors.toReversed().flatMap((merchant) => of(merchant, 'ENFORCED')),
    ...of(own),
    ...ancestors.flatMap((merchant) => of(merchant, 'OVERRIDABLE')),
  ]
}

function lookAt(
  table: DecisionTable,
  version: RulesetVersion,
  facts: Facts,
  vocabulary: NaiveVocabulary,
  early: boolean,
): OpenRow[] {
  const isLate = (column: string) => early && vocabulary.factOf(column)?.group === 'PSP'
  const failing = (conditions: Rule['conditions']) =>
    Object.keys(conditions).filter((column) => {
      const cell = conditions[column]
      return cell && !isLate(column) && !naiveCellHolds(cell, column, facts, vocabulary)
    })
  const refused = failing(version.preconditions)
  const refusedLate = Object.keys(version.preconditions).some(isLate)
  const defaults: Record<string, OutputValue> = {}
  for (const { key, default: value } of table.outputs) if (value !== undefined) defaults[key] = value
  const resultOf = (rule: Rule, failed: readonly string[]): Result => {
    if (!version.enabled || !rule.enabled) return 'DISABLED'
    if (refused.length > 0) return 'PRECONDITION_FAILED'
    if (failed.length === 0) return 'MATCHES'
    return isOver(rule, facts) ? 'EXPIRED' : 'MISS'
  }
  return version.rules
    .toSorted((a, b) => a.no - b.no)
    .map((rule) => {
      const failed = failing(rule.conditions)
      return {
        ref: ruleRef(table.tag, version, rule.no),
        version,
        rule,
        outputs: { ...defaults, ...rule.outputs },
        result: resultOf(rule, failed),
        failed: refused.length > 0 ? refused : failed,
        late: refusedLate || Object.keys(rule.conditions).some(isLate),
      }
    })
}

function isOver({ conditions: { validPeriod } }: Rule, { now }: Facts): boolean {
  if (validPeriod?.op !== 'range' || !validPeriod.max || typeof now !== 'string') return false
  const end = Date.parse(String(validPeriod.max.value))
  return validPeriod.max.inclusive ? Date.parse(now) > end : Date.parse(now) >= end
}

function draw(
  first: OpenRow,
  rows: readonly OpenRow[],
  facts: Facts,
  context: NaiveContext,
  vocabulary: NaiveVocabulary,
): { readonly roll?: number; readonly removed?: string[] } {
  const weight = (row: OpenRow) => (typeof row.outputs.weight === 'number' ? row.outputs.weight : 0)
  if (weight(first) === 0) {
    first.result = 'HIT'
    return {}
  }
  const wanted = meaning(first.rule, vocabulary)
  const members = rows.filter(
    (row) =>
      row.version === first.version &&
      row.result !== 'DISABLED' &&
      weight(row) > 0 &&
      meaning(row.rule, vocabulary) === wanted,
  )
  for (const member of members) member.result = 'PASSED_OVER'
  const removed = members.filter((member) => context.unavailable?.(member.outputs) !== undefined)
  const tickets = members
    .filter((member) => !removed.includes(member))
    .flatMap((member) => Array<OpenRow>(weight(member)).fill(member))
  const refs = { removed: removed.map(({ ref }) => ref) }
  if (tickets.length === 0) {
    first.result = 'HIT'
    return refs
  }
  const { rulesetId, version } = first.version
  const { userId } = facts
  const sticky = context.drawBy === 'USER' && userId !== undefined && typeof userId !== 'object'
  const subject = sticky ? userId : context.transactionId
  const roll = Number(context.hash(`${subject}|${rulesetId}|${version}`) % BigInt(tickets.length))
  const winner = tickets[roll]
  if (winner) winner.result = 'HIT'
  return { ...refs, roll }
}

/** The rows of a weight group differ in how they are written, not in what they mean. */
function meaning({ conditions }: Rule, vocabulary: NaiveVocabulary): string {
  const cells = Object.entries(conditions).map(([column, cell]) => {
    const declaration = vocabulary.factOf(column)
    const same = (values: readonly string[]) =>
      [
        ...new Set(
          values.map((value) =>
            declaration?.type === 'NUMBER'
              ? Number(value)
              : declaration?.caseSensitive
                ? value
                : value.toLowerCase(),
          ),
        ),
      ].sort()
    const plain: Record<string, unknown> = { ...cell }
    if ('values' in cell)
      plain.values = same(
        declaration?.type === 'COUNTRY' ? vocabulary.expandCountries(cell.values) : cell.values,
      )
    if ('days' in cell) plain.days = [...new Set(cell.days)].sort()
    return `${column} ${canonicalJson(plain)}`
  })
  return cells.sort().join('\n')
}
