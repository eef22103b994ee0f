import { sql } from 'kysely'
import type { Database } from '../../kit/database.ts'

interface TxNodeTable {
  node: number
  holder: string
  leaseUntil: string
}

const nodes = Array.from({ length: 16 }, (_, node) => node)

/** The lowest number nobody holds; `undefined` when sixteen servers run. */
export async function takeNode(
  db: Database,
  holder: string,
  now: Date,
  until: Date,
): Promise<number | undefined> {
  const tables = db.withTables<{ txNode: TxNodeTable }>()
  for (const node of nodes) {
    const taken = await tables
      .insertInto('txNode')
      .values({ node, holder, leaseUntil: until.toISOString() })
      .onConflict((conflict) =>
        conflict
          .column('node')
          .doUpdateSet({ holder, leaseUntil: until.toISOString() })
          .where(
            sql<boolean>`tx_node.lease_until <= ${now.toISOString()} or tx_node.holder = ${holder}::uuid`,
          ),
      )
      .returning('node')
      .executeTakeFirst()
    if (taken) return taken.node
  }
  return undefined
}

/** False when the number was lost: somebody else may be making ids with it. */
export async function keepNode(db: Database, node: number, holder: string, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<{ txNode: TxNodeTable }>()
    .updateTable('txNode')
    .set({ leaseUntil: until.toISOString() })
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
