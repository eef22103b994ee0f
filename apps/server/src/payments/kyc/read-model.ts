import { maskFor as personMask } from '@signalbox/model/text/known-person'
import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import type { HideReasons } from '../../people/pending-grant/read-model.ts'
import { peopleOfChecks } from './store.ts'

export { countKycWork } from './count-store.ts'

/** Reasons name the user a change is about; whoever may not see personal data is shown them without it. */
export const hideUserReasons: HideReasons = async (reader, grants) => {
  const about = grants.filter(({ recordType, reason }) => recordType === kycRecord.slug && reason !== null)
  const hidden = await hiddenFrom(
    reader,
    about.map(({ merchantId }) => merchantId),
  )
  const masked = about.filter(({ merchantId }) => hidden.has(merchantId))
  if (masked.length === 0) return [...grants]
  const people = await peopleOfChecks(
    reader.tx,
    masked.map(({ recordId }) => recordId),
  )
  const masks = new Map(
    people.map(({ id, ...person }) => [id, personMask({ ...person, accountHolder: null })]),
  )
  return grants.map((grant) => {
    const { reason, recordId } = grant
    if (reason === null || !masked.includes(grant)) return grant
    // Of somebody who is no longer known nothing is shown.
    return { ...grant, reason: masks.get(recordId)?.(reason) ?? null }
  })
}
