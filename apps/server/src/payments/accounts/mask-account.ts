import { allBut, maskText } from '@signalbox/model/text/mask-text'
import { looksMasked } from '@signalbox/model/text/masking'
import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { handleOf } from '../../kit/user-handle.ts'
import { accountMasks, maskRecord } from './masked-account.ts'

type Values = Readonly<Record<string, unknown>>

/** The rest of an account came from callers as well, who may write a person into any of it. */
const ours = ['id', 'merchantUserId', 'createdAt', 'updatedAt', 'updatedBy'] as const
const ids = ['maskedAccount', 'hashedAccount', 'bic', 'expiryDate', 'startDate'] as const
type Named = Partial<Record<(typeof ours)[number] | (typeof ids)[number], unknown>>
const withoutStrangers = allBut<Named>(maskText, ours, ids)
const shownOf = <R extends object>(record: R): R => withoutStrangers(maskRecord(record)) as R

/** What a form sends back where it was shown a mask: nothing was changed. */
export function withoutMasks(input: Values, current: object): Record<string, unknown> {
  const stored: Values = { ...current }
  const shown: Values = { ...shownOf(current) }
  const isMask = (name: string, value: unknown) =>
    typeof value === 'string' &&
    value !== '' &&
    ((value === shown[name] && value !== stored[name]) || (name in accountMasks && looksMasked(value)))
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isMask(name, value)))
}

export type AccountMask = <R extends object>(record: R) => R

/** How the caller sees records: of merchants that hide their users' data, only what may be seen of it. */
export async function maskFor(work: Work): Promise<AccountMask> {
  const merchants = work.inScope.map((merchant) => merchant.id)
  const hidden = await hiddenFrom(work, merchants)
  const userHandle = handleOf(work.deps.auditKey)
  const withHandle = <R extends object>(record: R): R => {
    const { merchantUserId } = record as Values
    return typeof merchantUserId === 'string'
      ? { ...record, merchantUserId: userHandle(merchantUserId) }
      : record
  }
  return (record) =>
    hidden.has(Number((record as Values).merchantId)) ? withHandle(shownOf(record)) : record
}
