import { describe, expect, it } from 'vitest'
import { may, menuShows, type AccessRule } from './access.ts'
import { allCalls } from '../calls/index.ts'
import { mayAccess, permissions, policy, ruleOf } from './policy.ts'
import { authorityOf, mayGrant, roleOf, roles, secondPersonRoles, type Role } from './roles.ts'

const subject = (...held: Role[]) => ({ roles: held, internalUser: false })

describe('roles', () => {
  it('are the 45 of the platform, each once', () => {
    expect(roles).toHaveLength(45)
    expect(new Set(roles).size).toBe(45)
  })
  it('carry a prefix on the wire', () => {
    for (const role of roles) expect(roleOf(authorityOf(role))).toBe(role)
    expect(roleOf('ROLE_GOD')).toBeUndefined()
  })
  it('are granted only as far as the granter’s own reach', () => {
    expect(mayGrant(['MERCHANT_ADMIN'], 'FIRST_APPROVER')).toBe(true)
    expect(mayGrant(['MERCHANT_ADMIN'], 'OPERATOR_ADMIN')).toBe(false)
    expect(mayGrant(['MERCHANT_ADMIN'], 'GDPR_ADMIN')).toBe(false)
    expect(mayGrant(['MERCHANT_ADMIN', 'AUDIT_VIEWER'], 'AUDIT_VIEWER')).toBe(true)
    expect(mayGrant(['AGENT'], 'AGENT')).toBe(true)
    expect(mayGrant(['AGENT'], 'CONFIG')).toBe(false)
    for (const role of roles) expect(mayGrant(['OPERATOR_ADMIN'], role)).toBe(true)
  })
})

/** What two people do together about money, by the permission each of them needs. */
it.each([
  'approve.decide',
  'settlements.edit',
  'balance.edit',
  'invoice.edit',
  'invoice.correct',
  'legal-entity.edit',
  'store.edit',
] as const)('who has %s can be a second person, so the role is given by two', (permission) => {
  const holders = roles.filter((role) => mayAccess(permission, { roles: [role], internalUser: true }))
  expect(holders.length).toBeGreaterThan(0)
  expect(holders.filter((role) => !secondPersonRoles.includes(role))).toEqual([])
})

describe('the menu rule', () => {
  const cases: [AccessRule, Role[], boolean][] = [
    [{}, [], true],
    [{ valid: ['AGENT'] }, [], false],
    [{ valid: ['AGENT'] }, ['AGENT'], true],
    [{ required: ['CONFIG'] }, ['AGENT'], false],
    [{ required: ['CONFIG'] }, ['CONFIG'], true],
    [{ required: ['CONFIG'], valid: ['AGENT'] }, ['CONFIG'], false],
    [{ required: ['CONFIG'], valid: ['AGENT'] }, ['CONFIG', 'AGENT'], true],
    [{ invalid: ['AGENT'] }, [], true],
    [{ invalid: ['AGENT'] }, ['AGENT'], false],
    [{ valid: ['AGENT'], invalid: ['CONFIG'] }, [], true],
    [{ valid: ['AGENT'], invalid: ['CONFIG'] }, ['CONFIG'], false],
    [{ valid: ['AGENT'], invalid: ['CONFIG'] }, ['CONFIG', 'AGENT'], true],
  ]
  it.each(cases)('%o for %o is %s', (rule, held, shown) => {
    expect(menuShows(rule, subject(...held))).toBe(shown)
  })
})

describe('the server’s check', () => {
  it('refuses everybody where a rule names nobody', () => {
    expect(may({}, subject(...roles))).toBe(false)
    expect(may({ valid: [] }, subject(...roles))).toBe(false)
  })
  it('keeps what is for platform staff from everybody else', () => {
    expect(mayAccess('template-script.edit', subject(...roles))).toBe(false)
    expect(mayAccess('template-script.edit', { roles: ['OPERATOR_ADMIN'], internalUser: true })).toBe(true)
  })
  it('lets nobody in who is not signed in, except where it says public', () => {
    expect(mayAccess('signedIn', null)).toBe(false)
    expect(mayAccess('bank-mapping.view', null)).toBe(false)
    expect(mayAccess('public', null)).toBe(true)
  })
  it('agrees with the menu: a screen is shown exactly to those its reads let in', () => {
    const differences = Object.entries(policy).flatMap(([area, { view }]) =>
      roles
        .filter((role) => menuShows(view, subject(role)) !== may(view, subject(role)))
        .map((role) => `${area} ${role}`),
    )
    expect(differences).toEqual([])
  })
})

describe('the policy table', () => {
  it('has a rule for every permission, and every rule names somebody', () => {
    for (const permission of permissions) {
      const { valid = [], required = [] } = ruleOf(permission)
      expect([...valid, ...required], permission).not.toEqual([])
    }
  })
  it('opens no operation to somebody who cannot open the screen', () => {
    const holders = roles.map((role) => ({ roles: [role], internalUser: true }))
    const open = Object.entries(policy).flatMap(([area, verbs]) =>
      Object.entries(verbs).flatMap(([verb, rule]) =>
        holders
          .filter((holder) => may(rule, holder) && !may(verbs.view, holder))
          .map((holder) => `${area}.${verb} ${holder.roles.join()}`),
      ),
    )
    expect(open).toEqual([])
  })
})

describe('every call', () => {
  it('is declared once, says who may use it, and is never public', () => {
    const keys = allCalls.map((call) => call.key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const call of allCalls) {
      expect(call.access, call.key).toBeDefined()
      expect(call.access, call.key).not.toBe('public')
      expect(call.summary.length, call.key).toBeGreaterThan(3)
    }
  })
})
