import { sql, type RawBuilder } from 'kysely'
import { snake } from '../../kit/column.ts'
import type { Database, Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { cubeColumns, cubes, type Cube, type CubeFact, type Grain } from './cubes.ts'
import type { DaysOfZone } from './days.ts'
import { factRows, measuresIn, userRows, type Window } from './fact-store.ts'
import { grouped } from './grouped.ts'
import { hourOf } from './read-store.ts'

type Expression = RawBuilder<unknown>

export interface DaysOfCubes {
  readonly merchantId: number
  /** Which days, in each zone they are kept in; the first zone is the merchant's own. */
  readonly days: readonly DaysOfZone[]
  /** The five minutes to add up anew; all of the days when absent. Days are always added up as a whole. */
  readonly slots?: readonly Date[] | undefined
  /** Five minutes belong to no zone, and are made of all days that are made of the first. */
  readonly withSlots: boolean
}

const slotOf = (at: Expression): Expression =>
  sql`date_bin('5 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`
/** When days begin is known from outside, also where midnight comes twice or not at all. */
const dayOf = (at: Expression, { edges }: DaysOfZone): Expression => {
  const all = sql`${edges.map((edge) => edge.toISOString())}::timestamptz[]`
  return sql`(${all})[width_bucket(${at}, ${all})]`
}

const beginnings: Readonly<Record<Grain, (at: Expression, days: DaysOfZone) => Expression>> = {
  '5min': slotOf,
  hour: (at, { zone }) => hourOf(at, zone),
  day: dayOf,
}

/** A rollup in a zone, and what its beginnings are called among the rows it is made of. */
interface Target {
  readonly cube: Cube
  readonly days: DaysOfZone
  readonly zone: string
  readonly at: string
}

const targetsOf = (some: readonly Cube[], { days, withSlots }: DaysOfCubes): Target[] =>
  days.flatMap((each, index) =>
    some
      .filter(({ grain }) => grain !== '5min' || (withSlots && index === 0))
      .map((cube) =>
        cube.grain === '5min'
          ? { cube, days: each, zone: '', at: 'at_5min' }
          : { cube, days: each, zone: each.zone, at: `at_${cube.grain}_${index}` },
      ),
  )

const within = (at: Expression, { from, to }: DaysOfZone): Expression =>
  sql`${at} >= ${from} and ${at} < ${to}`

/** Which beginnings of a finer rollup are added up anew. */
function touched({ cube, days }: Target, at: Expression, slots: DaysOfCubes['slots']): Expression {
  if (cube.grain === 'day' || !slots) return sql`true`
  const list = sql`unnest(${slots.map((slot) => slot.toISOString())}::timestamptz[]) as s (at)`
  return sql`${at} in (select ${beginnings[cube.grain](sql`s.at`, days)} from ${list})`
}

/** Rollups of one grain and zone go together. */
async function removeOld(tx: Tx, made: DaysOfCubes): Promise<void> {
  for (const group of grouped(targetsOf(cubes, made), ({ at }) => at)) {
    const [first] = group
    if (!first) continue
    await sql`delete from analytics_cube where merchant_id = ${made.merchantId}
      and cube = any(${group.map(({ cube }) => cube.name)}::text[]) and zone = ${first.zone}
      and ${within(sql`at`, first.days)} and ${touched(first, sql`at`, made.slots)}`.execute(tx)
  }
}

function insertCube(target: Target, { merchantId, slots }: DaysOfCubes): Expression {
  const { cube, zone, days } = target
  const columns = cube.columns.map((name) => sql.ref(snake(name)))
  const measures = measuresIn(cube.fact).map((name) => sql.ref(snake(name)))
  const at = sql.ref(`f.${target.at}`)
  const groups = sql.join([sql`3`, sql`5`, ...columns.map((_column, index) => sql.lit(index + 6))])
  return sql`insert into analytics_cube (merchant_id, cube, at, zone, base_currency, ${sql.join(columns)}, line, ${sql.join(measures)})
    select ${merchantId}::integer, ${cube.name}, ${at}, ${zone}, f.base_currency, ${sql.join(columns)},
      row_number() over (), ${sql.join(measures.map((measure) => sql`nullif(sum(${measure}), 0)`))}
    from f where ${within(sql`f.created_at`, days)} and ${touched(target, at, slots)} group by ${groups}`
}

/** From where the first of the zones begins to where the last of them ends. */
function windowOf({ merchantId, days }: DaysOfCubes): Window {
  const from = new Date(Math.min(...days.map((each) => each.from.getTime())))
  return { merchants: [merchantId], from, to: new Date(Math.max(...days.map((each) => each.to.getTime()))) }
}

/** One look at the payments makes all rollups of a fact, of all days and in all zones. */
async function addUp(tx: Tx, fact: CubeFact, made: DaysOfCubes): Promise<void> {
  const ofFact = cubes.filter((cube) => cube.fact === fact)
  const columns = cubeColumns.filter((column) => ofFact.some((cube) => cube.columns.includes(column)))
  const targets = targetsOf(ofFact, made)
  const begun = new Map(
    targets.map(({ at, cube, days }) => [at, beginnings[cube.grain](sql`r.created_at`, days)] as const),
  )
  const ats = [...begun].map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const inserts = targets.map(
    (target, index) => sql`${sql.ref(`i${index}`)} as (${insertCube(target, made)})`,
  )
  await sql`with f as materialized (select r.*, ${sql.join(ats)} from (${factRows(fact, windowOf(made), columns)}) r),
    ${sql.join(inserts)} select 1`.execute(tx)
}

async function addUpUsers(tx: Tx, merchantId: number, days: DaysOfZone): Promise<void> {
  const window = { merchants: [merchantId], from: days.from, to: days.to }
  await sql`delete from analytics_user where merchant_id = ${merchantId} and zone = ${days.zone}
    and ${within(sql`at`, days)}`.execute(tx)
  const at = dayOf(sql`t.created_at`, days)
  await sql`insert into analytics_user (merchant_id, zone, at, user_key, deposits, failed_at, paid_at)
    select merchant_id, ${days.zone}, at, user_key, deposits, failed_at, paid_at
    from (${userRows(window, at)}) u`.execute(tx)
}

const facts = [...new Set(cubes.map(({ fact }) => fact))]

/**
 * Of a table that was just filled the database knows nothing yet and expects one row, which it would look up in the sums of
 * all others, and so for each: minutes instead of a second.
 */
async function joinWholeSets(tx: Tx): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true)`.execute(
    tx,
  )
}

/** Makes the rollups of these days what their payments say now. */
export async function makeDays(tx: Tx, made: DaysOfCubes): Promise<void> {
  await joinWholeSets(tx)
  await removeOld(tx, made)
  for (const fact of facts) await addUp(tx, fact, made)
  for (const days of made.days) await addUpUsers(tx, made.merchantId, days)
}

/** One at a time adds up what belongs to a merchant. */
export const lockCubes = (tx: Tx, merchantId: number): Promise<void> =>
  lockByName(tx, `analytics-${merchantId}`)

/** What no declaration keeps any more. */
export async function dropOthers(tx: Tx, merchantId: number, zones: readonly string[]): Promise<void> {
  const names = cubes.map(({ name }) => name)
  await sql`delete from analytics_cube where merchant_id = ${merchantId}
    and not (cube = any(${names}::text[]) and zone = any(${['', ...zones]}::text[]))`.execute(tx)
  await sql`delete from analytics_user where merchant_id = ${merchantId}
    and not zone = any(${[...zones]}::text[])`.execute(tx)
}

export async function dropOldSlots(db: Database, merchantId: number, before: Date): Promise<void> {
  await sql`delete from analytics_cube where merchant_id = ${merchantId} and cube = any(${cubes
    .filter(({ grain }) => grain === '5min')
    .map(({ name }) => name)}::text[]) and zone = '' and at < ${before}`.execute(db)
}
