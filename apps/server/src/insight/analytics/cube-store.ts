import { sql, type RawBuilder } from 'kysely'
import { snake } from '../../kit/column.ts'
import type { Database, Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { cubeColumns, cubes, type Cube, type CubeFact, type Grain } from './cubes.ts'
import type { LocalDay } from './days.ts'
import { factRows, measuresIn, userRows } from './fact-store.ts'

type Expression = RawBuilder<unknown>

export interface DayOfCubes extends LocalDay {
  readonly merchantId: number
  readonly zone: string
  /** The five minutes to add up anew; all of the day when absent. Days are always added up as a whole. */
  readonly slots?: readonly Date[] | undefined
  /** Five minutes belong to no zone, and are kept with one of them. */
  readonly withSlots: boolean
}

const slotOf = (at: Expression): Expression =>
  sql`date_bin('5 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`
/** The hour of a zone, also where the zone is half an hour off and where an hour comes twice. */
const hourOf = (at: Expression, zone: string): Expression =>
  sql`(date_trunc('hour', ${at} at time zone ${zone}) - (${at} at time zone ${zone}) + ${at})`

const beginnings: Readonly<Record<Grain, (at: Expression, day: DayOfCubes) => Expression>> = {
  '5min': slotOf,
  hour: (at, { zone }) => hourOf(at, zone),
  day: (_at, { from }) => sql`${from}::timestamptz`,
}

const zoneOf = ({ grain }: Cube, zone: string): string => (grain === '5min' ? '' : zone)

/** Which beginnings of a finer rollup are added up anew. */
function touched(cube: Cube, at: Expression, day: DayOfCubes): Expression {
  if (cube.grain === 'day' || !day.slots) return sql`true`
  const slots = sql`unnest(${day.slots.map((slot) => slot.toISOString())}::timestamptz[]) as s (at)`
  return sql`${at} in (select ${beginnings[cube.grain](sql`s.at`, day)} from ${slots})`
}

async function removeOld(tx: Tx, cube: Cube, day: DayOfCubes): Promise<void> {
  await sql`delete from analytics_cube where merchant_id = ${day.merchantId} and cube = ${cube.name}
    and zone = ${zoneOf(cube, day.zone)} and at >= ${day.from} and at < ${day.to}
    and ${touched(cube, sql`at`, day)}`.execute(tx)
}

function insertCube(cube: Cube, day: DayOfCubes): Expression {
  const columns = cube.columns.map((name) => sql.ref(snake(name)))
  const measures = measuresIn(cube.fact).map((name) => sql.ref(snake(name)))
  const at = beginnings[cube.grain](sql`f.created_at`, day)
  const groups = sql.join([sql`3`, sql`5`, ...columns.map((_column, index) => sql.lit(index + 6))])
  return sql`insert into analytics_cube (merchant_id, cube, at, zone, base_currency, ${sql.join(columns)}, line, ${sql.join(measures)})
    select ${day.merchantId}::integer, ${cube.name}, ${at}, ${zoneOf(cube, day.zone)}, f.base_currency, ${sql.join(columns)},
      row_number() over (), ${sql.join(measures.map((measure) => sql`nullif(sum(${measure}), 0)`))}
    from f where ${touched(cube, at, day)} group by ${groups}`
}

/** One look at the payments of the day makes all rollups of a fact. */
async function addUp(tx: Tx, fact: CubeFact, day: DayOfCubes): Promise<void> {
  const ofFact = cubes.filter((cube) => cube.fact === fact && (cube.grain !== '5min' || day.withSlots))
  const columns = cubeColumns.filter((column) => ofFact.some((cube) => cube.columns.includes(column)))
  for (const cube of ofFact) await removeOld(tx, cube, day)
  const rows = factRows(fact, { merchants: [day.merchantId], from: day.from, to: day.to }, columns)
  const inserts = ofFact.map((cube, index) => sql`${sql.ref(`i${index}`)} as (${insertCube(cube, day)})`)
  await sql`with f as materialized (${rows}), ${sql.join(inserts)} select 1`.execute(tx)
}

async function addUpUsers(tx: Tx, { merchantId, zone, from, to }: DayOfCubes): Promise<void> {
  await sql`delete from analytics_user where merchant_id = ${merchantId} and zone = ${zone} and at = ${from}`.execute(
    tx,
  )
  await sql`insert into analytics_user (merchant_id, zone, at, user_key, deposits, failed_at, paid_at)
    select merchant_id, ${zone}, ${from}::timestamptz, user_key, deposits, failed_at, paid_at
    from (${userRows({ merchants: [merchantId], from, to })}) u`.execute(tx)
}

const facts = [...new Set(cubes.map(({ fact }) => fact))]

/** Makes the rollups of a day what the payments of that day say now. */
export async function makeDay(tx: Tx, day: DayOfCubes): Promise<void> {
  for (const fact of facts) await addUp(tx, fact, day)
  await addUpUsers(tx, day)
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

/** Five minutes are for watching; after some weeks nobody asks for them. */
export async function dropOldSlots(db: Database, merchantId: number, before: Date): Promise<void> {
  await sql`delete from analytics_cube where merchant_id = ${merchantId} and cube = any(${cubes
    .filter(({ grain }) => grain === '5min')
    .map(({ name }) => name)}::text[]) and zone = '' and at < ${before}`.execute(db)
}
