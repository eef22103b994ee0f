import type { Profile, ProfileInput, SecurityOverview } from '@signalbox/model/calls/me'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { confirmedUntil } from '../../kit/step-up.ts'
import { accountById, lockAccount, type Account } from './account-store.ts'
import { profileOf } from './profile-store.ts'
import { securityFacts } from './security-facts.ts'
import { changeUser } from './user-record.ts'

export async function ownAccount(work: Work): Promise<Account> {
  const account = await accountById(work.tx, work.user.id)
  if (!account) throw new Refusal('UNAUTHENTICATED')
  return account
}

export async function profile(work: Work): Promise<Profile> {
  const found = await profileOf(work.tx, { merchantId: work.user.homeMerchantId, userId: work.user.id })
  if (!found) throw new Refusal('UNAUTHENTICATED')
  return found
}

export async function saveProfile(work: Work, input: ProfileInput & { version: number }): Promise<Profile> {
  const { version, ...values } = input
  await lockAccount(work.tx, work.user.id)
  const current = await profile(work)
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
  const { username, homeMerchantId, id } = work.user
  await changeUser(
    work,
    { merchantId: homeMerchantId, userId: id },
    { values, action: 'UPDATE', by: username },
  )
  return profile(work)
}

export async function securityOverview(work: Work): Promise<SecurityOverview> {
  const account = await ownAccount(work)
  const asked = { now: work.now, sessionId: work.user.sessionId }
  return {
    ...(await securityFacts(work.tx, account, asked)),
    secondFactorOptional: account.demo,
    confirmedUntil: confirmedUntil(work.user.authenticatedAt, work.now),
  }
}
