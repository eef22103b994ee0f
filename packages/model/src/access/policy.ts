import { may, type AccessRule, type Subject } from './access.ts'
import type { Role } from './roles.ts'

const any = (...valid: Role[]): AccessRule => ({ valid })
const staff = (...valid: Role[]): AccessRule => ({ valid, internal: true })

/**
 * The one table of who may do what. Menu, route guard, buttons and the API check all read it; nothing else decides
 * access. `view` opens a screen and its reads; the other verbs are the operations of that screen.
 */
export const policy = {
  transactions: {
    view: any(
      'TRANSACTION_VIEWER',
      'MERCHANT_SUPPORT',
      'AGENT',
      'INVESTIGATOR',
      'INVESTIGATOR_ADMIN',
      'USER_PSP_ACCOUNT',
      'USER_PSP_ACCOUNT_ADMIN',
      'MERCHANT_ADMIN',
      'OPERATOR_ADMIN',
    ),
    export: any('MERCHANT_SUPPORT', 'MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    /** Customer service looks things up and leaves them alone. */
    note: any(
      'TRANSACTION_VIEWER',
      'MERCHANT_SUPPORT',
      'INVESTIGATOR',
      'INVESTIGATOR_ADMIN',
      'USER_PSP_ACCOUNT',
      'USER_PSP_ACCOUNT_ADMIN',
      'MERCHANT_ADMIN',
      'OPERATOR_ADMIN',
    ),
    /** Which operation, and on what, each of them says itself. */
    operate: any('MERCHANT_SUPPORT', 'INVESTIGATOR', 'INVESTIGATOR_ADMIN', 'MERCHANT_ADMIN'),
  },
  /** What happened inside a payment: attempts, calls, decisions, its own history. */
  'transaction-detail': {
    view: any(
      'TRANSACTION_DETAIL_VIEWER',
      'INVESTIGATOR',
      'INVESTIGATOR_ADMIN',
      'MERCHANT_ADMIN',
      'OPERATOR_ADMIN',
    ),
  },
  approve: {
    view: any(
      'FIRST_APPROVER',
      'SECOND_APPROVER',
      'ADMIN_APPROVER',
      'MERCHANT_SUPPORT',
      'MERCHANT_ADMIN',
      'OPERATOR_ADMIN',
    ),
    /** Administrators may look, not approve. */
    decide: any('FIRST_APPROVER', 'SECOND_APPROVER', 'ADMIN_APPROVER'),
  },
  investigate: {
    view: any('INVESTIGATOR', 'INVESTIGATOR_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('INVESTIGATOR', 'INVESTIGATOR_ADMIN', 'OPERATOR_ADMIN'),
    /** What a decision does to the payment, its operation says itself. */
    decide: any('INVESTIGATOR', 'INVESTIGATOR_ADMIN'),
    /** Hands work out to others; everybody may take some. */
    assign: any('INVESTIGATOR_ADMIN'),
  },
  settlements: {
    view: any('SETTLEMENTS', 'OPERATOR_ADMIN'),
    edit: any('SETTLEMENTS'),
  },
  balance: {
    view: any('MINIBANK', 'MINIBANK_ADMIN', 'SETTLEMENTS', 'OPERATOR_ADMIN'),
    edit: any('MINIBANK_ADMIN'),
  },
  'user-accounts': {
    view: any('USER_PSP_ACCOUNT', 'USER_PSP_ACCOUNT_ADMIN', 'EDIT_USER_PSP_ACCOUNT', 'OPERATOR_ADMIN'),
    operate: any('USER_PSP_ACCOUNT', 'USER_PSP_ACCOUNT_ADMIN'),
    edit: any('USER_PSP_ACCOUNT_ADMIN', 'EDIT_USER_PSP_ACCOUNT'),
    erase: { required: ['GDPR_ADMIN', 'USER_PSP_ACCOUNT'] },
  },
  analytics: {
    view: any('ANALYTICS', 'ANALYTICS_ADMIN'),
    edit: any('ANALYTICS_ADMIN'),
  },
  'os-analytics': {
    view: { required: ['EXPERIMENTAL_FEATURES'], valid: ['ANALYTICS', 'ANALYTICS_ADMIN'] },
    edit: { required: ['EXPERIMENTAL_FEATURES'], valid: ['ANALYTICS_ADMIN'] },
  },
  kyc: {
    view: any('KYC', 'KYC_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('KYC_ADMIN'),
  },
  'kyc-rules': {
    view: any('KYC', 'KYC_ADMIN', 'RULES', 'RULES_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('KYC_ADMIN'),
  },
  rules: {
    view: any('RULES', 'RULES_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('RULES_ADMIN'),
  },
  'rules-hub': {
    view: { required: ['RULES_HUB_PILOT'], valid: ['RULES', 'RULES_ADMIN', 'OPERATOR_ADMIN'] },
    edit: { required: ['RULES_HUB_PILOT'], valid: ['RULES_ADMIN'] },
  },
  store: {
    view: any('STORE', 'STORE_ADMIN'),
    edit: any('STORE_ADMIN'),
    block: any('STORE', 'STORE_ADMIN'),
  },
  'scheme-token-onboarding': {
    view: any('BAMBORA_OB_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('BAMBORA_OB_ADMIN'),
  },
  configuration: {
    view: any('CONFIG', 'CONFIG_ADMIN'),
    edit: any('CONFIG_ADMIN'),
  },
  maintenance: {
    view: any('MAINTENANCE_SUPPORT', 'MAINTENANCE_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MAINTENANCE_ADMIN'),
  },
  'api-clients': {
    view: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
  },
  invoice: {
    view: any('INVOICE_VIEWER', 'INVOICE', 'INVOICE_ADMIN'),
    edit: any('INVOICE', 'INVOICE_ADMIN'),
    correct: any('INVOICE_ADMIN'),
  },
  customer: {
    view: any('CUSTOMER', 'CUSTOMER_ADMIN'),
    edit: any('CUSTOMER_ADMIN'),
  },
  /** Prices and the platform's own company are the same for all merchants. */
  'price-list': {
    view: any('CUSTOMER', 'CUSTOMER_ADMIN'),
    edit: staff('CUSTOMER_ADMIN'),
  },
  'legal-entity': {
    view: any('CUSTOMER', 'CUSTOMER_ADMIN'),
    edit: staff('CUSTOMER_ADMIN'),
  },
  messages: {
    view: any('MERCHANT_ADMIN', 'MERCHANT_SUPPORT', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    exchange: any('MERCHANT_ADMIN', 'MERCHANT_SUPPORT', 'OPERATOR_ADMIN'),
  },
  'forex-rates': {
    view: any('MERCHANT_ADMIN', 'CONFIG', 'CONFIG_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'CONFIG_ADMIN'),
  },
  iin: {
    view: any('IIN', 'IIN_ADMIN'),
    edit: any('IIN', 'IIN_ADMIN'),
    remove: any('IIN_ADMIN'),
    import: any('IIN_ADMIN'),
  },
  'credentials-template': {
    view: any('CONFIG_ADMIN', 'OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  'payment-methods': {
    view: any('MERCHANT_ADMIN', 'CONFIG_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'CONFIG_ADMIN'),
  },
  'payment-product-catalog': {
    view: any('CONFIG', 'CONFIG_ADMIN', 'OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  'backoffice-users': {
    view: any('MERCHANT_ADMIN', 'MERCHANT_USER_ENABLE', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    operate: any('MERCHANT_ADMIN', 'MERCHANT_USER_ENABLE', 'OPERATOR_ADMIN'),
  },
  /** What waits for a second person. Whoever confirms it must also be allowed to make the change. */
  'pending-grants': {
    view: any('MERCHANT_ADMIN', 'MERCHANT_USER_ENABLE', 'CONFIG_ADMIN', 'OPERATOR_ADMIN', 'KYC_ADMIN'),
    decide: any('MERCHANT_ADMIN', 'MERCHANT_USER_ENABLE', 'CONFIG_ADMIN', 'OPERATOR_ADMIN', 'KYC_ADMIN'),
    /** Changes of people, clients, settings and merchants; those of KYC records are for KYC administrators alone. */
    setup: any('MERCHANT_ADMIN', 'MERCHANT_USER_ENABLE', 'CONFIG_ADMIN', 'OPERATOR_ADMIN'),
  },
  'audit-log': {
    view: any('AUDIT_VIEWER', 'OPERATOR_ADMIN'),
  },
  merchant: {
    view: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN', 'BAMBORA_OB_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    operate: any('OPERATOR_ADMIN'),
  },
  'bank-mapping': {
    view: any('MERCHANT_ADMIN', 'CONFIG', 'CONFIG_ADMIN'),
    edit: any('CONFIG_ADMIN', 'MERCHANT_ADMIN'),
  },
  'template-email': {
    view: any('MERCHANT_ADMIN', 'RULES_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'RULES_ADMIN', 'OPERATOR_ADMIN'),
  },
  'template-html': {
    view: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
  },
  'template-mq': {
    view: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
  },
  'template-css': {
    view: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
    edit: any('MERCHANT_ADMIN', 'OPERATOR_ADMIN'),
  },
  'template-script': {
    view: any('OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  'template-sql': {
    view: any('OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  /** What is written for everybody; reading what is published takes no role. */
  'release-notes': {
    view: any('OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  /** What integrators read. */
  'resource-centre': {
    view: any('DOC_PORTAL'),
  },
  /** The bell. */
  alerts: {
    view: any('ALERT_RECEIVER'),
    edit: any('ALERT_RECEIVER'),
  },
  /** The simulated outside world; there is none in production. */
  sandbox: {
    view: staff('OPERATOR_ADMIN'),
    edit: staff('OPERATOR_ADMIN'),
  },
  platform: {
    /** Background jobs, outbox and health shown to platform staff on Home. */
    view: any('OPERATOR_ADMIN'),
  },
} as const satisfies Record<string, Record<string, AccessRule> & { view: AccessRule }>

type Area = keyof typeof policy
export type Permission = { [A in Area]: `${A}.${keyof (typeof policy)[A] & string}` }[Area]

/** What a call or a screen declares: open to all, to everybody signed in, or to holders of one of these permissions. */
export type Access = 'public' | 'signedIn' | Permission | readonly Permission[]

export function ruleOf(permission: Permission): AccessRule {
  const dot = permission.lastIndexOf('.')
  const verbs: Record<string, AccessRule> = policy[permission.slice(0, dot) as Area]
  const rule = verbs[permission.slice(dot + 1)]
  if (!rule) throw new Error(`The policy table has no ${permission}`)
  return rule
}

export const permissions: readonly Permission[] = Object.entries(policy).flatMap(([area, verbs]) =>
  Object.keys(verbs).map((verb) => `${area}.${verb}` as Permission),
)

export function mayAccess(access: Access, subject: Subject | null): boolean {
  if (access === 'public') return true
  if (subject === null) return false
  if (access === 'signedIn') return true
  const wanted: readonly Permission[] = typeof access === 'string' ? [access] : access
  return wanted.some((permission) => may(ruleOf(permission), subject))
}
