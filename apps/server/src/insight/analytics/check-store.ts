import { sql } from 'kysely'
import { snake } from '../../kit/column.ts'
import type { Tx } from '../../kit/database.ts'
import { cubes, type Cube, type CubeFact } from './cubes.ts'
import type { LocalDay } from './days.ts'
import { factRows, measuresIn } from './fact-store.ts'

/** A figure of a rollup that is not what the payments say. */
export interface WrongFigure {
  readonly cube: string
  readonly measure: string
  readonly kept: number
  readonly counted: number
}

const sums = (fact: CubeFact) =>
  sql.join(
    measuresIn(fact).map(
      (name) => sql`coalesce(sum(${sql.ref(snake(name))}), 0)::float8 as ${sql.ref(snake(name))}`,
    ),
  )

type Sums = Readonly<Record<string, number>>

async function countedOf(tx: Tx, fact: CubeFact, merchantId: number, { from, to }: LocalDay): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums(fact)}
    from (${factRows(fact, { merchants: [merchantId], from, to }, [])}) f`.execute(tx)
  return rows[0] ?? {}
}

async function keptIn(
  tx: Tx,
  cube: Cube,
  merchantId: number,
  { from, to, zone }: LocalDay & { readonly zone: string },
): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums(cube.fact)} from analytics_cube
    where merchant_id = ${merchantId} and cube = ${cube.name} and zone = ${zone} and at >= ${from} and at < ${to}`.execute(
    tx,
  )
  return rows[0] ?? {}
}

/** Adds up a day twice, from its rollups and from its payments, and says where the two differ. */
export async function wrongFigures(
  tx: Tx,
  merchantId: number,
  day: LocalDay & { readonly zone: string },
): Promise<WrongFigure[]> {
  const wrong: WrongFigure[] = []
  const kept = cubes.filter(({ grain }) => grain !== '5min')
  for (const fact of new Set(kept.map((cube) => cube.fact))) {
    const counted = await countedOf(tx, fact, merchantId, day)
    for (const cube of kept.filter((each) => each.fact === fact)) {
      const found = await keptIn(tx, cube, merchantId, day)
      for (const name of measuresIn(fact))
        if (found[name] !== counted[name])
          wrong.push({ cube: cube.name, measure: name, kept: found[name] ?? 0, counted: counted[name] ?? 0 })
    }
  }
  return wrong
}
