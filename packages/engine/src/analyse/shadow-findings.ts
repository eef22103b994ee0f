import type { Finding } from '@signalbox/model/rules/finding'
import type { AnalysisContext } from './analyse-ruleset.ts'
import type { Coverage } from './coverage.ts'
import type { OrderedRows } from './ordered-rows.ts'
import { meets, witnessAt } from './witness.ts'

type Covered = Extract<Coverage, { kind: 'covered' }>

const shownRows = 5

/** `row 3`, `rows 1, 2 and 5`, `rows 1, 2, 3, 4, 5 and 7 others`. */
function rowList(numbers: readonly number[]): string {
  const [first] = numbers
  if (numbers.length === 1) return `row ${first}`
  const shown = numbers.slice(0, shownRows)
  const rest = numbers.length - shown.length
  if (rest > 0) return `rows ${shown.join(', ')} and ${rest === 1 ? '1 other' : `${rest} others`}`
  return `rows ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** A payment the row is about and that another one decides. */
function contested(
  ordered: OrderedRows,
  row: number,
  by: readonly number[],
  context: AnalysisContext,
): Pick<Finding, 'witness'> {
  const point = ordered.search.lonelyPoint(row)
  const witness = witnessAt(ordered.space, point, row, context, (facts) => {
    const holds = (each: number) => meets(facts, ordered.rows[each]?.conditions ?? [], context.vocabulary)
    return holds(row) && by.some(holds)
  })
  return witness ? { witness } : {}
}

function shadowedBy(
  ordered: OrderedRows,
  row: number,
  { by }: Covered,
  context: AnalysisContext,
): Finding | undefined {
  const rule = ordered.rows[row]?.rule
  const others = by.flatMap((each) => ordered.rows[each]?.rule ?? [])
  const [first] = others
  if (!rule || !first) return undefined
  const isSingle = others.length === 1
  const leader = ordered.rows[ordered.leader[row] ?? row]?.rule
  // Moved above a row that asks the same, or that takes less, it would leave that one without payments instead.
  const box = ordered.search.boxOf(by[0] ?? 0)
  const isEqual = isSingle && ordered.search.isWithin(row, box)
  const numbers = others.map(({ no }) => no)
  return {
    code: isSingle ? 'SA03' : 'SA04',
    message: isSingle
      ? `Never applies: row ${first.no} comes first and matches every payment this row could match.`
      : `Never applies: together ${rowList(numbers)} come first and match every payment this row could match.`,
    ruleId: rule.id,
    otherRuleIds: others.map(({ id }) => id),
    ...contested(ordered, row, by, context),
    ...(isEqual || leader !== rule
      ? {}
      : {
          fix: {
            kind: 'move',
            label: `Move above row ${first.no}`,
            ruleId: rule.id,
            beforeRuleId: first.id,
          },
        }),
  }
}

/** Rows that earlier ones of their ruleset leave nothing for, by one of them or by several together. */
export function shadowFindings(
  ordered: OrderedRows,
  context: AnalysisContext,
  spoken: ReadonlySet<string>,
): Finding[] {
  return ordered.rows.flatMap(({ rule }, row): Finding[] => {
    // Of a row that says nothing, or what another one says, that was told already.
    if (!ordered.isOwn(row) || spoken.has(rule.id)) return []
    const coverage = ordered.coverageOf(row)
    if (coverage.kind !== 'covered') return []
    const own = coverage.by.every(ordered.isOwn) ? coverage : ordered.coverageByOwn(row)
    if (own.kind === 'covered')
      return [shadowedBy(ordered, row, own, context)].flatMap((found) => found ?? [])
    return [inheritedFinding(ordered, row, coverage, context)].flatMap((found) => found ?? [])
  })
}

/** A row that is alive in its own ruleset and dead in the table: others that come first take all of it. */
function inheritedFinding(
  ordered: OrderedRows,
  row: number,
  { by }: Covered,
  context: AnalysisContext,
): Finding | undefined {
  const rule = ordered.rows[row]?.rule
  const names = new Set(by.flatMap((each) => ordered.rows[each]?.other?.name ?? []))
  if (!rule) return undefined
  return {
    code: 'SA16',
    message: `Never applies: ${[...names].map((name) => `“${name}”`).join(', ')} comes first and matches every payment this row could match.`,
    ruleId: rule.id,
    ...contested(ordered, row, by, context),
  }
}

/** Inherited rows that rows of this ruleset leave nothing for: said of the row that takes most of them. */
export function overriddenFindings(ordered: OrderedRows): Finding[] {
  const taken = new Map<number, Map<string, number>>()
  ordered.rows.forEach(({ other }, row) => {
    if (other?.place !== 'after' || ordered.space.empty.has(row)) return
    const coverage = ordered.coverageOf(row)
    const by = coverage.kind === 'covered' ? coverage.by : []
    const own = by.find(ordered.isOwn)
    if (own === undefined || by.some((each) => !ordered.isOwn(each))) return
    const names = taken.get(own) ?? new Map<string, number>()
    names.set(other.name, (names.get(other.name) ?? 0) + 1)
    taken.set(own, names)
  })
  return [...taken].flatMap(([row, names]): Finding[] => {
    const rule = ordered.rows[row]?.rule
    if (!rule) return []
    const counted = [...names].map(([name, count]) => `${count} ${count === 1 ? 'row' : 'rows'} of “${name}”`)
    return [
      {
        code: 'SA16',
        message: `Leaves no payments for ${counted.join(' and ')}, which come later and never apply.`,
        ruleId: rule.id,
      },
    ]
  })
}
