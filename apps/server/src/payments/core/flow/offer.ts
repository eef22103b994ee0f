import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { paymentMethods } from '@signalbox/model/rules/tables/payment-methods'
import type { UserAccount } from '../accounts/account-types.ts'
import type { UserHistory } from './user-history.ts'
import type { StepContext } from './step-context.ts'
import type { Payment } from '../state/payment.ts'

type Row = OutputsOf<typeof paymentMethods>

type OfferedAccount = Pick<UserAccount, 'providerType' | 'masked'>

/** What a user may choose from, as the table about methods says. */
export interface Offer {
  /** In the order they are shown: methods, or a service of one as in `BANK:IDEAL`. */
  readonly entries: readonly string[]
  /** Whether accounts the user did not want to be stored are shown too. */
  readonly withHiddenAccounts: boolean
  leavesOut(account: OfferedAccount): boolean
  /** Which of the merchant's cashiers is shown, where it has several. */
  readonly cashier: string | undefined
  readonly withNetDeposit: boolean
}

type Way = Pick<Payment['tx'], 'providerType' | 'pspService'>

const isWayOf = (entry: string, { providerType, pspService }: Way): boolean => {
  const [method, service] = entry.split(':')
  return method === providerType && (service === undefined || service === pspService)
}

/** A method whose every service is kept keeps its services. */
const isKept = (kept: readonly string[], entry: string): boolean =>
  kept.some((each) => each === entry || entry.startsWith(`${each}:`))

function usedFirst(
  entries: readonly string[],
  { successes }: UserHistory,
  direction: Payment['direction'],
): readonly string[] {
  const inOrder = [
    ...successes.filter(({ method }) => method === direction),
    ...successes.filter(({ method }) => method !== direction),
  ]
  const last = inOrder.flatMap((way) => entries.find((entry) => isWayOf(entry, way)) ?? [])[0]
  return last === undefined ? entries : [last, ...entries.filter((entry) => entry !== last)]
}

function entriesOf(row: Row, payment: Payment, history: UserHistory): readonly string[] {
  const listed = payment.direction === 'DEPOSIT' ? row.depositMethods : row.withdrawalMethods
  const entries = listed.filter(
    (entry) =>
      !row.excludeIfNotUsed ||
      isKept(row.alwaysEnabled, entry) ||
      history.successes.some((way) => isWayOf(entry, way)),
  )
  return row.addLastUsedFirst ? usedFirst(entries, history, payment.direction) : entries
}

const beginningsOf = ({ excludeAccounts = {} }: Row, method: string): readonly string[] =>
  Object.hasOwn(excludeAccounts, method) ? (excludeAccounts[method] ?? []) : []

const nothing: Offer = {
  entries: [],
  withHiddenAccounts: false,
  leavesOut: () => false,
  cashier: undefined,
  withNetDeposit: false,
}

/**
 * What the rules offer to the user of a payment, asked the same way by the cashier that shows methods and by the
 * payment that comes with one: what is shown is what is accepted. The user, the past and stored checks must be known.
 */
export async function offerTo(payment: Payment, context: StepContext, step: 'D0' | 'D3'): Promise<Offer> {
  const { hits } = await context.ask(payment, paymentMethods, step)
  const row = hits[0]?.outputs
  if (!row) return nothing
  return {
    entries: entriesOf(row, payment, await context.history(payment)),
    withHiddenAccounts: row.includeHiddenAccounts,
    leavesOut: ({ providerType, masked }) =>
      beginningsOf(row, providerType).some((beginning) => masked.startsWith(beginning)),
    cashier: row.cashierConfig,
    withNetDeposit: row.displayNetDeposit,
  }
}

/** Why a payment is not among what its user was offered; `undefined` when it is. */
export function whyNotOffered({ entries, leavesOut }: Offer, { tx }: Payment): string | undefined {
  if (!entries.some((entry) => isWayOf(entry, tx))) return `${tx.providerType} is not offered`
  // Stored or typed in anew: what the cashier leaves out is not accepted either.
  if (leavesOut({ providerType: tx.providerType, masked: tx.maskedUserAccount ?? '' }))
    return `Account ${tx.maskedUserAccount} is not offered`
  return undefined
}
