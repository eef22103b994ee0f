import { sql } from 'kysely'
import type { CaseType } from '@signalbox/model/investigation/case'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import { aboutSomebodySeen, isOverdue } from './filter-store.ts'

export interface WaitingCase {
  readonly id: string
  readonly merchantId: number
  readonly txId: string | null
  readonly type: CaseType
  readonly psp: string | null
  readonly assigneeId: string | null
  readonly openedAt: string
  readonly dueAt: string
  readonly overdue: boolean
  /** Who proposed to book a difference, which a second person confirms. */
  readonly proposer: { readonly id: string; readonly name: string } | null
}

/**
 * Cases somebody can go on with: theirs and those nobody has. One that waits for a PSP or a merchant waits for nobody here
 * until it is late; one with a proposal waits for whoever confirms it.
 */
export async function waitingCases(
  tx: Tx,
  merchants: readonly number[],
  { userId, roles, now }: { readonly userId: string; readonly roles: readonly Role[]; readonly now: Date },
): Promise<WaitingCase[]> {
  const { rows } = await sql<WaitingCase>`
    select c.id::text, c.merchant_id, c.tx_id::text as tx_id, c.type, coalesce(t.psp, cb.psp) as psp, c.assignee_id,
      c.opened_at, c.due_at, ${isOverdue(now)} as overdue, proposed.proposer
    from investigation_case c
    left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
    left join callback cb on cb.merchant_id = c.merchant_id and cb.id = c.callback_id
    left join lateral (
      select json_build_object('id', e.author_id, 'name', e.author) as proposer from case_entry e
      where c.type = 'CALLBACK_FAILED' and e.merchant_id = c.merchant_id and e.case_id = c.id and e.kind = 'PROPOSED'
      order by e.at desc, e.id desc limit 1) as proposed on true
    where c.merchant_id = any(${[...merchants]}::integer[]) and c.state <> 'RESOLVED' and ${aboutSomebodySeen(roles)}
      and (c.state in ('OPEN', 'ASSIGNED') or c.due_at < ${now}::timestamptz)
      and (c.assignee_id is null or c.assignee_id = ${userId}::uuid or proposed.proposer is not null)
    order by c.due_at, c.id`.execute(tx)
  return rows
}
