import type { LoginAnswer } from '@signalbox/model/access/session'

type SecondFactor = 'totp' | 'security-key' | 'recovery-code'

export type FactorStage = {
  [Factor in SecondFactor]: { readonly name: Factor; readonly others: readonly SecondFactor[] }
}[SecondFactor]

/** Where somebody stands between the door and the console. */
export type LoginStage =
  | { readonly name: 'password'; readonly message?: string; readonly good?: boolean }
  | FactorStage
  | { readonly name: 'new-password' }
  | { readonly name: 'enrol-authenticator' }
  | { readonly name: 'enrol-security-key' }
  | { readonly name: 'recovery-codes'; readonly codes: readonly string[]; readonly next: LoginAnswer }
  | { readonly name: 'forgot' }
  | { readonly name: 'reset'; readonly token: string }
  | { readonly name: 'done' }

const stageOfAction = {
  RESET_PASSWORD: 'new-password',
  AUTHENTICATOR: 'enrol-authenticator',
  SECURITY_KEY: 'enrol-security-key',
} as const

export function stageAfter(answer: LoginAnswer): LoginStage {
  switch (answer.status) {
    case 'authenticated':
      return { name: 'done' }
    case 'totp':
    case 'security-key':
      return { name: answer.status, others: answer.alternatives }
    case 'required-action':
      return { name: stageOfAction[answer.action] }
  }
}

/** The same step with another of the person's factors; the one left behind stays on offer. */
export function withFactor(stage: FactorStage, chosen: SecondFactor): FactorStage {
  return { name: chosen, others: [stage.name, ...stage.others.filter((other) => other !== chosen)] }
}

/** Where to go after signing in: a page of this console and nothing else, whatever the link says. */
export function returnPath(search: string, origin: string, loginPath: string): string {
  const wanted = new URLSearchParams(search).get('return_to')
  if (wanted === null || !wanted.startsWith('/')) return '/home'
  const address = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (address === null || address.origin !== origin || address.pathname === loginPath) return '/home'
  return address.pathname + address.search + address.hash
}

/** Links in mails carry their token behind the `#`, which no browser sends to anybody. */
export function firstStage(hash: string): LoginStage {
  const token = new URLSearchParams(hash.slice(1)).get('reset')
  return token ? { name: 'reset', token } : { name: 'password' }
}
