import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { checkUser, operationRefusal } from './user-rules.ts'

beforeEach(() => signIn(['MERCHANT_ADMIN']))

const check = (
  values: Record<string, unknown>,
  more: { roles?: string[]; twoFactor?: string[]; note?: string } = {},
) =>
  checkUser({
    values: { requiredActions: ['AUTHENTICATOR'], ...values },
    before: more.roles ? { roles: more.roles } : null,
    record: more.twoFactor ? { twoFactor: more.twoFactor } : null,
    note: more.note ?? '',
  })

describe('rules about backoffice users', () => {
  it('wants a second factor for everybody who has none', () => {
    const text = 'Two-Factor Authentication is required, please select one of the first two options'
    expect(check({ requiredActions: ['RESET_PASSWORD'] })).toEqual({ requiredActions: text })
    expect(check({ requiredActions: ['SECURITY_KEY'] })).toEqual({})
    expect(check({ requiredActions: [] }, { twoFactor: ['TOTP'] })).toEqual({})
  })

  it('wants a note for a pair of roles that lets one person act alone, once', () => {
    const both = { roles: ['FIRST_APPROVER', 'SECOND_APPROVER'] }
    expect(check(both)).toEqual({ note: 'This field is required' })
    expect(check(both, { note: 'night shift' })).toEqual({})
    expect(check(both, { roles: ['SECOND_APPROVER', 'FIRST_APPROVER'] })).toEqual({})
  })

  it('says why an operation is not possible', () => {
    expect(operationRefusal('enable', { username: 'bo', state: 'ACTIVE' })).toBe(
      'Only a disabled user can be enabled.',
    )
    expect(operationRefusal('disable', { username: 'bo', state: 'ACTIVE' })).toBeNull()
    expect(operationRefusal('disable', { username: 'anna', state: 'ACTIVE' })).toBe(
      'You cannot do this to your own account.',
    )
    expect(operationRefusal('delete', { username: 'bo', state: 'DELETED' })).toBe('The user is deleted.')
  })
})
