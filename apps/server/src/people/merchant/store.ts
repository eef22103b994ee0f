import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'

export interface TreeNode {
  readonly id: number
  readonly path: string
  readonly level: number
  readonly state: string
  readonly name: string
}

/** Locks a merchant so that nothing moves above or below it while its children change. */
export async function lockNode(tx: Tx, id: number): Promise<TreeNode | undefined> {
  return tx
    .selectFrom('merchant')
    .select(['id', 'path', 'level', 'state', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether amounts of this merchant are kept in its base currency by now. */
export async function hasPayments(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select 1 from transaction where merchant_id = ${id}) as some`.execute(tx)
  return rows[0]?.some === true
}

export async function pathOf(tx: Tx, id: number): Promise<string | null> {
  const row = await tx.selectFrom('merchant').select('path').where('id', '=', id).executeTakeFirst()
  return row?.path ?? null
}

/** Every group has room for the numbers of its brands behind its own. */
const groupStep = 10_000

/** Child ids carry their parent's number: 1000, 100010000, 100010001; nine digits at most. */
export async function nextChildId(tx: Tx, parent: TreeNode): Promise<number> {
  // Numbers of children of different parents may meet, so it is not enough that the parent is locked.
  await lockByName(tx, 'merchant number')
  const row = await tx
    .selectFrom('merchant')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('parentId', '=', parent.id)
    .executeTakeFirst()
  const last = Number(row?.last ?? (parent.level === 0 ? parent.id * 100_000 : parent.id))
  const step = parent.level === 0 ? groupStep : 1
  return firstFree(tx, last - (last % step) + step, step)
}

async function firstFree(tx: Tx, from: number, step: number): Promise<number> {
  for (let id = from; ; id += step) {
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
