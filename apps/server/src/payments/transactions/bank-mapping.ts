import { Refusal } from '@signalbox/model/text/refusal'
import { payoutFactsOf } from '@signalbox/model/payments/payout-bank'
import type { Work } from '../../kit/handle.ts'
import { mappingFor, type FoundMapping } from '../../setup/bank-mapping/read-model.ts'
import { accountById } from '../core/accounts/accounts.ts'
import { findWithin } from '../core/record/find-within-store.ts'

const none: FoundMapping = { matched: null, actions: {}, passedOver: [] }

/**
 * Which mapping the payout of a payment has by the rows as they are now. It tells nothing of the payment but that, so whoever
 * looks after mappings may ask for any payment of their merchants.
 */
export async function mappingOfPayment(
  { tx, scope }: Pick<Work, 'tx' | 'scope'>,
  id: number,
): Promise<FoundMapping & { isBankPayout: boolean }> {
  const row = await findWithin(tx, scope.selected, id)
  if (!row || !scope.effective.includes(row.merchantId)) throw new Refusal('NOT_FOUND')
  const account =
    row.method === 'WITHDRAWAL' && row.accountId !== null
      ? await accountById(tx, row.merchantId, row.accountId)
      : undefined
  const facts = account && payoutFactsOf({ ...account, bic: row.bic ?? account.bic })
  if (!facts) return { ...none, isBankPayout: false }
  const found = await mappingFor(tx, row.merchantId, {
    ...facts,
    currency: row.pspCurrency ?? row.currency,
    ...(!facts.country && row.userCountry && { country: row.userCountry }),
  })
  return { ...found, isBankPayout: true }
}
