import { describe, expect, it } from 'vitest'
import { nextStep, type LoginFacts } from './next-step.ts'

const enrolled: LoginFacts = {
  hasTotp: true,
  hasSecurityKey: false,
  recoveryCodesLeft: 10,
  secondFactorPassed: false,
  requiredActions: [],
  secondFactorOptional: false,
}
const bare: LoginFacts = { ...enrolled, hasTotp: false, recoveryCodesLeft: 0 }

describe('nextStep', () => {
  it('asks for the second factor before anything else', () => {
    const facts = { ...enrolled, requiredActions: ['RESET_PASSWORD'] as const }
    expect(nextStep(facts)).toEqual({ status: 'totp', alternatives: ['recovery-code'] })
  })

  it('prefers the key and offers what else the person has', () => {
    expect(nextStep({ ...enrolled, hasSecurityKey: true })).toEqual({
      status: 'security-key',
      alternatives: ['totp', 'recovery-code'],
    })
    expect(nextStep({ ...bare, hasSecurityKey: true })).toEqual({ status: 'security-key', alternatives: [] })
  })

  it('takes required actions in a fixed order', () => {
    const passed = { ...enrolled, secondFactorPassed: true }
    const actions = ['AUTHENTICATOR', 'SECURITY_KEY', 'RESET_PASSWORD'] as const
    const order = [actions, actions.slice(0, 2), actions.slice(0, 1)].map((requiredActions) =>
      nextStep({ ...passed, requiredActions }),
    )
    expect(order).toEqual([
      { status: 'required-action', action: 'RESET_PASSWORD' },
      { status: 'required-action', action: 'SECURITY_KEY' },
      { status: 'required-action', action: 'AUTHENTICATOR' },
    ])
  })

  it('lets nobody in without a second factor but a demo login', () => {
    expect(nextStep(bare)).toEqual({ status: 'required-action', action: 'AUTHENTICATOR' })
    expect(nextStep({ ...bare, secondFactorPassed: true })).toEqual({
      status: 'required-action',
      action: 'AUTHENTICATOR',
    })
    expect(nextStep({ ...bare, secondFactorOptional: true })).toEqual({ status: 'authenticated' })
  })

  it('asks a demo login for the factor it has', () => {
    expect(nextStep({ ...enrolled, secondFactorOptional: true }).status).toBe('totp')
  })
})
