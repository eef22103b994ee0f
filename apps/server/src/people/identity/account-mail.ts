import { mailJob } from '../../kit/mail/mail-job.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { Account } from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import type { Origin } from './session-service.ts'

export type Addressee = Pick<Account, 'owner' | 'username' | 'displayName' | 'email'>

/** Puts a mail to a person into the queue, in their language and in the words of their merchant. */
export async function mailAccount(
  deps: Pick<IdentityDeps, 'secrets' | 'userFormats'>,
  unit: UnitOfWork,
  { owner, username, displayName, email }: Addressee,
  template: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { merchantId, userId } = owner
  const { locale } = await deps.userFormats(unit.tx, { id: userId, homeMerchantId: merchantId })
  const view = { user: { username, displayName }, ...facts }
  unit.enqueue(mailJob(deps.secrets, { template, merchantId, locale, to: email, view }, unit.newId()))
}

type ChangedFactor = 'TOTP' | 'SECURITY_KEY' | 'RECOVERY_CODES'

export type Happening =
  | { readonly what: 'LoginAlert' | 'PasswordChanged' | 'EmailChanged' }
  | { readonly what: 'SecondFactorAdded' | 'SecondFactorRemoved'; readonly factor: ChangedFactor }

/**
 * Tells a person what happened to their account, so that they notice when it was not them. Where it was done from is
 * said only of what they did themselves: an administrator's whereabouts are not theirs to know.
 */
export const warnAccount = (
  deps: Pick<IdentityDeps, 'secrets' | 'userFormats'>,
  unit: UnitOfWork,
  account: Addressee,
  { what, ...facts }: Happening,
  from: Origin | null,
): Promise<void> =>
  mailAccount(deps, unit, account, what, {
    ...facts,
    occasion: { at: unit.now.toISOString(), ip: from?.ip ?? null, device: from?.userAgent || null },
  })
