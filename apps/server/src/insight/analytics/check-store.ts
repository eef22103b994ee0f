import { sql, type RawBuilder } from 'kysely'
import { snake } from '../../kit/column.ts'
import type { Tx } from '../../kit/database.ts'
import { cubes, type Cube, type CubeFact, type Grain } from './cubes.ts'
import type { LocalDay } from './days.ts'
import { factRows, measuresIn, userRows } from './fact-store.ts'
import { hourOf } from './read-store.ts'

type Expression = RawBuilder<unknown>

/** A figure of a rollup that is not what the payments say. */
export interface WrongFigure {
  readonly cube: string
  /** Null: the rollup adds up, but has some payments under other values. */
  readonly measure: string | null
  readonly kept: number
  readonly counted: number
}

interface DayToCheck extends LocalDay {
  readonly zone: string
  /** Five minutes of the day are not dropped yet. */
  readonly withSlots: boolean
}

type Sums = Readonly<Record<string, number | string>>

const sums = (fact: CubeFact) =>
  sql.join(
    measuresIn(fact).map(
      (name) => sql`coalesce(sum(${sql.ref(snake(name))}), 0)::float8 as ${sql.ref(snake(name))}`,
    ),
  )

const begun: Readonly<Record<Grain, (at: Expression, zone: string) => Expression | null>> = {
  '5min': (at) => sql`date_bin('5 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`,
  hour: hourOf,
  // One day is looked at by itself.
  day: () => null,
}

/** Different for rows with other values, and the same for the payments of a row and for their sum. */
function weightOf({ columns, grain }: Cube, at: Expression, zone: string): Expression {
  const beginning = begun[grain](at, zone)
  const values = [
    sql`base_currency`,
    ...columns.map((name) => sql.ref(snake(name))),
    ...(beginning ? [sql`extract(epoch from ${beginning})::bigint::text`] : []),
  ]
  return sql`(abs(hashtextextended(concat_ws(chr(31), ${sql.join(values)}), 0) % 999983) + 1)`
}

/** All measures of a row as one number, which adds up as they do. */
const mixed = (fact: CubeFact): Expression =>
  sql`(${sql.join(
    measuresIn(fact).map(
      (name, index) => sql`coalesce(${sql.ref(snake(name))}, 0)::bigint * ${sql.lit(index + 1)}`,
    ),
    sql` + `,
  )})`

const splitOf = (mix: Expression, weight: Expression): Expression =>
  sql`coalesce(sum(${mix}::numeric * ${weight}), 0)::text`

const splitName = (place: number): string => `split${place}`

async function countedOf(
  tx: Tx,
  some: readonly Cube[],
  merchantId: number,
  { from, to, zone }: DayToCheck,
): Promise<Sums> {
  const fact = some[0]?.fact ?? 'payment'
  const columns = [...new Set(some.flatMap((cube) => cube.columns))]
  const splits = some.map(
    (cube, place) =>
      sql`${splitOf(sql`mixed`, weightOf(cube, sql`created_at`, zone))} as ${sql.ref(splitName(place))}`,
  )
  // Written out once: each sum would work out anew what it adds up.
  const { rows } = await sql<Sums>`
    with r as materialized (${factRows(fact, { merchants: [merchantId], from, to }, columns)}),
      f as materialized (select r.*, ${mixed(fact)} as mixed from r)
    select ${sums(fact)}, ${sql.join(splits)} from f`.execute(tx)
  return rows[0] ?? {}
}

async function keptIn(tx: Tx, cube: Cube, merchantId: number, { from, to, zone }: DayToCheck): Promise<Sums> {
  const split = splitOf(mixed(cube.fact), weightOf(cube, sql`at`, zone))
  const { rows } = await sql<Sums>`select ${sums(cube.fact)}, ${split} as split
    from analytics_cube where merchant_id = ${merchantId} and cube = ${cube.name}
      and zone = ${cube.grain === '5min' ? '' : zone} and at >= ${from} and at < ${to}`.execute(tx)
  return rows[0] ?? {}
}

/** The measures of a rollup that differ; where none does, whether the values do under which they are kept. */
function differencesOf(cube: Cube, found: Sums, counted: Sums, split: string): WrongFigure[] {
  const wrong = measuresIn(cube.fact)
    .filter((name) => found[name] !== counted[name])
    .map((name) => ({
      cube: cube.name,
      measure: name,
      kept: Number(found[name] ?? 0),
      counted: Number(counted[name] ?? 0),
    }))
  if (wrong.length > 0 || found.split === counted[split]) return wrong
  return [{ cube: cube.name, measure: null, kept: 0, counted: 0 }]
}

const userSums = sql`count(*)::float8 as users, coalesce(sum(deposits), 0)::float8 as deposits,
  coalesce(sum(user_key % 999983), 0)::float8 as keys, count(failed_at)::float8 as failed, count(paid_at)::float8 as paid`

async function wrongUsers(
  tx: Tx,
  merchantId: number,
  { from, to, zone }: DayToCheck,
): Promise<WrongFigure[]> {
  const { rows: kept } = await sql<Sums>`select ${userSums} from analytics_user
    where merchant_id = ${merchantId} and zone = ${zone} and at >= ${from} and at < ${to}`.execute(tx)
  const { rows: counted } = await sql<Sums>`select ${userSums}
    from (${userRows({ merchants: [merchantId], from, to }, sql`${from}::timestamptz`)}) u`.execute(tx)
  return Object.entries(counted[0] ?? {}).flatMap(([measure, value]) =>
    kept[0]?.[measure] === value
      ? []
      : [{ cube: 'users', measure, kept: Number(kept[0]?.[measure] ?? 0), counted: Number(value) }],
  )
}

/** Adds up a day twice, from its rollups and from its payments, and says where the two differ. */
export async function wrongFigures(tx: Tx, merchantId: number, day: DayToCheck): Promise<WrongFigure[]> {
  const wrong: WrongFigure[] = []
  const kept = cubes.filter(({ grain }) => grain !== '5min' || day.withSlots)
  for (const fact of new Set(kept.map((cube) => cube.fact))) {
    const ofFact = kept.filter((each) => each.fact === fact)
    const counted = await countedOf(tx, ofFact, merchantId, day)
    for (const [place, cube] of ofFact.entries())
      wrong.push(...differencesOf(cube, await keptIn(tx, cube, merchantId, day), counted, splitName(place)))
  }
  return [...wrong, ...(await wrongUsers(tx, merchantId, day))]
}
