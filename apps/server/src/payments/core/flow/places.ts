import type { Tx } from '../../../kit/database.ts'
import { counterKeys } from '../../counters/counter-keys.ts'
import { lockGates } from '../../counters/counter-store.ts'
import { markAuthenticated, markPriced, readExempt, readPriced } from '../../counters/place-store.ts'
import { countSchemeDeclines } from '../../counters/retry-store.ts'
import type { Payment } from '../state/payment.ts'
import type { MachineDeps } from './machine-deps.ts'
import { travelledMs } from './travelled.ts'
import type { Exemptions, StepContext } from './step-context.ts'

type Places = Pick<
  StepContext,
  | 'pricedBefore'
  | 'markPriced'
  | 'exemptions'
  | 'takeExemption'
  | 'markAuthenticated'
  | 'holdCard'
  | 'schemeDeclines'
>

/**
 * What only so many payments get: free ones, those without strong authentication, tries after a decline. Whoever passed
 * the gate before has taken its place, also while nobody knows how it ends; one that fails gives it back.
 */
export function placesOf({ print, kit }: MachineDeps, tx: Tx): Places {
  const travelled = travelledMs(kit)
  const placeOf = ({ tx: { merchantId, id } }: Payment) => ({ merchantId, txId: id })
  const keysOf = ({ tx: { userId, accountHash } }: Payment) =>
    counterKeys(print, { userId, accountHash: accountHash ?? undefined })
  const hold = (payment: Payment) =>
    lockGates(tx, { merchantId: payment.tx.merchantId, keys: keysOf(payment) })
  const exemptions = async (payment: Payment): Promise<Exemptions> => {
    const { accountHash, baseCurrency: currency } = payment.tx
    const { count, sum } = await readExempt(tx, placeOf(payment), { accountKey: accountHash ?? '', currency })
    return { exemptInRow: count, exemptSumInRow: { minor: BigInt(sum), currency } }
  }
  return {
    pricedBefore: async (payment, days, isBinding) => {
      if (isBinding) await hold(payment)
      const asked = { userKey: keysOf(payment).USER ?? '', method: payment.direction, days }
      return readPriced(tx, placeOf(payment), asked, travelled)
    },
    markPriced: (payment, isCharged) => markPriced(tx, placeOf(payment), isCharged, travelled),
    exemptions,
    takeExemption: async (payment) => {
      await hold(payment)
      const before = await exemptions(payment)
      await markAuthenticated(tx, placeOf(payment), false, travelled)
      return before
    },
    markAuthenticated: (payment, isStrong) => markAuthenticated(tx, placeOf(payment), isStrong, travelled),
    holdCard: (payment) => hold(payment),
    schemeDeclines: (payment, days) =>
      countSchemeDeclines(tx, { ...payment.tx, txId: payment.tx.id }, days, travelled),
  }
}
