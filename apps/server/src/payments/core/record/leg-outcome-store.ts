import { sql, type RawBuilder } from 'kysely'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { statusIn, statusIs } from '../../../kit/status-sql.ts'

const neverCameBack = statusIn('t.status_no', StatusNo.ERR_DECLINED_3D_EXPIRED, StatusNo.ERR_DECLINED_EXPIRED)

/**
 * What a PSP said to a submission `l` of the payment `t`. Where the payer had to go somewhere first, or the PSP took its
 * time, the answer is how the payment ended; a payer who never came back is nobody's answer, and neither is a submission
 * that another one followed.
 */
export const legOutcome: RawBuilder<string | null> = sql`(case
  when l.outcome not in ('redirect', 'pending') then l.outcome
  when t.attempt_count <> l.no then null
  when ${statusIs('t.status_no', 'SUCCESSFUL')} then 'approved'
  when ${statusIs('t.status_no', 'FAILED')} and not ${neverCameBack} then 'declined' end)`
