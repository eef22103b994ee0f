import { describe, expect, it } from 'vitest'
import { effectiveAccess, roleDescription, rolesThatCount } from './effective-access.ts'
import { mayAccess, permissions, ruleOf } from './policy.ts'
import { roles, type Role } from './roles.ts'

const allowedTo = (held: readonly Role[], internalUser = false) =>
  effectiveAccess({ roles: held, internalUser }).flatMap(({ allowed }) => allowed)

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
