import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'

/** What says who may decide about a payment, beside what everybody reads of it. */
export interface DecisionFacts {
  readonly heldFrom: number | null
  readonly apiClientId: string | null
  /** Who approved at the first level. */
  readonly firstPeople: People
  readonly excludedApprovers: People
  readonly accountHeldUntil: string | null
}

/** Of the payment `t` of a statement. Lists of payments and the approval queue read it alike, so they offer alike. */
export const decisionFacts = sql<DecisionFacts>`json_build_object(
  'heldFrom', (t.step_state->>'heldFrom')::integer,
  'apiClientId', t.api_client_id,
  'firstPeople', coalesce((select to_json(a.people) from approval a
    where a.merchant_id = t.merchant_id and a.tx_id = t.id and a.level = 1), '[]'),
  'excludedApprovers', case when 'FORBID_SAME_APPROVER' = any(t.approval_tags)
    then coalesce(t.step_state->'approvers', '[]') else '[]' end,
  'accountHeldUntil', (select account.hold_until from user_psp_account account
    where account.merchant_id = t.merchant_id and account.id = t.account_id))`
