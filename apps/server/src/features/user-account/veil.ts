import { maskAccount, maskEmail, maskIban, maskName } from '@signalbox/model/masking'
import type { Work } from '../../kit/handle.ts'
import { maskingMerchants } from './store.ts'

type Values = Readonly<Record<string, unknown>>

const masks: Readonly<Record<string, (text: string) => string>> = {
  holder: maskName,
  iban: maskIban,
  clearingNumber: maskAccount,
  walletEmail: (text) => (text.includes('@') ? maskEmail(text) : maskAccount(text)),
}

/** A record as it may be written where anybody might read it, such as the audit log. */
export function veiled<R extends object>(record: R): R {
  const hidden = Object.entries(record as Values).map(([name, value]) => {
    const mask = masks[name]
    return [name, mask && typeof value === 'string' && value !== '' ? mask(value) : value]
  })
  return Object.fromEntries(hidden) as R
}

/** What a form sends back where it was shown a mask: nothing was changed. */
export const withoutMasks = (input: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !(name in masks && typeof value === 'string' && value.includes('***')),
    ),
  )

export const seesPersonalData = ({ user }: Work): boolean => user.roles.includes('DATA_VIEWER')

export type Veil = <R extends object>(record: R) => R

/** How the caller sees records: of merchants that hide their users' data, only what may be seen of it. */
export async function veilFor(work: Work): Promise<Veil> {
  if (seesPersonalData(work)) return (record) => record
  const merchants = work.inScope.map((merchant) => merchant.id)
  const hidden = await maskingMerchants(work.tx, merchants)
  return (record) => (hidden.has(Number((record as Values).merchantId)) ? veiled(record) : record)
}
