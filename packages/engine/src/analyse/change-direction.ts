import type { ChangeDirection } from '@signalbox/model/rules/approval-policy'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { flipBit, widthOf } from '../row-sets.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { CoverageSearch } from './coverage.ts'
import { andOf, intersects, isEmpty, type Bits } from './point-bits.ts'
import { Space, type SpaceRow } from './space.ts'
import { answersOf, isAsStrict, type CompareAnswers, type Shift } from './strictness.ts'

/** A ruleset at its place in the effective table. */
export interface RulesetInOrder {
  readonly id: string
  readonly content: Pick<RulesetContent, 'preconditions' | 'rules' | 'enabled'>
}

interface ComparedRow extends SpaceRow {
  readonly outputs: Rule['outputs']
  /** Equal where nothing about the row changed. */
  readonly text: string
}

type Box = readonly Bits[]

/** Rows looked at while comparing, one dimension each; beyond that nothing is claimed. */
const maxWork = 5_000_000
/** Changed rows, and rows in the way of one of them: more are not compared, since somebody waits for the answer. */
const maxChanged = 300
const maxInTheWay = 300

const rowsOf = (rulesets: readonly RulesetInOrder[]): ComparedRow[] =>
  rulesets.flatMap(({ id, content: { enabled, preconditions, rules } }) =>
    (enabled ? rules : []).flatMap((rule) => {
      if (!rule.enabled) return []
      const { conditions, outputs } = rule
      const text = JSON.stringify([id, rule.id, preconditions, conditions, outputs])
      return [{ conditions: [preconditions, conditions], outputs, text }]
    }),
  )

