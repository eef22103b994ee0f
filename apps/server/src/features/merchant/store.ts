import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface TreeNode {
  readonly id: number
  readonly path: string
  readonly level: number
  readonly state: string
}

/** Locks a merchant so that nothing moves above or below it while its children change. */
export async function lockNode(tx: Tx, id: number): Promise<TreeNode | undefined> {
  return tx
    .selectFrom('merchant')
    .select(['id', 'path', 'level', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Child ids carry their parent's number: the parent's id times a thousand, counted up; nine digits at most. */
export async function nextChildId(tx: Tx, parent: TreeNode): Promise<number> {
  const row = await tx
    .selectFrom('merchant')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('parentId', '=', parent.id)
    .executeTakeFirst()
  if (row?.last) return firstFree(tx, Number(row.last) + 1)
  return firstFree(tx, parent.level === 0 ? parent.id * 100_000 + 10_000 : parent.id + 1)
}

async function firstFree(tx: Tx, from: number): Promise<number> {
  for (let id = from; ; id++) {
    const taken = await tx.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
    if (!taken) return id
  }
}

/** Rewrites the paths of a whole subtree after a move. */
export async function movePaths(tx: Tx, from: TreeNode, to: { path: string; level: number }): Promise<void> {
  const moved = to.level + 1 - from.level
  await sql`update merchant
    set path = ${to.path}::text || ${`${from.id}/`}::text || substr(path, length(${from.path}::text) + 1),
        level = level + ${moved}::integer
    where path like ${`${from.path}%`}`.execute(tx)
}
