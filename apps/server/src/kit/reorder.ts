import { sql } from 'kysely'
import { tableOf, type Entity } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from './handle.ts'

interface Order {
  readonly ids: readonly string[]
  readonly note?: string
}

/** Rows are locked first, so that two people who reorder at once end with one of the two orders, not a mixture. */
export async function reorderRows(e: Entity, work: Work, { ids, note }: Order): Promise<{ ids: string[] }> {
  const table = sql.table(tableOf(e))
  const locked = await sql<{ id: string }>`select id::text from ${table}
    where merchant_id = ${work.scope.selected} order by position, id for update`.execute(work.tx)
  const before = locked.rows.map((row) => row.id)
  const given = new Set(ids)
  const complete = before.length === ids.length && before.every((id) => given.has(id))
  if (!complete) throw new Refusal('VERSION_CONFLICT', { current: { ids: before } })
  await sql`update ${table} t set position = o.position
    from unnest(${[...ids]}::uuid[]) with ordinality as o (id, position)
    where t.id = o.id and t.merchant_id = ${work.scope.selected}`.execute(work.tx)
  work.audit({
    merchantId: work.scope.selected,
    entityType: e.slug,
    entityId: String(work.scope.selected),
    entityLabel: e.plural,
    changeType: 'UPDATE',
    action: 'REORDER',
    before: { ids: before },
    after: { ids },
    note: note ?? null,
  })
  work.emit({ merchantId: work.scope.selected, topic: e.slug, key: 'order' })
  return { ids: [...ids] }
}
