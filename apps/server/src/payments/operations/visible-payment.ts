import { isHiddenFrom } from '../gdpr/read-model.ts'
import type { Work } from '../../kit/handle.ts'
import { findWithin } from '../core/record/find-within-store.ts'
import type { Transaction } from '../core/record/transaction.ts'

/** The payment as far as this person may know of it; of other merchants and of people who are to be erased there is none. */
export async function visiblePayment(
  { tx, scope, user }: Pick<Work, 'tx' | 'scope' | 'user'>,
  id: number,
): Promise<Transaction | undefined> {
  const row = await findWithin(tx, scope.selected, id)
  if (!row || !scope.effective.includes(row.merchantId)) return undefined
  return (await isHiddenFrom(tx, user.roles, row)) ? undefined : row
}
