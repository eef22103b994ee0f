import { maskFor as personMask } from '@signalbox/model/text/known-person'
import { allBut, maskTexts, type Mask } from '@signalbox/model/text/mask-text'
import { maskBirthDate, maskEmail, maskName } from '@signalbox/model/text/masking'
import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { handleOf } from '../../kit/user-handle.ts'
import type { KycCheck } from './kyc-check.ts'

type Values = Readonly<Record<string, unknown>>

/** What was told to the provider about the person, and how much of it anybody may see. */
const personMasks: Readonly<Record<string, Mask>> = {
  firstName: maskName,
  lastName: maskName,
  email: maskEmail,
  dob: maskBirthDate,
  nationalId: maskName,
  street: maskName,
  zip: maskName,
  city: maskName,
}

/** What of a record says whom it is about. */
const tellingFields = [
  ...Object.keys(personMasks),
  'userId',
  'country',
  'providerRef',
  'merchantKycStatus',
  'documents',
  'response',
  'overrides',
] as const

function maskPerson<R extends object>(record: R): R {
  const hidden = Object.entries(record as Values).map(([name, value]) => {
    const mask = personMasks[name]
    return [name, mask && typeof value === 'string' && value !== '' ? mask(value) : value]
  })
  return Object.fromEntries(hidden) as R
}

/** What is ours; whatever else a record says came from outside, or was written by people. */
const ours = ['id', 'userId', 'createdAt', 'updatedAt', 'updatedBy', 'at', 'status', 'provider'] as const
type Ours = Partial<Record<(typeof ours)[number] | 'providerRef', unknown>>

/** Reasons name people in the ways people write. */
function withoutPerson<R extends object>(record: R): R {
  const { firstName, lastName, dob, overrides } = record as Partial<KycCheck>
  const told = { firstName: firstName ?? null, lastName: lastName ?? null, accountHolder: null }
  const mask = personMask({ ...told, birthDate: dob ?? null })
  const shown = allBut<Ours>(mask, ours, ['providerRef'])(maskPerson(record)) as R
  return overrides ? { ...shown, overrides: maskTexts(overrides, mask) } : shown
}

export type RecordMask = <R extends object>(record: R) => R

/** How the caller sees records: of merchants that hide their users' data, only what may be seen of it. */
export async function maskFor(work: Work): Promise<RecordMask> {
  const hidden = await hiddenFrom(
    work,
    work.inScope.map(({ id }) => id),
  )
  const userHandle = handleOf(work.deps.auditKey)
  const withHandle = <R extends object>(record: R): R => {
    const { userId } = record as Values
    return typeof userId === 'string' ? { ...record, userId: userHandle(userId), providerRef: null } : record
  }
  return (record) =>
    hidden.has(Number((record as Values).merchantId)) ? withHandle(withoutPerson(record)) : record
}

/** How the audit log tells of a check, so that its user can be forgotten and the entry stays. */
export const auditedRecord = (before: KycCheck | null, after: KycCheck | null) => {
  const { merchantId, userId, provider } = (after ?? before) as KycCheck
  return {
    entityLabel: `KYC check by ${provider}`,
    before: before && maskPerson(before),
    after: after && maskPerson(after),
    subject: { merchantId, userId, fields: [...tellingFields, 'reason'] },
  }
}
