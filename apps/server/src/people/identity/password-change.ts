import { passwordProblems } from '@signalbox/model/access/password-policy'
import { invalid } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { warnAccount } from './account-mail.ts'
import { saveCredential, type Account } from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import { identityNote } from './identity-audit.ts'
import { removeLinks } from './password-link-store.ts'
import type { Origin } from './session-service.ts'
import { changeUser } from './user-record.ts'

/** The current password and the three before it may not come back. */
const rememberedPasswords = 4

async function refuseUnfit(
  deps: IdentityDeps,
  account: Account,
  password: string,
  field: string,
): Promise<void> {
  const { username, email } = account
  const problems = passwordProblems(password, { username, email, productName: deps.config.product })
  if (problems.length > 0) {
    throw invalid(...problems.map((message) => ({ field, code: 'PASSWORD', message })))
  }
  const remembered = [account.passwordHash, ...account.previousHashes].filter((hash) => hash !== null)
  const matches = await Promise.all(remembered.map((hash) => deps.hasher.verify(hash, password)))
  if (matches.includes(true)) {
    throw invalid({
      field,
      code: 'PASSWORD_USED',
      message: `Must not be one of your last ${rememberedPasswords} passwords`,
    })
  }
}

/** Gives the person a new password. Links that would set another one stop working. */
export async function changePassword(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  { password, field, from }: { password: string; field: string; from: Origin },
): Promise<void> {
  await refuseUnfit(deps, account, password, field)
  const passwordHash = await deps.hasher.hash(password)
  const { owner } = account
  const earlier = account.passwordHash === null ? [] : [account.passwordHash]
  await saveCredential(
    unit.tx,
    owner,
    {
      passwordHash,
      previousHashes: [...earlier, ...account.previousHashes].slice(0, rememberedPasswords - 1),
      passwordChangedAt: unit.now,
    },
    unit.now,
  )
  await removeLinks(unit.tx, owner)
  if (account.requiredActions.includes('RESET_PASSWORD')) {
    const requiredActions = account.requiredActions.filter((action) => action !== 'RESET_PASSWORD')
    await changeUser(unit, owner, {
      values: { requiredActions },
      action: 'PASSWORD_CHANGED',
      by: account.username,
    })
  } else unit.audit(identityNote(account, 'PASSWORD_CHANGED'))
  // The first password takes nobody's place.
  if (account.passwordHash !== null) await warnAccount(deps, unit, account, { what: 'PasswordChanged' }, from)
}
