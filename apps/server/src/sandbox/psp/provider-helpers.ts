import { parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { sandboxAccounts, type SandboxAccount } from '../../payments/connectors/sandbox-accounts.ts'
import { requestedAmountHeader } from '../../payments/connectors/sandbox-address.ts'
import type { SandboxRequest } from '../http-server.ts'
import type { Operation } from './operation.ts'

/** The account somebody proves to hold, or nothing. */
export const accountWhere = (
  psp: string,
  proves: (account: SandboxAccount) => boolean,
): SandboxAccount | undefined => sandboxAccounts.find((account) => account.psp === psp && proves(account))

/** A secret of the account an operation belongs to; for a forgery, one that nobody shares. */
export function secretFor({ psp, account }: Operation, name: string, forged: boolean): string {
  if (forged) return 'a key nobody shares'
  const secret = accountWhere(psp, (each) => each.account === account)?.secrets[name]
  if (secret === undefined) throw new Error(`${psp} ${account} has no ${name}`)
  return secret
}

/** What the payer asked for before fees and forex. Whoever does not say it is taken at the amount of the request. */
export function requestedOf({ headers }: SandboxRequest, amount: Money): Money {
  const [text = '', currency = ''] = (headers[requestedAmountHeader] ?? '').split(' ')
  return parseMoney(text, currency) ?? amount
}

export const pageUrl = ({ headers }: SandboxRequest, { psp, id }: Operation): string =>
  `http://${headers.host ?? ''}/${psp}/page/${id}`

/** What an operation moved, or is going to. */
export const toldAmount = ({ amount, arrivedMinor }: Operation): Money => ({
  minor: arrivedMinor ?? amount.minor,
  currency: amount.currency,
})

/** Somewhere between soonest and latest, the same for the same draw. */
export const between = (soonest: number, latest: number, draw: number): number =>
  Math.round(soonest + (latest - soonest) * draw)
