/** The 45 roles of the platform. On the wire every authority carries the prefix `ROLE_`. */
export const roles = [
  'ADMIN_APPROVER',
  'AGENT',
  'ANALYTICS',
  'ANALYTICS_ADMIN',
  'AUDIT_VIEWER',
  'CONFIG_ADMIN',
  'CONFIG',
  'DATA_VIEWER',
  'EDIT_USER_PSP_ACCOUNT',
  'EXPERIMENTAL_FEATURES',
  'FIRST_APPROVER',
  'IIN_ADMIN',
  'IIN',
  'INVESTIGATOR',
  'INVESTIGATOR_ADMIN',
  'KYC',
  'KYC_ADMIN',
  'MAINTENANCE_ADMIN',
  'MAINTENANCE_SUPPORT',
  'MERCHANT_ADMIN',
  'MERCHANT_SUPPORT',
  'MERCHANT_USER_ENABLE',
  'OPERATOR_ADMIN',
  'RULES',
  'RULES_ADMIN',
  'RULES_HUB_PILOT',
  'SECOND_APPROVER',
  'STORE',
  'STORE_ADMIN',
  'TRANSACTION_DETAIL_VIEWER',
  'TRANSACTION_VIEWER',
  'USER_PSP_ACCOUNT',
  'USER_PSP_ACCOUNT_ADMIN',
  'MINIBANK',
  'BAMBORA_OB_ADMIN',
  'MINIBANK_ADMIN',
  'CUSTOMER',
  'CUSTOMER_ADMIN',
  'INVOICE_ADMIN',
  'INVOICE',
  'INVOICE_VIEWER',
  'SETTLEMENTS',
  'DOC_PORTAL',
  'ALERT_RECEIVER',
  'GDPR_ADMIN',
] as const

export type Role = (typeof roles)[number]

export const authorityOf = (role: Role): `ROLE_${Role}` => `ROLE_${role}`

export function roleOf(authority: string): Role | undefined {
  const name = authority.startsWith('ROLE_') ? authority.slice(5) : authority
  return roles.find((role) => role === name)
}

/** Roles only platform staff may hand out; a merchant administrator may grant every other one. */
const platformGrantedRoles: readonly Role[] = [
  'OPERATOR_ADMIN',
  'GDPR_ADMIN',
  'AUDIT_VIEWER',
  'BAMBORA_OB_ADMIN',
  'CUSTOMER',
  'CUSTOMER_ADMIN',
  'INVOICE',
  'INVOICE_ADMIN',
  'INVOICE_VIEWER',
]

/** Pairs that let one person do alone what two people should do together. They are allowed with a note. */
export const toxicPairs: readonly (readonly [Role, Role])[] = [
  ['FIRST_APPROVER', 'SECOND_APPROVER'],
  ['ADMIN_APPROVER', 'INVESTIGATOR_ADMIN'],
  ['INVESTIGATOR_ADMIN', 'USER_PSP_ACCOUNT_ADMIN'],
]

/**
 * Who holds one of these can be the second person of a rule that asks for two: they approve payouts, rules, corrections,
 * or what is settled and billed, or confirm what gives others such a role. So to give one takes two people itself, or one
 * person makes their own second.
 */
export const secondPersonRoles: readonly Role[] = [
  'FIRST_APPROVER',
  'SECOND_APPROVER',
  'ADMIN_APPROVER',
  'INVESTIGATOR',
  'INVESTIGATOR_ADMIN',
  'RULES_ADMIN',
  'KYC_ADMIN',
  'MINIBANK_ADMIN',
  'MERCHANT_ADMIN',
  'MERCHANT_USER_ENABLE',
  'CONFIG_ADMIN',
  'OPERATOR_ADMIN',
  'STORE_ADMIN',
  // They accept settlements, approve invoices, write off, and confirm where customers pay to.
  'SETTLEMENTS',
  'INVOICE',
  'INVOICE_ADMIN',
  'CUSTOMER_ADMIN',
]

/** Whether the helpdesk, or whoever could give the role, may help somebody who holds it to get in, or keep them out. */
export const mayLookAfter = (helper: readonly Role[], role: Role): boolean =>
  mayGrant(helper, role) || (helper.includes('MERCHANT_USER_ENABLE') && !platformGrantedRoles.includes(role))

export function mayGrant(granter: readonly Role[], role: Role): boolean {
  if (granter.includes('OPERATOR_ADMIN')) return true
  if (role === 'OPERATOR_ADMIN') return false
  if (granter.includes(role)) return true
  return granter.includes('MERCHANT_ADMIN') && !platformGrantedRoles.includes(role)
}
