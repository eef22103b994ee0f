import type { Cell } from '@signalbox/model/rules/cell'
import type { HitPolicy } from '@signalbox/model/rules/decision-table'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { findingSeverity } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { compileRuleset } from '../compile-ruleset.ts'
import { effectiveTable } from '../effective-table.ts'
import { evaluate } from '../evaluate.ts'
import { naiveCellHolds } from '../testing/naive-cell.ts'
import { everyPayment, smallColumns, smallVocabulary } from '../testing/small-domain.ts'
import { testTable } from '../testing/test-vocabulary.ts'
import { testVersion } from '../testing/try-rows.ts'
import { analyseRuleset } from './analyse-ruleset.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    longRunShare: number
  }
}

/** `npm test` looks at some thousands; `npm run test:properties` and `npm run test:full` at a million. */
const isFull = inject('longRunShare') === 1
const rulesetCount = isFull ? 1_000_000 : 2_000

const nowMs = Date.parse('2026-01-01T00:00:00Z')

interface Row {
  readonly cells: readonly (Cell | undefined)[]
  readonly weight: number | undefined
  readonly out: string
  readonly enabled: boolean
}

interface Drawn {
  readonly columns: readonly string[]
  readonly policy: HitPolicy
  readonly pre: readonly (Cell | undefined)[]
  readonly rows: readonly Row[]
}

const cellsOf = (columns: readonly string[], blanks: number) =>
  fc.tuple(
    ...columns.map((column) =>
      fc.oneof(
        { weight: blanks, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: smallColumns[column]?.cell ?? fc.constant(undefined) },
      ),
    ),
  )

const drawn: fc.Arbitrary<Drawn> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(smallColumns)), { minLength: 1, maxLength: 2 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      policy: fc.constantFrom<HitPolicy>('FIRST', 'FIRST_WEIGHTED'),
      pre: cellsOf(columns, 12),
      rows: fc
        .tuple(
          fc.array(
            fc.record({
              cells: cellsOf(columns, 1),
              weight: fc.constantFrom(undefined, 30, 70),
              out: fc.constantFrom('A', 'B'),
              enabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
            }),
            { minLength: 2, maxLength: 5 },
          ),
          fc.nat(),
        )
        // Rows that ask the same, as draws need them, with others between.
        .map(([rows, again]) => (again % 2 ? [...rows, { ...rows[0], weight: 30 } as Row] : rows)),
    }),
  )

/** Points of the whole domain a cell accepts, found by asking each of them. */
const truths = new Map<string, readonly boolean[]>()
function truthOf(column: string, cell: Cell): readonly boolean[] {
  const key = `${column} ${JSON.stringify(cell)}`
  let truth = truths.get(key)
  if (!truth) {
    const reads = smallVocabulary.factOf(column)?.reads ?? column
    truth = (smallColumns[column]?.values ?? []).map((value) =>
      naiveCellHolds(cell, column, { [reads]: value }, { ...smallVocabulary, rates: undefined }),
    )
    truths.set(key, truth)
  }
  return truth
}

/** Rows of one draw differ in how they are written only. */
const meaning = ({ cells }: Row, columns: readonly string[]): string =>
  JSON.stringify(
    cells.map((cell, i) => {
      if (!cell) return null
      // In whichever order its currencies were written.
      if (cell.op === 'moneyRange')
        return {
          ...cell,
          min: Object.entries(cell.min ?? {}).sort(),
          max: Object.entries(cell.max ?? {}).sort(),
        }
      if (!('values' in cell)) return cell
      const values = columns[i] === 'country' ? smallVocabulary.expandCountries(cell.values) : cell.values
      const same = (value: string) => (columns[i] === 'score' ? String(Number(value)) : value.toLowerCase())
      return { ...cell, values: [...new Set(values.map(same))].sort() }
    }),
  )

interface Fate {
  /** Rows some payment meets. */
  readonly met: ReadonlySet<number>
  /** Rows that decide about some payment. */
  readonly decides: ReadonlySet<number>
}

/** Asks every row about every payment there can be. */
function fateOf({ columns, policy, pre, rows }: Drawn): Fate {
  const sizes = columns.map((column) => smallColumns[column]?.values.length ?? 0)
  const accepts = (cells: readonly (Cell | undefined)[], point: readonly number[]) =>
    cells.every((cell, i) => !cell || truthOf(columns[i] ?? '', cell)[point[i] ?? 0])
  const groups = rows.map((row) => meaning(row, columns))
  const met = new Set<number>()
  const decides = new Set<number>()
  const total = sizes.reduce((product, size) => product * size, 1)
  for (let n = 0; n < total; n++) {
    const point = sizes.length === 2 ? [n % (sizes[0] ?? 1), Math.floor(n / (sizes[0] ?? 1))] : [n]
    if (!accepts(pre, point)) continue
    let first = -1
    rows.forEach((row, i) => {
      if (!row.enabled || !accepts(row.cells, point)) return
      met.add(i)
      if (first < 0) first = i
    })
    const winner = rows[first]
    if (!winner) continue
    decides.add(first)
    if (policy !== 'FIRST_WEIGHTED' || winner.weight === undefined) continue
    rows.forEach(({ weight, enabled }, i) => {
      if (enabled && weight !== undefined && groups[i] === groups[first]) decides.add(i)
    })
  }
  return { met, decides }
}

const conditionsOf = (columns: readonly string[], cells: readonly (Cell | undefined)[]): Rule['conditions'] =>
  Object.fromEntries(columns.flatMap((column, i) => (cells[i] ? [[column, cells[i]]] : [])))

