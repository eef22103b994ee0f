import type { Finding } from '@signalbox/model/rules/finding'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { below } from './coverage.ts'
import type { OrderedRows } from './ordered-rows.ts'

/** Rows without which every payment would be decided the same: one below takes all of theirs and says the same. */
export function redundantFindings(ordered: OrderedRows, spoken: ReadonlySet<string>): Finding[] {
  const { rows, search } = ordered
  const outputs = rows.map(({ rule }) => canonicalJson(rule.outputs))
  const says = (row: number) => outputs[row]
  const isPlain = (row: number) =>
    rows[row]?.rule.outputs.weight === undefined && rows[row]?.rule.outputs.useAttributeLimits !== true
  return rows.flatMap(({ rule, other }, row): Finding[] => {
    if (other || spoken.has(rule.id) || !isPlain(row)) return []
    const later = below(row, ordered.ending)
    const box = search.boxOf(row)
    const candidates = search.acceptingAt(search.lonelyPoint(row), later)
    const successor = candidates.find(
      // A row that is told to go itself cannot take over.
      (each) => ordered.isOwn(each) && !spoken.has(rows[each]?.rule.id ?? '') && search.isWithin(each, box),
    )
    if (successor === undefined || says(successor) !== says(row) || !isPlain(successor)) return []
    const between = search.overlapping(row, later).filter((each) => each < successor)
    if (between.some((each) => says(each) !== says(row) || !isPlain(each))) return []
    const by = rows[successor]?.rule
    if (!by) return []
    return [
      {
        code: 'SA07',
        message: `Has no effect: without it, row ${by.no} gives the same result.`,
        ruleId: rule.id,
        otherRuleIds: [by.id],
        fix: { kind: 'remove', label: 'Remove this row', ruleId: rule.id },
      },
    ]
  })
}