/** Rows that stayed what and where they were: the same texts at both ends, and in between those in the same order. */
function unchanged(before: readonly ComparedRow[], after: readonly ComparedRow[]): ReadonlySet<string> {
  const kept = new Set<string>()
  const places = new Map(before.map(({ text }, index) => [text, index]))
  const common = after.flatMap(({ text }) => {
    const place = places.get(text)
    return place === undefined ? [] : [{ text, place }]
  })
  const tails: number[] = []
  const previous: number[] = []
  common.forEach(({ place }, index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((common[tails[middle] ?? 0]?.place ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  })
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    kept.add(common[index]?.text ?? '')
  return kept
}

/** Both states of a table on one set of points: what each of them answers where. */
class Comparison {
  readonly rows: readonly ComparedRow[]
  readonly oldCount: number
  readonly changed: readonly number[]
  readonly #space: Space
  readonly #search: CoverageSearch
  #work = 0
  loosens = false
  tightens = false
  unproven = false

  constructor(before: readonly ComparedRow[], after: readonly ComparedRow[], vocabulary: Vocabulary) {
    this.rows = [...before, ...after]
    this.oldCount = before.length
    this.#space = new Space(this.rows, vocabulary)
    this.#search = new CoverageSearch(this.#space)
    const kept = unchanged(before, after)
    this.changed = this.rows.flatMap(({ text }, row) =>
      kept.has(text) || this.#space.empty.has(row) ? [] : [row],
    )
  }

  isOld = (row: number): boolean => row < this.oldCount

  /** Rows of one state, without those that match nothing. */
  side(old: boolean): number[] {
    const rows: number[] = []
    for (let row = old ? 0 : this.oldCount; row < (old ? this.oldCount : this.rows.length); row++)
      if (!this.#space.empty.has(row)) rows.push(row)
    return rows
  }

  overlapping(row: number, among: readonly number[]): number[] {
    this.#work += among.length
    const set = new Int32Array(widthOf(this.rows.length))
    for (const other of among) flipBit(set, other)
    return this.#search.overlapping(row, set)
  }

  get isExhausted(): boolean {
    return this.#work > maxWork || (this.loosens && this.tightens)
  }

  #meets(row: number, box: Box): boolean {
    return this.#space.dimensions.every((dimension, d) => {
      const region = this.#space.regionOf(row, dimension)
      return !region || intersects(region.bits, box[d] as Bits)
    })
  }

  boxOf = (row: number): Box => this.#search.boxOf(row)

  both(a: Box, b: Box): Box | undefined {
    const box = a.map((bits, d) => andOf(bits, b[d] as Bits))
    return box.some((bits) => isEmpty(bits)) ? undefined : box
  }

  /** Whether there is a payment in the box that none of the rows takes. */
  isFree(box: Box, rows: readonly number[]): boolean | 'unknown' {
    this.#work += rows.length * this.#space.dimensions.length
    if (this.#work > maxWork) return 'unknown'
    const meeting = rows.filter((row) => this.#meets(row, box))
    if (meeting.some((row) => this.#search.isWithin(row, box))) return false
    if (meeting.length > maxInTheWay) return 'unknown'
    this.#work += meeting.length * maxInTheWay
    const { kind } = this.#search.search(box, meeting)
    return kind === 'unknown' ? 'unknown' : kind === 'free'
  }

  note(shift: Shift, free: boolean | 'unknown'): void {
    if (free === 'unknown') this.unproven = true
    if (free !== true) return
    this.loosens ||= shift.loosens
    this.tightens ||= shift.tightens
  }

  tellsNews({ loosens, tightens }: Shift): boolean {
    return (loosens && !this.loosens) || (tightens && !this.tightens)
  }

  get direction(): ChangeDirection {
    if (this.loosens && this.tightens) return 'BOTH'
    if (this.unproven || this.#work > maxWork) return 'UNPROVEN'
    return this.loosens ? 'LOOSENS' : this.tightens ? 'TIGHTENS' : 'NEUTRAL'
  }
}

/**
 * Where the first row decides: the answer changes only at points where the first row of one state is a changed one,
 * since rows that stayed as they were come in the same order in both.
 */
function compareFirst(compared: Comparison, compare: CompareAnswers): void {
  const sides = { old: compared.side(true), new: compared.side(false) }
  const outputsOf = (row: number | null) => (row === null ? null : (compared.rows[row]?.outputs ?? null))
  for (const row of compared.changed) {
    const wasOld = compared.isOld(row)
    const [own, others] = wasOld ? [sides.old, sides.new] : [sides.new, sides.old]
    const above = own.filter((each) => each < row)
    const box = compared.boxOf(row)
    for (const other of [...compared.overlapping(row, others), null]) {
      if (compared.isExhausted) return
      const [from, to] = wasOld ? [row, other] : [other, row]
      const shift = compare(outputsOf(from), outputsOf(to))
      if (!compared.tellsNews(shift)) continue
      const region = other === null ? box : compared.both(box, compared.boxOf(other))
      if (!region) continue
      const before = other === null ? others : others.filter((each) => each < other)
      compared.note(shift, compared.isFree(region, [...above, ...before]))
    }
  }
}

/** Where every row counts: what a row stops stays stopped if rows as strict take all its payments. */
function compareStrictest(compared: Comparison): void {
  for (const row of compared.changed) {
    if (compared.isExhausted) return
    const wasOld = compared.isOld(row)
    const shift = { loosens: wasOld, tightens: !wasOld }
    if (!compared.tellsNews(shift)) continue
    const outputs = compared.rows[row]?.outputs ?? {}
    const asStrict = compared
      .overlapping(row, compared.side(!wasOld))
      .filter((other) => isAsStrict(compared.rows[other]?.outputs ?? {}, outputs))
    compared.note(shift, compared.isFree(compared.boxOf(row), asStrict))
  }
}

const usesLimitsOfMerchant = ({ outputs }: ComparedRow): boolean => outputs.useAttributeLimits === true

/** Whether answers of a table can be stricter than others. */
export const isOrdered = (table: DecisionTable): boolean =>
  table.hitPolicy === 'STRICTEST' || answersOf(table) !== undefined

/**
 * Whether a change of a table lets payments through, stops more of them, or both. Facts depend on each other in ways the
 * points do not know, so it may say both where only one happens, and never the other way round. Null where the answers
 * of a table cannot be ordered.
 */
export function changeDirection(
  table: DecisionTable,
  before: readonly RulesetInOrder[],
  after: readonly RulesetInOrder[],
  vocabulary: Vocabulary,
): ChangeDirection | null {
  if (!isOrdered(table)) return null
  const compare = answersOf(table)
  const [old, next] = [rowsOf(before), rowsOf(after)]
  // Which row answers depends on what the merchant sends with the payment.
  if (old.some(usesLimitsOfMerchant) || next.some(usesLimitsOfMerchant)) return 'UNPROVEN'
  const compared = new Comparison(old, next, vocabulary)
  if (compared.changed.length > maxChanged) return 'UNPROVEN'
  if (compare) compareFirst(compared, compare)
  else compareStrictest(compared)
  return compared.direction
}
