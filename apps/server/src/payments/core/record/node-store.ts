import { sql } from 'kysely'
import type { Database } from '../../../kit/database.ts'

interface TxNodeTable {
  node: number
  holder: string
  leaseUntil: string
}

/** By the one clock all servers share. */
const leaseEnd = (leaseMs: number) =>
  sql<string>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`

const nodes = Array.from({ length: 16 }, (_, node) => node)

/** The lowest number nobody holds; `undefined` when sixteen servers run. */
export async function takeNode(db: Database, holder: string, leaseMs: number): Promise<number | undefined> {
  const tables = db.withTables<{ txNode: TxNodeTable }>()
  for (const node of nodes) {
    const taken = await tables
      .insertInto('txNode')
      .values({ node, holder, leaseUntil: leaseEnd(leaseMs) })
      .onConflict((conflict) =>
        conflict
          .column('node')
          .doUpdateSet({ holder, leaseUntil: leaseEnd(leaseMs) })
          .where(sql<boolean>`tx_node.lease_until <= clock_timestamp() or tx_node.holder = ${holder}::uuid`),
      )
      .returning('node')
      .executeTakeFirst()
    if (taken) return taken.node
  }
  return undefined
}

/** False when the number was lost: somebody else may be making ids with it. */
export async function keepNode(
  db: Database,
  node: number,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<{ txNode: TxNodeTable }>()
    .updateTable('txNode')
    .set({ leaseUntil: leaseEnd(leaseMs) })
    .where('node', '=', node)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function giveNodeBack(db: Database, node: number, holder: string): Promise<void> {
  await db
    .withTables<{ txNode: TxNodeTable }>()
    .deleteFrom('txNode')
    .where('node', '=', node)
    .where('holder', '=', holder)
    .execute()
}
