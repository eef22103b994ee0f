import { sql } from 'kysely'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Int8, Database, Tx } from '@signalbox/server/kit/database'
import { statusIn } from '@signalbox/server/kit/status-sql'
import type { CaseRecord } from '@signalbox/server/payments/core/cases/case-store'

/** Whether anybody has done anything about a case on this platform. */
export async function isBegun(tx: Database | Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from case_entry limit 1`.execute(tx)
  return rows.length > 0
}

/** Cases nobody has touched, the newest first. */
export async function untouchedCases(tx: Tx, limit: number): Promise<CaseRecord[]> {
  const { rows } =
    await sql<CaseRecord>`select merchant_id, id, tx_id, callback_id, type, state, severity, cause,
      assignee_id, assignee, due_at, resolution, opened_at, resolved_at, version
    from investigation_case where state = 'OPEN' and type = 'INCONSISTENT'
    order by opened_at desc, id limit ${limit} for update`.execute(tx)
  return rows
}

export interface LostDeposit {
  readonly merchantId: number
  readonly id: number
  readonly psp: string
  readonly pspAccount: string
  readonly pspAmountMinor: Int8
  readonly pspCurrency: string
  readonly createdAt: string
}

/** Deposits whose PSP never answered: what it says about them later may reach us under a name we do not know. */
export async function lostDeposits(tx: Tx, limit: number): Promise<LostDeposit[]> {
  const { rows } = await sql<LostDeposit>`
    select t.merchant_id, t.id, t.psp, t.psp_account, t.psp_amount_minor, t.psp_currency, t.created_at
    from transaction t
    join investigation_case c on c.merchant_id = t.merchant_id and c.tx_id = t.id and c.state <> 'RESOLVED'
    where ${statusIn('t.status_no', StatusNo.ERR_READ_TIMEOUT, StatusNo.ERR_IO_EXCEPTION)} and t.method = 'DEPOSIT' and t.psp is not null and t.psp_account is not null
      and t.psp_amount_minor is not null and t.psp_currency is not null and t.psp_ref_id is null
    order by t.id desc limit ${limit}`.execute(tx)
  return rows
}
