import { sql } from 'kysely'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { captureWaiting } from '@signalbox/model/reference/status-groups'
import type { Tx } from '../../kit/database.ts'
import { statusIn } from '../../kit/status-sql.ts'

export interface ExposureRow {
  readonly kind: 'HOLD' | 'TIMEOUT'
  readonly statusNo: number
  readonly psp: string | null
  readonly currency: string
  readonly count: number
  readonly minor: string
  readonly oldestAt: string
}

/** What a PSP did not answer: nobody knows whether the money moved. */
const timeouts = [StatusNo.ERR_READ_TIMEOUT, StatusNo.ERR_IO_EXCEPTION, StatusNo.ERR_UNKNOWN_RESPONSE]

/** Money that is reserved at a card or unclear at a PSP, and so in no account of the books. */
export async function exposureOf(tx: Tx, merchantIds: readonly number[]): Promise<ExposureRow[]> {
  const scope = sql`t.merchant_id = any(${[...merchantIds]}::integer[])`
  const { rows } = await sql<ExposureRow>`
    select 'HOLD' as kind, t.status_no, t.psp, t.currency, count(*)::integer as count,
      sum(t.authorized_minor - t.captured_minor - t.voided_minor)::text as minor, min(t.created_at) as oldest_at
    from transaction t where ${scope} and ${statusIn('t.status_no', ...captureWaiting)} and t.method = 'DEPOSIT'
      and t.authorized_minor > t.captured_minor + t.voided_minor
    group by t.status_no, t.psp, t.currency
    union all
    select 'TIMEOUT', t.status_no, t.psp, t.currency, count(*)::integer, sum(abs(t.amount_minor))::text,
      min(t.created_at)
    from transaction t where ${scope} and ${statusIn('t.status_no', ...timeouts)}
    group by t.status_no, t.psp, t.currency
    order by 1, 2, 3, 4`.execute(tx)
  return rows
}
