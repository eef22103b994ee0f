import { batchesToRelease } from '../../finance/store/read-model.ts'
import { ledgerRequestsToDecide } from '../../finance/balance/read-model.ts'
import { openAlerts } from '../../setup/alert/read-model.ts'
import { casesFor } from '../../payments/cases/read-model.ts'
import { changeSetsToApprove, rulesetsToApprove } from '../../setup/ruleset/read-model.ts'
import { billingToDecide } from '../../finance/billing/read-model.ts'
import { mentions } from './mentions.ts'
import type { WorkSource, WorkSources } from '../../kit/work-source.ts'

/** Sources that need more than the database. */
export interface InboxDeps {
  readonly paymentApprovals: WorkSource
  readonly pendingGrants: WorkSource
  readonly settlements: WorkSource
}

/** What waits, kind by kind. A kind that is declared and has no source does not compile. */
export const workSources = ({ paymentApprovals, pendingGrants, settlements }: InboxDeps): WorkSources => ({
  'payment-approval': paymentApprovals,
  'ruleset-approval': rulesetsToApprove,
  'change-set-approval': changeSetsToApprove,
  case: casesFor,
  'pending-grant': pendingGrants,
  'voucher-batch': batchesToRelease,
  'ledger-request': ledgerRequestsToDecide,
  settlement: settlements,
  billing: billingToDecide,
  alert: openAlerts,
  mention: mentions,
})
