import type { Entity } from '../field/entity.ts'
import { analyticsDashboard } from './analytics-dashboard.ts'
import { analyticsMail } from './analytics-mail.ts'
import { apiClient } from './api-client.ts'
import { bankAccount } from './bank-account.ts'
import { bankEntry } from './bank-entry.ts'
import { bankMapping } from './bank-mapping.ts'
import { bankStatement } from './bank-statement.ts'
import { config } from './config.ts'
import { credentialsTemplate } from './credentials-template.ts'
import { customer } from './customer.ts'
import { forexRate } from './forex-rate.ts'
import { gdprRequest } from './gdpr-request.ts'
import { iin } from './iin.ts'
import { invoice } from './invoice.ts'
import { kycRecord } from './kyc-record.ts'
import { ledgerPosting } from './ledger-posting.ts'
import { ledgerRequest } from './ledger-request.ts'
import { legalEntity } from './legal-entity.ts'
import { maintenance } from './maintenance.ts'
import { merchant } from './merchant.ts'
import { message } from './message.ts'
import { paymentMethodInput } from './payment-method-input.ts'
import { paymentMethodLogo } from './payment-method-logo.ts'
import { pendingGrant } from './pending-grant.ts'
import { product } from './product.ts'
import { priceList } from './price-list.ts'
import { psp } from './psp.ts'
import { releaseNote } from './release-note.ts'
import { roleGrant } from './role-grant.ts'
import { rolePreset } from './role-preset.ts'
import { rulesetOverview } from './ruleset-overview.ts'
import { schemeToken } from './scheme-token.ts'
import { settlementBatch } from './settlement-batch.ts'
import { settlementLine } from './settlement-line.ts'
import { settlementProfile } from './settlement-profile.ts'
import { userPspAccount } from './user-psp-account.ts'
import { user } from './user.ts'
import { voucherBatch } from './voucher-batch.ts'
import { voucher } from './voucher.ts'

/** Table of contents of everything that is a resource. */
export const entities = [
  analyticsDashboard,
  analyticsMail,
  apiClient,
  bankAccount,
  bankEntry,
  bankMapping,
  bankStatement,
  config,
  credentialsTemplate,
  customer,
  forexRate,
  gdprRequest,
  iin,
  invoice,
  kycRecord,
  ledgerPosting,
  ledgerRequest,
  legalEntity,
  maintenance,
  merchant,
  message,
  paymentMethodInput,
  paymentMethodLogo,
  pendingGrant,
  product,
  priceList,
  psp,
  releaseNote,
  roleGrant,
  rolePreset,
  rulesetOverview,
  schemeToken,
  settlementBatch,
  settlementLine,
  settlementProfile,
  user,
  userPspAccount,
  voucher,
  voucherBatch,
] as const satisfies readonly Entity[]
