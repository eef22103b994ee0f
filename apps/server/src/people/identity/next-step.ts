import type { LoginAnswer } from '@signalbox/model/access/session'
import type { RequiredAction } from './account-store.ts'

/** Everything that decides what a login still needs. */
export interface LoginFacts {
  readonly hasTotp: boolean
  readonly hasSecurityKey: boolean
  readonly recoveryCodesLeft: number
  readonly secondFactorPassed: boolean
  readonly requiredActions: readonly RequiredAction[]
  /** Demo logins may do without a second factor; if they have one, it is asked for like anybody's. */
  readonly secondFactorOptional: boolean
}

const actionOrder = ['RESET_PASSWORD', 'SECURITY_KEY', 'AUTHENTICATOR'] as const

/** The order of a login after the password: second factor, required actions, at least one factor enrolled, in. */
export function nextStep(facts: LoginFacts): LoginAnswer {
  const hasFactor = facts.hasTotp || facts.hasSecurityKey
  if (hasFactor && !facts.secondFactorPassed) return secondFactorStep(facts)
  const action = actionOrder.find((each) => facts.requiredActions.includes(each))
  if (action) return { status: 'required-action', action }
  if (!hasFactor && !facts.secondFactorOptional) return { status: 'required-action', action: 'AUTHENTICATOR' }
  return { status: 'authenticated' }
}

/** A key cannot be phished, so it is asked for first. */
function secondFactorStep(facts: LoginFacts): LoginAnswer {
  const codes = facts.recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []
  if (facts.hasSecurityKey) {
    return { status: 'security-key', alternatives: [...(facts.hasTotp ? (['totp'] as const) : []), ...codes] }
  }
  return { status: 'totp', alternatives: [...codes] }
}
