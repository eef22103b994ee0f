import { Refusal } from '@signalbox/model/text/refusal'
import { foundFacts } from '@signalbox/model/rules/facts-known'
import type { Work } from '../../kit/handle.ts'
import type { RuleSource } from '../core/flow/ask-rules.ts'
import { routeOf } from '../core/flow/check-user.ts'
import type { CheckedPerson } from '../core/record/kyc-check-store.ts'
import type { KycCheck } from './kyc-check.ts'
import { rerunJob } from './rerun-job.ts'
import { insertRerun, rerunsSince } from './store.ts'

const mostPerDay = 3
const dayMs = 24 * 60 * 60 * 1000

type CheckStatuses = Pick<KycCheck, 'ageStatus' | 'idStatus' | 'addressStatus'> & { readonly status: string }

/** What the tables know of the user from the check there is. */
export const knownOf = (check: CheckStatuses | Record<keyof CheckStatuses, string | null>) =>
  foundFacts({
    internalKycStatus: check.status,
    kycAgeStatus: check.ageStatus,
    kycIdStatus: check.idStatus,
    kycAddressStatus: check.addressStatus,
  })

export const personOf = (check: CheckedPerson): CheckedPerson => {
  const { firstName, lastName, email, dob, nationalId, street, zip, city, country } = check
  return { firstName, lastName, email, dob, nationalId, street, zip, city, country }
}

/** Another check is asked for. The provider is asked once this is committed; its answer becomes a record of its own. */
export async function requestRerun(work: Work, current: KycCheck, rules: RuleSource): Promise<object> {
  const { merchantId, userId } = current
  const refuse = (message: string): never => {
    throw new Refusal('INVALID_STATE', { message })
  }
  if (current.status === 'BLOCKED') refuse('The user is blocked. Unblock the user first.')
  const since = new Date(work.now.getTime() - dayMs)
  if ((await rerunsSince(work.tx, merchantId, userId, since)) >= mostPerDay)
    refuse(`This user was checked again ${mostPerDay} times in the last 24 hours.`)
  const id = work.newId()
  const checked = { merchantId, userId, id, person: personOf(current), known: knownOf(current) }
  if (!(await routeOf(rules, checked, work.now)))
    refuse('No KYC routing rule matches this user. Add one on KYC routing.')
  const requestedBy = work.user.username
  await insertRerun(work.tx, {
    merchantId,
    id,
    userId,
    checkId: current.id,
    requestedBy,
    requestedAt: work.now,
  })
  work.enqueue(rerunJob({ merchantId, id, checkId: current.id, by: requestedBy }))
  return { rerunAt: work.now, rerunNote: null }
}
