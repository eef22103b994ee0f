import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { mailAccount, type Addressee } from './account-mail.ts'
import type { Account } from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import { insertLink, removeLinks } from './password-link-store.ts'
import { hashToken, newToken } from './token.ts'

/** An invitation waits for somebody to come to work; a forgotten password does not. */
const lifetimeMinutes = { PasswordReset: 30, Welcome: 24 * 60 } as const

export type LinkMail = keyof typeof lifetimeMinutes

export interface PasswordLink {
  readonly link: string
  readonly expiresMinutes: number
}

/**
 * A link that lets its holder choose the password, once. The newest one counts. The token stands behind the `#`, which
 * browsers send to nobody, so it reaches no log and no other site.
 */
export async function issuePasswordLink(
  deps: Pick<IdentityDeps, 'config' | 'random'>,
  unit: UnitOfWork,
  account: Pick<Account, 'owner'>,
  kind: LinkMail,
): Promise<PasswordLink> {
  const token = newToken(deps.random)
  const expiresMinutes = lifetimeMinutes[kind]
  await removeLinks(unit.tx, account.owner)
  await insertLink(unit.tx, account.owner, {
    tokenHash: hashToken(token),
    expiresAt: new Date(unit.now.getTime() + expiresMinutes * 60_000),
  })
  const { publicUrl, product } = deps.config
  return { link: `${publicUrl}/${product}/login#reset=${token}`, expiresMinutes }
}

/** The link leaves the server in the mail and nowhere else. */
export async function mailPasswordLink(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Addressee,
  template: LinkMail,
): Promise<void> {
  await mailAccount(deps, unit, account, template, {
    ...(await issuePasswordLink(deps, unit, account, template)),
  })
}