const factsOf = (witness: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(witness).map(([key, value]): [string, FactValue] => {
      if (typeof value !== 'object' || value === null || !('amount' in value))
        return [key, value as FactValue]
      const { amount, currency } = value as { amount: string; currency: string }
      return [key, { minor: BigInt(amount.replace('.', '')), currency }]
    }),
  )

const met = new Map<string, number>()
const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)

/** What is decided about every payment, by what the row says; of a draw, by what its first row says. */
function decisionsOf({ columns, pre, rows }: Drawn, left: (row: number) => boolean): string {
  const sizes = columns.map((column) => smallColumns[column]?.values.length ?? 0)
  const accepts = (cells: readonly (Cell | undefined)[], point: readonly number[]) =>
    cells.every((cell, i) => !cell || truthOf(columns[i] ?? '', cell)[point[i] ?? 0])
  const total = sizes.reduce((product, size) => product * size, 1)
  return Array.from({ length: total }, (_, n) => {
    const point = [n % (sizes[0] ?? 1), Math.floor(n / (sizes[0] ?? 1))]
    if (!accepts(pre, point)) return '-'
    const row = rows.find((each, i) => each.enabled && left(i) && accepts(each.cells, point))
    return row ? `${row.out}${row.weight ?? ''}` : '-'
  }).join('')
}

/** What the analysis says of a ruleset, against a look at every payment. */
function check(given: Drawn): void {
  const { columns, policy, pre, rows } = given
  const table = testTable(policy)
  const version = testVersion(
    rows.map(({ cells, weight, out, enabled }) => ({
      when: conditionsOf(columns, cells),
      decides: { psp: [out], ...(weight !== undefined && { weight }) },
      off: !enabled,
    })),
    { preconditions: conditionsOf(columns, pre) },
  )
  const content = { ...version, note: '' }
  const found = analyseRuleset(table, content, {
    vocabulary: smallVocabulary,
    nowMs,
    problems: [],
    catalogues: {},
  })
  const { met: reachable, decides } = fateOf(given)
  const codes = new Map(version.rules.map(({ id }) => [id, new Set<string>()]))
  for (const { ruleId, code } of found) codes.get(ruleId)?.add(code)
  version.rules.forEach((rule, i) => {
    const own = codes.get(rule.id) ?? new Set<string>()
    const isDead = rule.enabled && !reachable.has(i)
    const isHidden = rule.enabled && reachable.has(i) && !decides.has(i)
    // Errors are true, each of them.
    if (own.has('SA01') && !isDead) throw new Error(`SA01 is false of ${rule.id}`)
    if ((own.has('SA03') || own.has('SA04')) && !isHidden) throw new Error(`SA03 is false of ${rule.id}`)
    for (const code of own)
      if (findingSeverity[code as 'SA01'] === 'error' && !isDead && !isHidden)
        throw new Error(`${code} is false`)
    // And none is missing.
    if (isDead && !own.has('SA01')) throw new Error(`SA01 is missing of ${rule.id}`)
    if (isHidden && !['SA02', 'SA03', 'SA04'].some((code) => own.has(code)))
      throw new Error(`SA03 is missing of ${rule.id}`)
    if (own.has('SA07') && decisionsOf(given, () => true) !== decisionsOf(given, (row) => row !== i))
      throw new Error(`SA07 is false of ${rule.id}`)
    for (const code of own) count(code)
  })
  showWitnesses(given, found, () =>
    effectiveTable(table, [1], [compileRuleset(table, version, smallVocabulary)]),
  )
}

function showWitnesses(
  { columns }: Drawn,
  found: ReturnType<typeof analyseRuleset>,
  compiled: () => ReturnType<typeof effectiveTable>,
): void {
  const shadows = found.filter(({ code }) => code === 'SA03' || code === 'SA04')
  if (shadows.length === 0 || (met.get('SA04') ?? 0) % 5 !== 0) return
  const effective = compiled()
  for (const { ruleId, code, witness, otherRuleIds = [] } of shadows) {
    if (!witness) throw new Error(`${code} shows no payment for ${columns.join(' and ')}`)
    const facts = factsOf(witness)
    const { hits } = evaluate(effective, facts, { step: 'D7', transactionId: 't' })
    const [ruleset] = effective.rulesets
    const rule = ruleset?.rules.find(({ id }) => id === ruleId)
    const holds = Object.entries(rule?.conditions ?? {}).every(([column, cell]) =>
      naiveCellHolds(cell, column, facts, { ...smallVocabulary, rates: undefined }),
    )
    if (!holds || hits[0] === undefined || hits[0].rule.id === ruleId)
      throw new Error(`${code} of ${ruleId} is not shown by ${JSON.stringify(witness)}`)
    if (otherRuleIds.length === 0) throw new Error(`${code} names no other row`)
    count(`witness ${code}`)
  }
}

it(
  'says only what a look at every payment confirms, and misses none of it',
  { timeout: 3_600_000 },
  async ({ annotate }) => {
    fc.assert(fc.property(drawn, check), { numRuns: rulesetCount })
    for (const code of ['SA01', 'SA03', 'SA04', 'SA07', 'witness SA03', 'witness SA04'])
      expect(met.get(code) ?? 0, code).toBeGreaterThan(rulesetCount / 1_000)
    const seen = [...met].map(([code, times]) => `${code} ${times}`).join(', ')
    await annotate(`${rulesetCount} rulesets against every payment: 0 false, 0 missing (${seen})`)
  },
)

it('has a payment for every class of every cell', () => {
  expect(everyPayment(['country', 'flag'])).toHaveLength(18)
})
