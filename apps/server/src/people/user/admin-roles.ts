import type { Role } from '@signalbox/model/access/roles'

/** What the first administrator of a platform may do. */
export const adminRoles: Role[] = [
  'OPERATOR_ADMIN',
  'MERCHANT_ADMIN',
  'CONFIG_ADMIN',
  'RULES_ADMIN',
  'AUDIT_VIEWER',
  'ANALYTICS_ADMIN',
  'MAINTENANCE_ADMIN',
  'IIN_ADMIN',
  'INVOICE_ADMIN',
  'CUSTOMER_ADMIN',
  'STORE_ADMIN',
  'KYC_ADMIN',
  'SETTLEMENTS',
  'MINIBANK_ADMIN',
  'RULES_HUB_PILOT',
  'EXPERIMENTAL_FEATURES',
  'INVESTIGATOR_ADMIN',
  'USER_PSP_ACCOUNT_ADMIN',
  'BAMBORA_OB_ADMIN',
  'DOC_PORTAL',
  'ALERT_RECEIVER',
  'DATA_VIEWER',
  'TRANSACTION_DETAIL_VIEWER',
]
