import type { Endpoint } from '../field/endpoint.ts'
import { alertCalls } from './alert.ts'
import { analyticsCalls, analyticsDashboardCalls, analyticsMailCalls } from './analytics.ts'
import { apiClientCalls } from './api-client.ts'
import { approvalCalls } from './approval.ts'
import { auditCalls } from './audit.ts'
import { bankAccountCalls, bankEntryCalls, bankStatementCalls } from './bank.ts'
import { balanceCalls, ledgerPostingCalls, ledgerRequestCalls } from './balance.ts'
import { customerCalls, invoiceCalls, legalEntityCalls, priceListCalls } from './billing.ts'
import { caseCalls } from './case.ts'
import { changeSetCalls } from './change-set.ts'
import { configCalls, credentialsTemplateCalls } from './configuration.ts'
import { eventCalls } from './events.ts'
import { forexRateCalls } from './forex-rate.ts'
import { gdprCalls } from './gdpr.ts'
import { helpCalls } from './help.ts'
import { homeCalls } from './home.ts'
import { iinCalls } from './iin.ts'
import { inboxCalls } from './inbox.ts'
import { kycCalls } from './kyc.ts'
import { maintenanceCalls } from './maintenance.ts'
import { meCalls, sessionCalls } from './me.ts'
import { messageCalls } from './message.ts'
import { paymentMethodInputCalls, paymentMethodLogoCalls } from './payment-method.ts'
import { pendingGrantCalls } from './pending-grant.ts'
import { pspCalls } from './psp.ts'
import { newsCalls, releaseNoteCalls } from './release-note.ts'
import { resourceCentreCalls } from './resource-centre.ts'
import { bankMappingCalls, merchantCalls } from './resources.ts'
import { rulesHubCalls } from './rules-hub.ts'
import { rulesetCalls } from './ruleset.ts'
import { schemeTokenCalls } from './scheme-token.ts'
import { sandboxCalls } from './sandbox.ts'
import { simulatorCalls } from './simulator.ts'
import { productCalls, voucherBatchCalls, voucherCalls } from './store.ts'
import {
  settlementBatchCalls,
  settlementImportCalls,
  settlementLineCalls,
  settlementProfileCalls,
} from './settlement.ts'
import { templateCalls } from './template.ts'
import { transactionFinanceCalls } from './transaction-finance.ts'
import { transactionOperationCalls } from './transaction-operation.ts'
import { transactionCalls } from './transaction.ts'
import { userAccountCalls } from './user-account.ts'
import { roleGrantCalls, rolePresetCalls, userCalls } from './user.ts'
import { userdataCalls } from './userdata.ts'

/** Table of contents of the console API. A call that is not listed here does not exist. */
const calls = {
  alert: alertCalls,
  analytics: analyticsCalls,
  analyticsDashboard: analyticsDashboardCalls,
  analyticsMail: analyticsMailCalls,
  apiClient: apiClientCalls,
  approval: approvalCalls,
  audit: auditCalls,
  bankAccount: bankAccountCalls,
  bankEntry: bankEntryCalls,
  balance: balanceCalls,
  bankMapping: bankMappingCalls,
  bankStatement: bankStatementCalls,
  case: caseCalls,
  changeSet: changeSetCalls,
  config: configCalls,
  credentialsTemplate: credentialsTemplateCalls,
  customer: customerCalls,
  events: eventCalls,
  forexRate: forexRateCalls,
  gdpr: gdprCalls,
  help: helpCalls,
  home: homeCalls,
  iin: iinCalls,
  inbox: inboxCalls,
  invoice: invoiceCalls,
  kyc: kycCalls,
  ledgerPosting: ledgerPostingCalls,
  ledgerRequest: ledgerRequestCalls,
  legalEntity: legalEntityCalls,
  maintenance: maintenanceCalls,
  me: meCalls,
  merchant: merchantCalls,
  message: messageCalls,
  paymentMethodInput: paymentMethodInputCalls,
  paymentMethodLogo: paymentMethodLogoCalls,
  news: newsCalls,
  pendingGrant: pendingGrantCalls,
  product: productCalls,
  priceList: priceListCalls,
  psp: pspCalls,
  releaseNote: releaseNoteCalls,
  resourceCentre: resourceCentreCalls,
  roleGrant: roleGrantCalls,
  rolePreset: rolePresetCalls,
  ruleset: rulesetCalls,
  rulesHub: rulesHubCalls,
  sandbox: sandboxCalls,
  schemeToken: schemeTokenCalls,
  session: sessionCalls,
  settlementBatch: settlementBatchCalls,
  settlementImport: settlementImportCalls,
  settlementLine: settlementLineCalls,
  settlementProfile: settlementProfileCalls,
  simulator: simulatorCalls,
  template: templateCalls,
  transaction: transactionCalls,
  transactionFinance: transactionFinanceCalls,
  transactionOperation: transactionOperationCalls,
  user: userCalls,
  userAccount: userAccountCalls,
  userdata: userdataCalls,
  voucher: voucherCalls,
  voucherBatch: voucherBatchCalls,
} as const satisfies Record<string, Record<string, Endpoint>>

type AllCalls = { [A in keyof typeof calls]: (typeof calls)[A][keyof (typeof calls)[A]] }[keyof typeof calls]

/** For the browser's client: `api('GET /user/{id}', …)` is typed by the key alone, without loading any schema. */
export type CallMap = {
  [C in AllCalls as C extends Endpoint<infer Key> ? Key : never]: C extends Endpoint<
    infer _Key,
    infer Params,
    infer Query,
    infer Body,
    infer Reply
  >
    ? { params: Params; query: Query; body: Body; reply: Reply }
    : never
}

export const allCalls: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(calls).flatMap((group) =>
  Object.values(group),
)
