import { describe, expect, it } from 'vitest'
import { effectiveAccess, roleDescription, rolesThatCount } from './effective-access.ts'
import { mayAccess, permissions, ruleOf, type Permission } from './policy.ts'
import { roles, type Role } from './roles.ts'

const allowedTo = (held: readonly Role[], internalUser = false) =>
  effectiveAccess({ roles: held, internalUser }).flatMap(({ allowed }) => allowed)

/** What people are given each role for, and the role it takes beside it. DATA_VIEWER opens nothing: its holders see what is masked for others. */
const opens: Readonly<Record<Exclude<Role, 'DATA_VIEWER'>, readonly [Permission, ...Role[]]>> = {
  ADMIN_APPROVER: ['approve.decide'],
  AGENT: ['transactions.view'],
  ANALYTICS: ['analytics.view'],
  ANALYTICS_ADMIN: ['analytics.edit'],
  AUDIT_VIEWER: ['audit-log.view'],
  CONFIG_ADMIN: ['configuration.edit'],
  CONFIG: ['configuration.view'],
  EDIT_USER_PSP_ACCOUNT: ['user-accounts.edit'],
  EXPERIMENTAL_FEATURES: ['os-analytics.view', 'ANALYTICS'],
  FIRST_APPROVER: ['approve.decide'],
  IIN_ADMIN: ['iin.remove'],
  IIN: ['iin.edit'],
  INVESTIGATOR: ['investigate.decide'],
  INVESTIGATOR_ADMIN: ['investigate.assign'],
  KYC: ['kyc.view'],
  KYC_ADMIN: ['kyc.edit'],
  MAINTENANCE_ADMIN: ['maintenance.edit'],
  MAINTENANCE_SUPPORT: ['maintenance.view'],
  MERCHANT_ADMIN: ['merchant.edit'],
  MERCHANT_SUPPORT: ['transactions.operate'],
  MERCHANT_USER_ENABLE: ['backoffice-users.operate'],
  OPERATOR_ADMIN: ['platform.view'],
  RULES: ['rules.view'],
  RULES_ADMIN: ['rules.edit'],
  RULES_HUB_PILOT: ['rules-hub.view', 'RULES'],
  SECOND_APPROVER: ['approve.decide'],
  STORE: ['store.view'],
  STORE_ADMIN: ['store.edit'],
  TRANSACTION_DETAIL_VIEWER: ['transaction-detail.view'],
  TRANSACTION_VIEWER: ['transactions.view'],
  USER_PSP_ACCOUNT: ['user-accounts.view'],
  USER_PSP_ACCOUNT_ADMIN: ['user-accounts.edit'],
  MINIBANK: ['balance.view'],
  BAMBORA_OB_ADMIN: ['scheme-token-onboarding.edit'],
  MINIBANK_ADMIN: ['balance.edit'],
  CUSTOMER: ['customer.view'],
  CUSTOMER_ADMIN: ['customer.edit'],
  INVOICE_ADMIN: ['invoice.correct'],
  INVOICE: ['invoice.edit'],
  INVOICE_VIEWER: ['invoice.view'],
  SETTLEMENTS: ['settlements.edit'],
  DOC_PORTAL: ['resource-centre.view'],
  ALERT_RECEIVER: ['alerts.view'],
  GDPR_ADMIN: ['user-accounts.erase', 'USER_PSP_ACCOUNT'],
}

describe('effective access', () => {
  it('says exactly what the policy table decides, for every role and for platform staff', () => {
    for (const internalUser of [false, true]) {
      for (const role of roles) {
        const said = allowedTo([role], internalUser).map(({ permission }) => permission)
        const decided = permissions.filter((one) => mayAccess(one, { roles: [role], internalUser }))
        expect(said, role).toEqual(decided)
      }
    }
  })

  it('names the roles each permission rests on', () => {
    const [seeing] = allowedTo(['AGENT', 'MERCHANT_SUPPORT', 'KYC'])
    expect(seeing).toMatchObject({ permission: 'transactions.view', through: ['AGENT', 'MERCHANT_SUPPORT'] })
    const erasing = allowedTo(['GDPR_ADMIN', 'USER_PSP_ACCOUNT']).find(
      ({ permission }) => permission === 'user-accounts.erase',
    )
    expect(erasing?.through).toEqual(['GDPR_ADMIN', 'USER_PSP_ACCOUNT'])
    expect(rolesThatCount(ruleOf('approve.decide'), ['MERCHANT_ADMIN', 'FIRST_APPROVER'])).toEqual([
      'FIRST_APPROVER',
    ])
  })

  it.each(Object.entries(opens))('says that %s opens %s', (role, [permission, ...others]) => {
    const named = (held: readonly Role[]) => allowedTo(held).map((one) => one.permission)
    expect(named([role as Role, ...others])).toContain(permission)
    expect(named(others)).not.toContain(permission)
  })

  it('gives nobody anything without a role', () => {
    expect(allowedTo([], true)).toEqual([])
  })
})

describe('a line about a role', () => {
  it('exists for all of them and is never about nothing', () => {
    for (const role of roles) expect(roleDescription(role), role).toMatch(/^\S+( \S+){1,}$/)
  })
  it('tells seeing from doing', () => {
    expect(roleDescription('AGENT')).toBe('Sees Transactions')
    expect(roleDescription('SETTLEMENTS')).toBe('Acts in Settlements; sees Balance')
    expect(roleDescription('DATA_VIEWER')).toContain('masked')
  })
})
