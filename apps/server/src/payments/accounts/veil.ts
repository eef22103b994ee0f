import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { accountMasks, veiled } from './veiled.ts'

type Values = Readonly<Record<string, unknown>>

/** What a form sends back where it was shown a mask: nothing was changed. */
export const withoutMasks = (input: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !(name in accountMasks && typeof value === 'string' && value.includes('***')),
    ),
  )

export type Veil = <R extends object>(record: R) => R

/** How the caller sees records: of merchants that hide their users' data, only what may be seen of it. */
export async function veilFor(work: Work): Promise<Veil> {
  const merchants = work.inScope.map((merchant) => merchant.id)
  const hidden = await hiddenFrom(work, merchants)
  return (record) => (hidden.has(Number((record as Values).merchantId)) ? veiled(record) : record)
}
